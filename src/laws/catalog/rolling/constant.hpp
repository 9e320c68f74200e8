// A torque of constant size mu_r r_eff |F^n| against the relative rolling spin (Zhou et al. 1999;
// model A of Ai et al. 2011). No memory: it slows rolling, but holds no grain on a slope. Twisting
// (spin about u_n) is not resisted. Where it is cut: laws/constant_torque.hpp.
#pragma once

#include "laws/constant_torque.hpp"

namespace scree::laws::rolling {

struct Constant : ConstantTorque {
  static constexpr ParamInfo params[] = {
      {.name = "friction",
       .fallback = "0.05",
       .range = range::non_negative,
       .doc = "mu_r: the torque is mu_r r_eff |F^n|"},
  };
  static constexpr CatalogInfo info{"constant", "constant torque against rolling",
                                    "Zhou et al. 1999; Ai et al. 2011 (model A)", params};

  static Result<Constant> make(const PairInput& in) { return made<Constant>(in); }

  HD RollingTorque operator()(const Touch& c, const NormalForce& n, double*) const {
    const Vec3 w = c.w_rel - dot(c.w_rel, c.n) * c.n;
    const double w2 = norm2(w);
    const double torque = asked(c, n), cut = most(c);
    const double per_w = torque * torque < cut * cut * w2 ? torque / __builtin_sqrt(w2) : cut;
    return {.torque = -per_w * w, .dissipated = per_w * w2 * c.dt};
  }
};

}  // namespace scree::laws::rolling
