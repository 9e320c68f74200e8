// A torque of constant size mu_w r_eff N against the relative spin about the normal:
// rolling/constant about the other axis. No memory: it brings a spin to rest, but holds no torque.
// Where it is cut: laws/constant_torque.hpp.
#pragma once

#include "laws/constant_torque.hpp"

namespace scree::laws::twisting {

struct Constant : ConstantTorque {
  static constexpr ParamInfo params[] = {
      {.name = "friction",
       .fallback = "0.01",
       .range = range::non_negative,
       .doc = "mu_w: the torque is mu_w r_eff N"},
  };
  static constexpr CatalogInfo info{"constant", "constant torque against twisting",
                                    "as rolling `constant`, about the normal", params};

  static Result<Constant> make(const PairInput& in) { return made<Constant>(in); }

  HD TwistingTorque operator()(const Touch& c, const NormalForce& n, double*) const {
    const double w = dot(c.w_rel, c.n), size_of_w = __builtin_fabs(w);
    const double torque = asked(c, n), cut = most(c) * size_of_w;
    const double size = torque < cut ? torque : cut;
    return {.torque = w > 0 ? -size : size, .dissipated = size * size_of_w * c.dt};
  }
};

}  // namespace scree::laws::twisting
