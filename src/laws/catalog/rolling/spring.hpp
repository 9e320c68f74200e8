// Elastic-plastic rolling resistance (Iwashita & Oda 1998, in the form of Luding 2008): a spring,
// dashpot and slider on the rolling velocity
//     v_r = r_eff (omega_1 - omega_2) x u_n,    F_r = k_r d_r + c_r v_r,   |F_r| <= mu_r |F^n|,
//     T = -r_eff u_n x F_r on G1, the opposite on G2.
// F_r is not a force on the grains, only what the torque is made of: T . (omega_1 - omega_2) is
// -F_r . v_r, and |T| <= mu_r r_eff |F^n|. Only relative spin counts, so a pair that turns as a
// whole feels nothing. Twisting (spin about u_n) is not resisted.
//
// The element, its time rule and its energy: laws/plane_spring.hpp.
#pragma once

#include "laws/plane_spring.hpp"
#include "laws/spring_ratios.hpp"

namespace scree::laws::rolling {

struct Spring : SpringRatios {
  static constexpr ParamInfo params[] = {
      {.name = "friction",
       .fallback = "0.05",
       .range = range::non_negative,
       .doc = "mu_r: the torque is at most mu_r r_eff |F^n|"},
      {.name = "stiffness_ratio",
       .fallback = "0.4",
       .range = range::positive,
       .doc = "k_r / k_n; at 2/5 a sphere rocks on a wall with the period of the normal spring"},
      {.name = "damping_ratio",
       .range = range::non_negative,
       .doc = "c_r / c_n; default: the stiffness ratio"},
  };
  static constexpr CatalogInfo info{"spring", "elastic-plastic rolling resistance",
                                    "Iwashita & Oda 1998; Luding 2008", params};
  static constexpr int history = 3;  // d_r, half a step ahead

  static Result<Spring> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    return Spring{SpringRatios::of(in)};
  }

  HD static Vec3 rolling_velocity(const Touch& c) { return c.r_eff * cross(c.w_rel, c.n); }

  HD RollingTorque operator()(const Touch& c, const NormalForce& n, double* h) const {
    const auto spring = element<PlaneSpring>(n);
    const PlaneSpring::Answer f = spring(c.n, rolling_velocity(c), c.dt, h);
    return {.torque = -c.r_eff * cross(c.n, f.force), .dissipated = f.slid + f.dissipated};
  }
  HD double stored(const Touch& c, const NormalForce& n, const double* h) const {
    return PlaneSpring::stored(k_ratio * n.stiffness, rolling_velocity(c), c.dt, h);
  }
};

}  // namespace scree::laws::rolling
