// F^n = K d_n^(3/2) + 3/2 A K d_n^(1/2) d(d_n)/dt,  K = 4/3 E* sqrt(r_eff): viscoelastic spheres
// (Kuwabara & Kono 1987; Brilliantov et al. 1996).
//
// With k_n = 2 E* sqrt(r_eff d_n), the slope of the elastic force, the force is
// 2/3 k_n d_n + A k_n d(d_n)/dt. Restitution falls with the speed: 1 - e grows as v^(1/5). It
// depends on one number alone, alpha = 3/2 A (K/m_eff)^(2/5) v^(1/5): docs/theory/dissipation.md.
#pragma once

#include <cmath>
#include <numbers>

#include "laws/elastic.hpp"

namespace scree::laws::normal {

struct KuwabaraKono {
  static constexpr ParamInfo params[] = {
      elastic::young,
      elastic::poisson,
      {.name = "viscous_time",
       .dim = dim::time,
       .required = true,
       .range = range::non_negative,
       .doc = "A: ratio of the dashpot to the stiffness"},
  };
  static constexpr CatalogInfo info{"kuwabara-kono",
                                    "viscoelastic spheres: restitution falls with the speed",
                                    "Kuwabara & Kono 1987; Ramirez et al. 1999", params};
  static constexpr int history = 1;  // k_n of the step before
  static constexpr double energy_power = 2.5;

  double e_eff = 0;  // E*
  double a = 0;      // A

  static Result<KuwabaraKono> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    KuwabaraKono l;
    l.e_eff = elastic::modulus(in);
    l.a = mixing::arithmetic(in.a.number("viscous_time"), in.b.number("viscous_time"));
    return l;
  }

  HD NormalForce operator()(const Touch& c, double* h) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    const double k_n = 2 * e_eff * __builtin_sqrt(c.r_eff * d);
    const double viscous = a * k_n * c.delta_dot;
    const double before = h[0];
    h[0] = k_n;
    return {.force = (2.0 / 3.0) * k_n * d + viscous,
            .stiffness = k_n,
            .stiffness_before = before,
            .damping = a * k_n,
            .dissipated = viscous * c.delta_dot * c.dt};
  }
  HD double stored(const Touch& c, const NormalForce& n, const double*) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    return (4.0 / 15.0) * n.stiffness * d * d;  // 2/5 K d^2.5
  }

  // That of Hertz' elastic collision (hertz.hpp), which the dashpot makes longer, or what the
  // dashpot at its greatest leaves of the step that an explicit scheme bears (linear.hpp).
  double contact_time(double m_eff, double r_eff, double speed) const {
    const double t = elastic::collision_time(e_eff, m_eff, r_eff, speed);
    const double deepest = speed * t / 2.943275;
    const double k_n = 2 * e_eff * std::sqrt(r_eff * deepest);
    const double w2 = k_n / m_eff, g = 0.5 * a * w2;
    return mixing::smaller(t, 4 * std::numbers::pi / (std::sqrt(w2 + g * g) + g));
  }
};

}  // namespace scree::laws::normal
