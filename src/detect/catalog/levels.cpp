#include <algorithm>
#include <cmath>

#include "detect/situation.hpp"
#include "detect/sorted_cells.hpp"

namespace scree::detectors {
namespace {

constexpr int kMaxLevels = 24;  // a ratio of sizes of 2^24; what is smaller shares the last

// The figures are those of docs/theory/detection.md, "The choice".
DetectorCost levels_cost(const detect::Situation& s) {
  const double octaves = std::log2(std::min(std::max(s.ratio(), 1.0), 1e9));
  return DetectorCost::without_memory(46 + 3 * octaves + detect::grid_set_up_ns(s.grains));
}

}  // namespace

extern const DetectorEntry levels_entry;
const DetectorEntry levels_entry{
    .info = {"levels",
             "one grid per size class, grains copied in cell order; for grains of any sizes",
             "hierarchical grid, on the cells of `cubes`",
             {}},
    .make = [] { return std::unique_ptr<Detector>(new detect::SortedCells(kMaxLevels)); },
    .expected = levels_cost};

}  // namespace scree::detectors
