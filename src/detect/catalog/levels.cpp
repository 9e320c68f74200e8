#include "detect/sorted_cells.hpp"

namespace scree::detectors {

namespace {
constexpr int kMaxLevels = 24;  // a ratio of sizes of 2^24; what is smaller shares the last
}

extern const DetectorEntry levels_entry;
const DetectorEntry levels_entry{
    .info = {"levels",
             "one grid a size class, grains copied in cell order; for grains of any sizes",
             "hierarchical grid, on the cells of `cubes`",
             {}},
    .make = [] { return std::unique_ptr<Detector>(new detect::SortedCells(kMaxLevels)); }};

}  // namespace scree::detectors
