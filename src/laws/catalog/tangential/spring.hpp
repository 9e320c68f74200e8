// F^t = k_t d_t + c_t v_t (3.12) with d_t the integral of v_t (3.8), |F^t| <= mu |F^n| (3.10).
//
// d_t is kept in the contact plane as it turns: projected on the new plane and stretched back to
// its length, so that turning alone neither stores nor frees energy. When the limit is reached, d_t
// is cut back to what the limited force can hold (the contact slides).
//
// k_t follows the normal stiffness (k_t = ratio k_n). Where k_n grows with the overlap (Hertz), the
// force that is already there stays as loading goes on (d_t shrinks) and falls with k_t on
// unloading: the spring never gains energy from the normal motion (Elata & Berryman 1996).
#pragma once

#include "laws/part.hpp"

namespace scree::laws::tangential {

struct Spring {
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
  static constexpr int history = 3;  // d_t

  double mu = 0, k_ratio = 0, c_ratio = 0;

  static Result<Spring> make(const PairInput& in) {
    Spring s;
    s.mu = mixing::geometric(in.a.number("friction"), in.b.number("friction"));
    const double natural = natural_ratio(in);
    s.k_ratio = mixing::geometric(in.a.number_or("stiffness_ratio", natural),
                                  in.b.number_or("stiffness_ratio", natural));
    s.c_ratio = mixing::geometric(in.a.number_or("damping_ratio", s.k_ratio),
                                  in.b.number_or("damping_ratio", s.k_ratio));
    return s;
  }

  // Mindlin's k_t/k_n = 4 G*/E* where the normal part gives elastic constants, else 2/7, for which
  // the tangential and the normal half-period of two spheres agree.
  static double natural_ratio(const PairInput& in) {
    if (!in.normal_a.has("poisson") || !in.normal_b.has("poisson")) return 2.0 / 7.0;
    const double nu_a = in.normal_a.number("poisson"), nu_b = in.normal_b.number("poisson");
    const double e_a = in.normal_a.number("young"), e_b = in.normal_b.number("young");
    const double e_eff = 1 / ((1 - nu_a * nu_a) / e_a + (1 - nu_b * nu_b) / e_b);
    const double g_eff =
        1 / (2 * (2 - nu_a) * (1 + nu_a) / e_a + 2 * (2 - nu_b) * (1 + nu_b) / e_b);
    return 4 * g_eff / e_eff;
  }

  HD TangentialForce operator()(const Touch& c, const NormalForce& n, double* h) const {
    // Turn d_t with the contact plane.
    Vec3 d{h[0], h[1], h[2]};
    const double l2 = norm2(d);
    d -= dot(d, c.n) * c.n;
    const double p2 = norm2(d);
    const double stretch = p2 > 0 ? __builtin_sqrt(l2 / p2) : 0.0;
    // Loading of a stiffening contact keeps the force, unloading keeps d_t.
    const double keep = n.stiffness > n.stiffness_before ? n.stiffness_before / n.stiffness : 1.0;
    d = (stretch * keep) * d;

    const double k_t = k_ratio * n.stiffness;
    const double c_t = c_ratio * n.damping;
    const Vec3 trial = d + c.dt * c.v_t;                // (3.8)
    const Vec3 f = k_t * trial + c_t * c.v_t;           // (3.12)
    const double limit = mu * __builtin_fabs(n.force);  // (3.10)
    const double f2 = norm2(f);
    const bool slides = f2 > limit * limit;
    const double scale = slides ? limit / __builtin_sqrt(f2) : 1.0;
    const Vec3 force = scale * f;
    // Sliding: d_t becomes what the limited force holds with the dashpot's share taken off.
    const Vec3 held = slides ? (force - c_t * c.v_t) / k_t : trial;
    h[0] = held.x;
    h[1] = held.y;
    h[2] = held.z;
    // F^t . v_t dt = slid + stored + dashpot, where the dashpot moves with d_t.
    const double slid = slides ? dot(force, trial - held) : 0.0;
    return {.force = force, .slid = slid, .dissipated = c_t * dot(c.v_t, held - d)};
  }
  HD double stored(const Touch&, const NormalForce& n, const double* h) const {
    return 0.5 * (k_ratio * n.stiffness) * (h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
  }
};

}  // namespace scree::laws::tangential
