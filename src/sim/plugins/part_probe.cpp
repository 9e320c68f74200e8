#include "sim/plugins/part_probe.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/kernel/external_part.hpp"

namespace scree {
namespace {

using kernel::ExternalPart;

// Two grains of 2 mm that approach, slide and roll.
constexpr Touch kTouch{.n = {1, 0, 0},
                       .delta = 1e-6,
                       .delta_dot = 0.1,
                       .v_t = {0, 0.1, 0.05},
                       .w_rel = {1, 2, 3},
                       .m_eff = 5e-6,
                       .r_eff = 5e-4,
                       .dt = 1e-6};
constexpr NormalForce kNormal{
    .force = 0.01, .stiffness = 1e4, .stiffness_before = 1e4, .damping = 1e-3};

Error wrong(const ExternalPart& part, std::string what) {
  return {"E0345", fmt::format("the contact law `{}` {}", part.info->name, what), "",
          "correct the law; it was asked about grains of 2 mm that overlap by 1 um at 0.1 m/s"};
}
Error thrown(const char* fault) {
  return {"E0344", fault, "", "correct the law: only make() may refuse, by returning an Error"};
}

// Sums of what a part answers: finite if all of it is.
double answer_of(const ExternalPart& part, const unsigned char* bytes, double* h) {
  const auto sum = [](const Vec3& v) { return v.x + v.y + v.z; };
  if (part.normal != nullptr) {
    const NormalForce f = part.normal(bytes, kTouch, h);
    return f.force + f.stiffness + f.stiffness_before + f.damping + f.dissipated + f.load;
  }
  if (part.tangential != nullptr) {
    const TangentialForce f = part.tangential(bytes, kTouch, kNormal, h);
    return sum(f.force) + f.slid + f.dissipated;
  }
  if (part.rolling != nullptr) {
    const RollingTorque f = part.rolling(bytes, kTouch, kNormal, h);
    return sum(f.torque) + f.dissipated;
  }
  if (part.twisting != nullptr) {
    const TwistingTorque f = part.twisting(bytes, kTouch, kNormal, h);
    return f.torque + f.dissipated;
  }
  const CohesionForce f = part.cohesion(bytes, kTouch, kNormal, h);
  return f.force + f.dissipated + f.lossy;
}

std::optional<Error> wrong_answer(const ExternalPart& part, const unsigned char* bytes) {
  const double range = part.range(bytes, kTouch.r_eff);
  if (!(range >= 0) || !std::isfinite(range))
    return wrong(part, fmt::format("says that it reaches {:g} m beyond the surfaces", range));
  if (part.contact_time != nullptr) {
    const double t = part.contact_time(bytes, kTouch.m_eff, kTouch.r_eff, 1);
    if (!(t > 0) || !std::isfinite(t))
      return wrong(part, fmt::format("says that a contact lasts {:g} s", t));
  }
  double h[kernel::kMaxHistory] = {};
  if (!std::isfinite(answer_of(part, bytes, h)))
    return wrong(part, "answers with a number that is not finite");
  for (int k = 0; k < part.history; ++k)
    if (!std::isfinite(h[k])) return wrong(part, "keeps a number that is not finite");
  if (!std::isfinite(part.stored(bytes, kTouch, kNormal, h)))
    return wrong(part, "stores an energy that is not a finite number");
  const PlaneRates rates = part.rates(bytes, kNormal);
  if (!std::isfinite(rates.k + rates.c))
    return wrong(part, "has rates that are not finite numbers");
  return std::nullopt;
}

}  // namespace

std::optional<Error> mistake_of_part(const ExternalPart& part, const PairInput& in) {
  alignas(16) unsigned char bytes[kernel::kPartBytes] = {};
  if (part.take_fault != nullptr) (void)part.take_fault();  // of another use
  if (const Errors refused = part.make(in, bytes); !refused.empty()) return refused.front();
  auto mistake = wrong_answer(part, bytes);
  if (part.take_fault != nullptr)
    if (const char* fault = part.take_fault()) return thrown(fault);
  return mistake;
}

}  // namespace scree
