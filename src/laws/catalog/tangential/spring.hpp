// F^t = k_t d_t + c_t v_t (3.12) with d_t the integral of v_t (3.8), |F^t| <= mu |F^n| (3.10).
// The element, its time rule and its energy: laws/plane_spring.hpp.
#pragma once

#include "laws/elastic.hpp"
#include "laws/plane_spring.hpp"
#include "laws/spring_ratios.hpp"

namespace scree::laws::tangential {

struct Spring : SpringRatios {
  static constexpr ParamInfo params[] = {
      {.name = "friction",
       .fallback = "0.5",
       .range = range::non_negative,
       .doc = "Coulomb's mu (3.10)"},
      {.name = "stiffness_ratio",
       .range = range::positive,
       .doc = "k_t / k_n; default 2/7 for `linear`, Mindlin's 4 G*/E* for `hertz`; Cundall: 1"},
      {.name = "damping_ratio",
       .range = range::non_negative,
       .doc = "c_t / c_n; default: the stiffness ratio"},
  };
  static constexpr CatalogInfo info{"spring", "spring and dashpot with history, Coulomb limit",
                                    "Cundall & Strack 1979; Ferrez (3.8), (3.10), (3.12)", params};
  static constexpr int history = 3;  // d_t, half a step ahead

  static Result<Spring> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    return Spring{SpringRatios::of(in, natural_ratio(in))};
  }

  // Mindlin's k_t/k_n = 4 G*/E* where the normal part gives elastic constants, else 2/7, for which
  // the tangential and the normal half-period of two spheres agree.
  static double natural_ratio(const PairInput& in) {
    for (const ParamSet* set : {&in.normal_a, &in.normal_b})
      if (!set->has("poisson") || !set->has("young")) return 2.0 / 7.0;
    const double nu_a = in.normal_a.number("poisson"), nu_b = in.normal_b.number("poisson");
    const double e_a = in.normal_a.number("young"), e_b = in.normal_b.number("young");
    const double e_eff = 1 / (elastic::compliance(in.normal_a) + elastic::compliance(in.normal_b));
    const double g_eff =
        1 / (2 * (2 - nu_a) * (1 + nu_a) / e_a + 2 * (2 - nu_b) * (1 + nu_b) / e_b);
    return 4 * g_eff / e_eff;
  }

  HD TangentialForce operator()(const Touch& c, const NormalForce& n, double* h) const {
    const PlaneSpring::Answer f = element<PlaneSpring>(n)(c.n, c.v_t, c.dt, h);
    return {.force = f.force, .slid = f.slid, .dissipated = f.dissipated};
  }
  HD double stored(const Touch& c, const NormalForce& n, const double* h) const {
    return PlaneSpring::stored(k_ratio * n.stiffness, c.v_t, c.dt, h);
  }
};

}  // namespace scree::laws::tangential
