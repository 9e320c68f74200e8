// No tangential force: smooth grains.
#pragma once

#include "laws/part.hpp"

namespace scree::laws::tangential {

struct None {
  static constexpr CatalogInfo info{"none", "smooth: no tangential force", "", {}};
  static constexpr int history = 0;
  static Result<None> make(const PairInput&) { return None{}; }
  HD TangentialForce operator()(const Touch&, const NormalForce&, double*) const { return {}; }
  HD double stored(const Touch&, const NormalForce&, const double*) const { return 0; }
};

}  // namespace scree::laws::tangential
