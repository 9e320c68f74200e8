// F^t = c_t v_t, |F^t| <= mu |F^n| (3.10): friction without memory (Haff & Werner 1986). Cheaper
// than the spring, but a pile on such contacts creeps: they cannot hold a static force.
//
// c_t is cut at m_eff/(7 dt), for which the force of one step takes at most half of v_t (the
// tangential mass of two spheres or of a sphere at a wall is 2/7 m_eff): a c_t given too large
// means "as steep as the time step allows", not an instability.
#pragma once

#include "laws/part.hpp"

namespace scree::laws::tangential {

struct Viscous {
  static constexpr ParamInfo params[] = {
      {.name = "friction",
       .fallback = "0.5",
       .range = range::non_negative,
       .doc = "Coulomb's mu (3.10)"},
      {.name = "damping",
       .dim = dim::damping,
       .range = range::non_negative,
       .doc = "c_t of (3.12); instead of `damping_ratio`"},
      {.name = "damping_ratio",
       .range = range::non_negative,
       .doc = "c_t / c_n; default 1, as Cundall & Strack"},
  };
  static constexpr CatalogInfo info{"viscous", "dashpot without history, Coulomb limit",
                                    "Haff & Werner 1986; Ferrez (3.10), (3.12) with k_t = 0",
                                    params};
  static constexpr int history = 0;

  double mu = 0;
  double c_0 = 0, c_ratio = 0;  // c_t = c_0 + c_ratio c_n

  static Result<Viscous> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const bool given = in.a.has("damping");
    if (given != in.b.has("damping") || (given && in.a.has("damping_ratio")) ||
        (given && in.b.has("damping_ratio")))
      return Error{"E0313",
                   "give `damping` or `damping_ratio`, and both materials of a pair the same one",
                   "", "for two materials given in different ways write [pair.A.B]"};
    Viscous v;
    v.mu = mixing::geometric(in.a.number("friction"), in.b.number("friction"));
    if (given)
      v.c_0 = mixing::harmonic(in.a.number("damping"), in.b.number("damping"));
    else
      v.c_ratio =
          mixing::geometric(in.a.number_or("damping_ratio", 1), in.b.number_or("damping_ratio", 1));
    return v;
  }

  HD TangentialForce operator()(const Touch& c, const NormalForce& n, double*) const {
    const double asked = c_0 + c_ratio * n.damping;
    const double most = c.m_eff / (7 * c.dt);
    const double c_t = asked < most ? asked : most;
    const double v2 = norm2(c.v_t);
    const double limit = mu * n.load;
    const bool slides = c_t * c_t * v2 > limit * limit;
    const double per_v = slides ? limit / __builtin_sqrt(v2) : c_t;  // |F^t| / |v_t|
    const double lost = per_v * v2 * c.dt;
    return {.force = per_v * c.v_t, .slid = slides ? lost : 0.0, .dissipated = slides ? 0.0 : lost};
  }
  HD double stored(const Touch&, const NormalForce&, const double*) const { return 0; }
};

}  // namespace scree::laws::tangential
