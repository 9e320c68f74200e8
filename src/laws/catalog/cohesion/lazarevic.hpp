// Grains that move apart are held back by a linear spring until it pulls with N_max
// (Lazarevic 2002, (20)-(22)):
//     F^c = -k d_n   for  -N_max/k <= d_n <= 0  while d(d_n)/dt < 0,  else 0.
// On the way back the spring does not push or pull: what was put into it is lost, so nothing is
// stored and all work against it is booked as dissipated.
//
// The reach N_max/k must be known for a material pair before any grain is. k is therefore given
// here, or taken from a normal part with a `stiffness` of its own; a `contact_time` (k grows with
// the mass) and `hertz` (no stiffness at zero overlap) have none to offer.
#pragma once

#include "laws/part.hpp"

namespace scree::laws::cohesion {

struct Lazarevic {
  static constexpr ParamInfo params[] = {
      {.name = "max_force",
       .dim = dim::force,
       .required = true,
       .range = range::non_negative,
       .doc = "N_max, the greatest pull before the grains part (21)"},
      {.name = "stiffness",
       .dim = dim::stiffness,
       .range = range::positive,
       .doc = "k of (21); default: the `stiffness` of the normal part"},
  };
  static constexpr CatalogInfo info{"lazarevic", "linear attraction of grains that move apart",
                                    "Lazarevic 2002 (20)-(22)", params};
  static constexpr int history = 0;

  double k = 0;
  double reach = 0;  // N_max/k

  static Result<Lazarevic> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const bool given_a = in.a.has("stiffness"), given_b = in.b.has("stiffness");
    if ((!given_a && !in.normal_a.has("stiffness")) || (!given_b && !in.normal_b.has("stiffness")))
      return Error{"E0314",
                   "cohesion `lazarevic` needs a `stiffness`: its reach is max_force / stiffness, "
                   "and the normal part has no stiffness that is the same for every pair of grains",
                   "",
                   "add `stiffness` to the cohesion, or give the normal part as `linear` with "
                   "`stiffness`"};
    const double k_a = given_a ? in.a.number("stiffness") : in.normal_a.number("stiffness");
    const double k_b = given_b ? in.b.number("stiffness") : in.normal_b.number("stiffness");
    Lazarevic l;
    l.k = mixing::harmonic(k_a, k_b);
    // Geometric: a partner without cohesion does not stick.
    l.reach = mixing::geometric(in.a.number("max_force"), in.b.number("max_force")) / l.k;
    return l;
  }

  double range() const { return reach; }

  HD CohesionForce operator()(const Touch& c, const NormalForce&, double*) const {
    const bool holds = (c.delta <= 0) & (c.delta >= -reach) & (c.delta_dot < 0);  // (21), (22)
    const double pull = holds ? -k * c.delta : 0.0;
    return {.force = pull, .dissipated = -pull * c.delta_dot * c.dt, .lossy = pull};
  }
  HD double stored(const Touch&, const NormalForce&, const double*) const { return 0; }
};

}  // namespace scree::laws::cohesion
