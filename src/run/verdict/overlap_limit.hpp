// Up to which overlap a result of stiff grains is trusted: one place for the verdict of a run and
// for the forecast of `check`.
#pragma once

#include "scene/scene.hpp"

namespace scree::run {

struct OverlapLimit {
  double ok = 0;        // of the smaller radius; above it is noted
  double doubtful = 0;  // above it the verdict is doubtful
};

// 2% and 5% of the radius for stiff grains; `verdict.overlap` of the scene moves both.
inline OverlapLimit overlap_limit(double doubtful) { return {0.4 * doubtful, doubtful}; }
inline OverlapLimit overlap_limit(const Scene& scene) {
  return overlap_limit(scene.verdict.overlap);
}

}  // namespace scree::run
