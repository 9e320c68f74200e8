// Elastic-plastic resistance against spin about the normal (the torsion of Luding 2008): a spring,
// dashpot and slider on
//     v_w = r_eff (omega_1 - omega_2) . u_n,    F_w = k_w d_w + c_w v_w,   |F_w| <= mu_w N,
//     T = -r_eff F_w u_n on G1, the opposite on G2,
// with N the load of the normal part. F_w is not a force on the grains, only what the torque is
// made of: |T| <= mu_w r_eff N. Only relative spin counts.
//
// What mu_w means: an area of contact of radius a that slides about its centre under Hertz'
// pressure resists with 3 pi/16 mu a N (Johnson 1985), so mu_w = 0.59 mu a / r_eff with a =
// sqrt(r_eff d_n).
//
// The element, its time rule and its energy: laws/twist_spring.hpp.
#pragma once

#include "laws/spring_ratios.hpp"
#include "laws/twist_spring.hpp"

namespace scree::laws::twisting {

struct Spring : SpringRatios {
  static constexpr ParamInfo params[] = {
      {.name = "friction",
       .fallback = "0.01",
       .range = range::non_negative,
       .doc = "mu_w: the torque is at most mu_w r_eff N"},
      {.name = "stiffness_ratio",
       .fallback = "0.4",
       .range = range::positive,
       .doc = "k_w / k_n; at 2/5 a sphere twists on a wall with the period of the normal spring"},
      {.name = "damping_ratio",
       .range = range::non_negative,
       .doc = "c_w / c_n; default: the stiffness ratio"},
  };
  static constexpr CatalogInfo info{"spring", "elastic-plastic twisting resistance",
                                    "Luding 2008; Johnson 1985", params};
  static constexpr int history = 1;  // d_w, half a step ahead

  static Result<Spring> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    return Spring{SpringRatios::of(in)};
  }

  HD static double twisting_velocity(const Touch& c) { return c.r_eff * dot(c.w_rel, c.n); }

  HD TwistingTorque operator()(const Touch& c, const NormalForce& n, double* h) const {
    const auto spring = element<TwistSpring>(n);
    const TwistSpring::Answer f = spring(twisting_velocity(c), c.dt, h);
    return {.torque = -c.r_eff * f.force, .dissipated = f.slid + f.dissipated};
  }
  HD double stored(const Touch& c, const NormalForce& n, const double* h) const {
    return TwistSpring::stored(k_ratio * n.stiffness, twisting_velocity(c), c.dt, h);
  }
};

}  // namespace scree::laws::twisting
