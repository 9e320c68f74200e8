#include "detect/choose.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

// Up to here one grid costs no more than several would (docs/theory/detection.md).
constexpr double kOneGrid = 2;

}  // namespace

DetectorChoice choose_detector(const GrainSpread& s) {
  if (!(s.r_max > 0)) return {"cubes", "no grain sizes are known"};
  const double ratio = s.r_min > 0 ? s.r_max / s.r_min : s.r_max / 1e-300;
  if (ratio > kOneGrid)
    return {"levels", fmt::format("radii differ {:.3g} times: one grid a size class", ratio)};
  return {"cubes",
          fmt::format("radii differ {:.3g} times: one grid for all {} grains", ratio, s.grains)};
}

}  // namespace scree
