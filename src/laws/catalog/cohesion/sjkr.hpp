// A pull in proportion to the area of contact, with a cohesion energy density k: the simplified JKR
// of powder codes.
//     F^c = k A,    A = 2 pi R* d_n   for d_n > 0,
// the area of the circle in which the two spheres cut each other, to first order in d_n/R*. It
// softens the normal spring and pulls nothing at d_n = 0: unlike `jkr` and `dmt` it holds no grain
// against a force unless it is pressed in, and where k A exceeds the push of a `linear` part (2 pi
// R* k > k_n) grains sink into each other.
//
// Energy: -pi k R* d_n^2 is stored, nothing is lost. docs/theory/adhesion.md.
#pragma once

#include <numbers>

#include "laws/part.hpp"

namespace scree::laws::cohesion {

struct Sjkr {
  static constexpr ParamInfo params[] = {
      {.name = "energy_density",
       .dim = dim::pressure,
       .required = true,
       .range = range::non_negative,
       .doc = "k: pull over the area of contact, in J/m^3 or Pa",
       .example = "10 kPa"},
  };
  static constexpr CatalogInfo info{"sjkr", "pull in proportion to the area of contact",
                                    "simplified JKR of powder codes", params};
  static constexpr int history = 0;

  double per_overlap = 0;  // F^c / (R* d_n)

  static Result<Sjkr> make(const PairInput& in) {
    if (auto error = unusable(params, in)) return *error;
    const double k =
        mixing::geometric(in.a.number("energy_density"), in.b.number("energy_density"));
    return Sjkr{.per_overlap = 2 * std::numbers::pi * k};
  }

  HD CohesionForce operator()(const Touch& c, const NormalForce&, double*) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    return {.force = per_overlap * c.r_eff * d};
  }
  HD double stored(const Touch& c, const NormalForce&, const double*) const {
    const double d = c.delta > 0 ? c.delta : 0.0;
    return -0.5 * per_overlap * c.r_eff * d * d;
  }
};

}  // namespace scree::laws::cohesion
