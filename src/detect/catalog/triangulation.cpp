#include <algorithm>

#include "detect/situation.hpp"
#include "detect/triangulated.hpp"

namespace scree::detectors {
namespace {

// It keeps up to 1000 bytes per grain and holds its own in small systems if anywhere: a trial must
// not take the memory or the patience of a large run.
constexpr std::size_t kMostForTriangulation = 200000;

// The figures are those of docs/theory/detection.md, "The choice".
DetectorCost triangulation_cost(const detect::Situation& s) {
  if (s.grains > kMostForTriangulation) return DetectorCost::never();
  return {.list = std::min(250 + 40000 * s.motion, 5000.0), .first = 5500};
}

}  // namespace

extern const DetectorEntry triangulation_entry;
const DetectorEntry triangulation_entry{
    .info =
        {"triangulation",
         "edges of the regular triangulation, repaired as grains move; for any mixture of sizes",
         "Ferrez 2001, chapters 2 and 4",
         {}},
    .make = [] { return std::unique_ptr<Detector>(new detect::Triangulated); },
    .expected = triangulation_cost};

}  // namespace scree::detectors
