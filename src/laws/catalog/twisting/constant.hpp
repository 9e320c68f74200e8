// A torque of constant size mu_w r_eff N against the relative spin about the normal:
// rolling/constant about the other axis, with the same cut. No memory: it brings a spin to rest,
// but holds no torque.
//
// The torque of one step takes at most half of the spin: it is cut at I |w| / (2 dt) with
// I = 2/5 m_eff r_eff^2, which is never more than the relative inertia of two spheres.
#pragma once

#include "laws/part.hpp"

namespace scree::laws::twisting {

struct Constant {
  static constexpr ParamInfo params[] = {
      {.name = "friction",
       .fallback = "0.01",
       .range = range::non_negative,
       .doc = "mu_w: the torque is mu_w r_eff N"},
  };
  static constexpr CatalogInfo info{"constant", "constant torque against twisting",
                                    "as rolling `constant`, about the normal", params};
  static constexpr int history = 0;

  double mu = 0;

  static Result<Constant> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    return Constant{.mu = mixing::geometric(in.a.number("friction"), in.b.number("friction"))};
  }

  HD TwistingTorque operator()(const Touch& c, const NormalForce& n, double*) const {
    const double w = dot(c.w_rel, c.n);
    const double asked = mu * c.r_eff * n.load;
    const double dt = c.dt > 0 ? c.dt : 1e-100;  // as in rolling/constant.hpp
    const double most = 0.2 * c.m_eff * c.r_eff * c.r_eff / dt * __builtin_fabs(w);
    const double size = asked < most ? asked : most;
    return {.torque = w > 0 ? -size : size, .dissipated = size * __builtin_fabs(w) * c.dt};
  }
  HD double stored(const Touch&, const NormalForce&, const double*) const { return 0; }
};

}  // namespace scree::laws::twisting
