#include "detect/sweep.hpp"

#include <algorithm>
#include <cmath>

#include "detect/situation.hpp"

namespace scree::detectors {
namespace {

// It keeps 500 bytes per grain and more and holds its own in small systems if anywhere: a trial
// must not take the memory or the patience of a large run.
constexpr std::size_t kMostForSweep = 20000;

// The figures are those of docs/theory/detection.md, "The choice".
DetectorCost sweep_cost(const detect::Situation& s) {
  if (s.grains > kMostForSweep) return DetectorCost::never();
  const auto n = static_cast<double>(s.grains);
  return {.list = std::min(110 + 250 * std::cbrt(n * n) * s.motion, 1700.0), .first = 1500};
}

}  // namespace

extern const DetectorEntry sweep_entry;
const DetectorEntry sweep_entry{
    .info = {"sweep",
             "bounding boxes kept sorted along each axis, pairs corrected instead of found again; "
             "for any sizes that hardly move",
             "Schinner 1999, section 3.3, tables 1 and 3",
             {}},
    .make = [] { return std::unique_ptr<Detector>(new detect::Sweep); },
    .expected = sweep_cost};

}  // namespace scree::detectors
