// A torque of constant size mu_r r_eff |F^n| against the relative rolling spin (Zhou et al. 1999;
// model A of Ai et al. 2011). No memory: it slows rolling, but holds no grain on a slope.
//
// A constant torque would swing a grain that is nearly at rest back and forth. The torque of one
// step therefore takes at most half of the spin: it is cut at I |w| / (2 dt), where
// I = 2/5 m_eff r_eff^2 is never more than the relative inertia (1/I_1 + 1/I_2)^-1 of two spheres,
// because each mass is at least m_eff and each radius at least r_eff. At a wall it is equal.
// Twisting (spin about u_n) is not resisted.
#pragma once

#include "laws/part.hpp"

namespace scree::laws::rolling {

struct Constant {
  static constexpr ParamInfo params[] = {
      {.name = "friction",
       .fallback = "0.05",
       .range = range::non_negative,
       .doc = "mu_r: the torque is mu_r r_eff |F^n|"},
  };
  static constexpr CatalogInfo info{"constant", "constant torque against rolling",
                                    "Zhou et al. 1999; Ai et al. 2011 (model A)", params};
  static constexpr int history = 0;

  double mu = 0;

  static Result<Constant> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    return Constant{.mu = mixing::geometric(in.a.number("friction"), in.b.number("friction"))};
  }

  HD RollingTorque operator()(const Touch& c, const NormalForce& n, double*) const {
    const Vec3 w = c.w_rel - dot(c.w_rel, c.n) * c.n;
    const double w2 = norm2(w);
    const double asked = mu * c.r_eff * n.load;
    // The forces at the start have dt = 0: a step so short that nothing is cut, but not 0, which
    // would make a number of rest that is none.
    const double dt = c.dt > 0 ? c.dt : 1e-100;
    const double most = 0.2 * c.m_eff * c.r_eff * c.r_eff / dt;  // of |T| / |w|
    const double per_w = asked * asked < most * most * w2 ? asked / __builtin_sqrt(w2) : most;
    return {.torque = -per_w * w, .dissipated = per_w * w2 * c.dt};
  }
  HD double stored(const Touch&, const NormalForce&, const double*) const { return 0; }
};

}  // namespace scree::laws::rolling
