// F^n = 4/3 E* sqrt(R*) d_n^1.5 + c_n d(d_n)/dt: elastic spheres (Hertz 1882) with the dashpot of
// Tsuji, Tanaka & Ishida (1992), c_n = alpha sqrt(m_eff K) d_n^0.25, K = 4/3 E* sqrt(R*).
//
// alpha meets the asked restitution exactly: with y = d_n^1.25 as coordinate, the collision
//     m v dv/dd + alpha sqrt(m K) d^0.25 v + K d^1.5 = 0
// becomes (5/4) m v dv/dy + alpha sqrt(m K) v + K y = 0, a linear damped oscillator with damping
// ratio alpha/sqrt(5). It leaves y = 0 with e = exp(-pi z/sqrt(1 - z^2)), z = alpha/sqrt(5), at
// any speed, where e is counted until the overlap is gone.
#pragma once

#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "laws/elastic.hpp"

namespace scree::laws::normal {

struct Hertz {
  static constexpr ParamInfo params[] = {
      elastic::young,
      elastic::poisson,
      {.name = "restitution",
       .required = true,
       .range = range::positive_fraction,
       .doc = "ratio e_n of speeds after and before a free collision"},
  };
  static constexpr CatalogInfo info{
      "hertz", "elastic spheres with a dashpot that meets the restitution",
      "Hertz 1882; Tsuji, Tanaka & Ishida 1992; Johnson 1985 (4.23), (11.24)", params};
  // The stiffness of the step before: exact where delta - delta_dot dt is only near, so that the
  // energy which the tangential spring loses to it is booked to the last bit.
  static constexpr int history = 1;
  static constexpr double energy_power = 2.5;

  double e_eff = 0;    // E*
  double damping = 0;  // c_n = damping sqrt(m_eff k_n)

  static Result<Hertz> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    Hertz z;
    z.e_eff = elastic::modulus(in);
    const double ln_e =
        exact::log(mixing::geometric(in.a.number("restitution"), in.b.number("restitution")));
    constexpr double pi = std::numbers::pi;
    const double alpha = -std::sqrt(5.0) * ln_e / std::sqrt(pi * pi + ln_e * ln_e);
    z.damping = alpha * std::sqrt(2.0 / 3.0);  // K d^0.5 = 2/3 k_n
    return z;
  }

  HD NormalForce operator()(const Touch& c, double* h) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    const double k_n = 2 * e_eff * __builtin_sqrt(c.r_eff * d);
    const double c_n = damping * __builtin_sqrt(c.m_eff * k_n);
    const double viscous = c_n * c.delta_dot;
    const double before = h[0];
    h[0] = k_n;
    return {.force = (2.0 / 3.0) * k_n * d + viscous,
            .stiffness = k_n,
            .stiffness_before = before,
            .damping = c_n,
            .dissipated = viscous * c.delta_dot * c.dt};
  }
  HD double stored(const Touch& c, const NormalForce& n, const double*) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    return (4.0 / 15.0) * n.stiffness * d * d;  // 2/5 K d^2.5
  }

  // Without the dashpot, which only makes it longer.
  double contact_time(double m_eff, double r_eff, double speed) const {
    return elastic::collision_time(e_eff, m_eff, r_eff, speed);
  }

  // exp(-pi zeta/sqrt(1 - zeta^2)) with zeta = alpha/sqrt(5), at any speed.
  double restitution(double /*m_eff*/, double /*r_eff*/, double /*speed*/) const {
    const double zeta = damping * std::sqrt(1.5 / 5);
    return exact::exp(-std::numbers::pi * zeta / std::sqrt(1 - zeta * zeta));
  }
};

}  // namespace scree::laws::normal
