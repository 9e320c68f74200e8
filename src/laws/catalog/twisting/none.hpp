// No twisting resistance.
#pragma once

#include "laws/part.hpp"

namespace scree::laws::twisting {

struct None {
  static constexpr CatalogInfo info{"none", "no twisting resistance", "", {}};
  static constexpr int history = 0;
  static Result<None> make(const PairInput&) { return None{}; }
  HD TwistingTorque operator()(const Touch&, const NormalForce&, double*) const { return {}; }
  HD double stored(const Touch&, const NormalForce&, const double*) const { return 0; }
};

}  // namespace scree::laws::twisting
