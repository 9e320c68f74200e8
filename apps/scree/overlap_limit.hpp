// Up to which overlap a result of stiff grains is trusted: one place for the verdict of a run and
// for the forecast of `check`.
#pragma once

#include "scene/scene.hpp"

namespace scree::app {

struct OverlapLimit {
  double ok = 0.02;        // of the smaller radius; above it is noted
  double doubtful = 0.05;  // above it the verdict is doubtful
};

inline OverlapLimit overlap_limit(const Scene&) { return {}; }

}  // namespace scree::app
