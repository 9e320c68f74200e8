#include "sim/checks/impact_overlap.hpp"

#include <algorithm>

#include "sim/contacts/pair_laws.hpp"

namespace scree {
namespace {

// The elastic and viscous force of one contact, with the history that the part keeps.
class NormalContact {
 public:
  NormalContact(const kernel::PairLaw& law, double m_eff, double r_eff, double dt)
      : law_(law), m_eff_(m_eff), r_eff_(r_eff), dt_(dt) {}
  double force(double delta, double delta_dot) {
    return normal_force(law_,
                        {.delta = delta,
                         .delta_dot = delta_dot,
                         .m_eff = m_eff_,
                         .r_eff = r_eff_,
                         .dt = dt_},
                        history_)
        .force;
  }

 private:
  const kernel::PairLaw& law_;
  double m_eff_, r_eff_, dt_;
  double history_[kernel::kMaxHistory] = {};
};

}  // namespace

double impact_overlap(const kernel::PairLaw& law, double m_eff, double r_eff, double speed) {
  if (!(speed > 0)) return 0;
  constexpr int kSteps = 400;  // of an elastic collision: the error of the overlap is below 1e-4
  const double dt = contact_time(law, m_eff, r_eff, speed) / kSteps;
  NormalContact contact(law, m_eff, r_eff, dt);
  double d = 0, u = speed, f = contact.force(0, u);
  // A dashpot that is all but critical makes it longer, not endless.
  for (int k = 0; k < 20 * kSteps && u > 0; ++k) {
    d += dt * u - 0.5 * dt * dt * f / m_eff;
    const double before = f;
    f = contact.force(d, u - dt * f / m_eff);
    u -= 0.5 * dt * (before + f) / m_eff;
  }
  return d;
}

double loaded_overlap(const kernel::PairLaw& law, double m_eff, double r_eff, double force) {
  if (!(force > 0)) return 0;
  const auto at = [&](double d) { return NormalContact(law, m_eff, r_eff, 0).force(d, 0); };
  double hi = 1e-9 * r_eff;
  while (at(hi) < force && hi < 1e3 * r_eff) hi *= 2;
  double lo = 0;
  for (int k = 0; k < 60; ++k) {
    const double d = 0.5 * (lo + hi);
    (at(d) < force ? lo : hi) = d;
  }
  return hi;
}

}  // namespace scree
