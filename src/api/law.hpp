// Parts of contact laws that a program brings, without a change of the library.
//
//   struct Mine {                      // as laws/part.hpp says, the same as in the catalogue
//     static constexpr ParamInfo params[] = {...};
//     static constexpr CatalogInfo info{"mine", "one line", "paper (equation)", params};
//     static constexpr int history = 0;
//     static Result<Mine> make(const PairInput& in);
//     HD NormalForce operator()(const Touch& c, double* h) const;
//     HD double stored(const Touch& c, const NormalForce& n, const double* h) const;
//     double contact_time(double m_eff, double r_eff, double speed) const;
//   };
//   world.add(normal_part<Mine>());
//   world.add(Material{.name = "rubber", .normal = {"mine"}});
//
// From there on it is a part like any other: for grains and walls, with its history in checkpoints
// and in the hash, its energies in the books, and the same bits for any number of threads and any
// detector. The loop over a block of contacts is compiled in the program, with its flags: the same
// bits as in the catalogue need -ffp-contract=off (the CMake package and scree.pc pass it on) and
// no fast-math. Price: the fused loops of the commonest laws are for parts of the catalogue only,
// and a law with a part from outside runs part by part.
#pragma once

#include <cstring>
#include <type_traits>

#include "sim/kernel/external_part.hpp"
#include "sim/kernel/part_loops.hpp"

namespace scree {

namespace kernel {
namespace {  // of the file that asks for it, with its flags

template <class P>
const P& part_of(const unsigned char* bytes) {
  return *reinterpret_cast<const P*>(bytes);
}

template <class P>
Errors make_external_part(const PairInput& in, unsigned char* to) {
  const Result<P> part = P::make(in);
  if (!part) return part.errors();
  std::memcpy(to, &*part, sizeof(P));
  return {};
}

template <class P>
double external_range(const unsigned char* bytes, double r_eff) {
  return range_of(part_of<P>(bytes), r_eff);
}

template <class P>
PlaneRates external_rates(const unsigned char* bytes, const NormalForce& n) {
  if constexpr (requires { part_of<P>(bytes).rates(n); })
    return part_of<P>(bytes).rates(n);
  else
    return {};
}

// As in the catalogue: a part with a coefficient `mu` of 0 has none.
template <class P>
bool external_friction(const unsigned char* bytes) {
  if constexpr (requires { part_of<P>(bytes).mu; })
    return part_of<P>(bytes).mu > 0;
  else
    return true;
}

// For tables; one that has none of the name has its friction in another form.
template <class P>
double external_mu(const unsigned char* bytes) {
  if constexpr (requires(double& to) { to = part_of<P>(bytes).mu; })
    return part_of<P>(bytes).mu;
  else
    return 0;
}

template <class P>
constexpr ExternalPart external_part(PartKind kind) {
  static_assert(std::is_trivially_copyable_v<P>, "coefficients are copied as bytes");
  static_assert(sizeof(P) <= kPartBytes && alignof(P) <= 16,
                "the law has more coefficients than there is room for (kPartBytes)");
  static_assert(P::history >= 0 && P::history <= kMaxHistory,
                "the law keeps more numbers per contact than there is room for (kMaxHistory)");
  ExternalPart out{.kind = kind,
                   .info = &P::info,
                   .history = P::history,
                   .energy_power = 2,
                   .loop = &part_loop<P>,
                   .stored = &stored_in<P>,
                   .last_stiffness = nullptr,
                   .holds = holds_of<P>(),
                   .make = &make_external_part<P>,
                   .range = &external_range<P>,
                   .contact_time = nullptr,
                   .rates = &external_rates<P>,
                   .has_friction = &external_friction<P>,
                   .mu = &external_mu<P>};
  if constexpr (requires { P::energy_power; }) out.energy_power = P::energy_power;
  return out;
}

template <class P, class Answer>
Answer external_answer(const unsigned char* bytes, const Touch& t, const NormalForce& n,
                       double* h) {
  return part_of<P>(bytes)(t, n, h);
}

template <class P>
constexpr ExternalPart external_normal() {
  ExternalPart out = external_part<P>(PartKind::normal);
  out.last_stiffness = &last_stiffness<P>;
  out.normal = [](const unsigned char* bytes, const Touch& t, double* h) {
    return part_of<P>(bytes)(t, h);
  };
  out.contact_time = [](const unsigned char* bytes, double m, double r, double v) {
    return part_of<P>(bytes).contact_time(m, r, v);
  };
  return out;
}

}  // namespace
}  // namespace kernel

namespace {  // of the file that asks for it, with its flags

template <NormalPart P>
const kernel::ExternalPart& normal_part() {
  static constexpr kernel::ExternalPart part = kernel::external_normal<P>();
  return part;
}
template <TangentialPart P>
const kernel::ExternalPart& tangential_part() {
  static constexpr kernel::ExternalPart part = [] {
    auto out = kernel::external_part<P>(kernel::PartKind::tangential);
    out.tangential = &kernel::external_answer<P, TangentialForce>;
    return out;
  }();
  return part;
}
template <RollingPart P>
const kernel::ExternalPart& rolling_part() {
  static constexpr kernel::ExternalPart part = [] {
    auto out = kernel::external_part<P>(kernel::PartKind::rolling);
    out.rolling = &kernel::external_answer<P, RollingTorque>;
    return out;
  }();
  return part;
}
template <TwistingPart P>
const kernel::ExternalPart& twisting_part() {
  static constexpr kernel::ExternalPart part = [] {
    auto out = kernel::external_part<P>(kernel::PartKind::twisting);
    out.twisting = &kernel::external_answer<P, TwistingTorque>;
    return out;
  }();
  return part;
}
template <CohesionPart P>
const kernel::ExternalPart& cohesion_part() {
  static constexpr kernel::ExternalPart part = [] {
    auto out = kernel::external_part<P>(kernel::PartKind::cohesion);
    out.cohesion = &kernel::external_answer<P, CohesionForce>;
    return out;
  }();
  return part;
}

}  // namespace
}  // namespace scree
