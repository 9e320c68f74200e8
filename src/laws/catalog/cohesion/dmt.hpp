// A constant pull while the surfaces touch (Derjaguin, Muller & Toporov 1975): hard spheres of
// small surface energy, whose shape Hertz' pressure alone decides.
//     F^c = 2 pi w R*   for d_n > 0,    w = 2 sqrt(gamma_1 gamma_2).
// It is the greatest pull as well. No hysteresis: what parting costs, touching has given, so the
// energy -F^c d_n is stored, and nothing is lost. docs/theory/adhesion.md.
//
// The force jumps at d_n = 0, between two steps. A step's force counts half for the interval before
// it and half for the one behind; of an interval in which the contact begins or ends only the part
// theta = d_n/(|rate| dt) is spent in contact. So the first and the last force are (1/2 + theta)
// F^c, which makes the work that of the law and not that of the place where a step fell.
#pragma once

#include <numbers>

#include "laws/part.hpp"

namespace scree::laws::cohesion {

struct Dmt {
  static constexpr ParamInfo params[] = {
      {.name = "surface_energy",
       .dim = dim::stiffness,
       .required = true,
       .range = range::non_negative,
       .doc = "gamma of a surface; a pair has the work of adhesion w = 2 sqrt(gamma_1 gamma_2)",
       .example = "50 mN/m"},
  };
  static constexpr CatalogInfo info{"dmt", "constant pull of touching surfaces",
                                    "Derjaguin, Muller & Toporov 1975", params};
  static constexpr int history = 1;  // 1 once formed

  double per_radius = 0;  // F^c / R*

  static Result<Dmt> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const double w =
        2 * mixing::geometric(in.a.number("surface_energy"), in.b.number("surface_energy"));
    return Dmt{.per_radius = 2 * std::numbers::pi * w};
  }

  HD CohesionForce operator()(const Touch& c, const NormalForce&, double* h) const {
    const double change = c.delta_dot * c.dt;
    const bool begins = (h[0] == 0) & (c.delta < 1.25 * change);
    const bool ends = c.delta < -change;
    const double share = c.delta / __builtin_fabs(change);
    const double edge = 0.5 + (share < 1 ? share : 1.0);
    h[0] = 1;
    const double pull = per_radius * c.r_eff * ((begins | ends) ? edge : 1.0);
    return {.force = c.delta > 0 ? pull : 0.0};
  }
  HD double stored(const Touch& c, const NormalForce&, const double*) const {
    return c.delta > 0 ? -per_radius * c.r_eff * c.delta : 0.0;
  }
};

}  // namespace scree::laws::cohesion
