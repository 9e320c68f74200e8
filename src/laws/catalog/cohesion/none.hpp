// No cohesion: grains that part are free.
#pragma once

#include "laws/part.hpp"

namespace scree::laws::cohesion {

struct None {
  static constexpr CatalogInfo info{"none", "no cohesion", "", {}};
  static constexpr int history = 0;
  static Result<None> make(const PairInput&) { return None{}; }
  double range() const { return 0; }
  HD CohesionForce operator()(const Touch&, const NormalForce&, double*) const { return {}; }
  HD double stored(const Touch&, const NormalForce&, const double*) const { return 0; }
};

}  // namespace scree::laws::cohesion
