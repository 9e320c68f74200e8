#include <algorithm>
#include <numbers>

#include "detect/situation.hpp"
#include "detect/sorted_cells.hpp"

namespace scree::detectors {
namespace {

// Tests of distance per grain with one grid for all sizes: half the volume of 27 cells of the
// largest grains, filled as densely as the grain's own kind can be.
double tests_in_one_grid(const detect::Situation& s) {
  constexpr double kDense = 0.64 * 3 / (4 * std::numbers::pi);  // random close packing
  const double cell = 2 * s.r_max + std::max(s.reach, 0.0);
  return std::min(14 * cell * cell * cell * kDense * s.crowding,
                  0.5 * static_cast<double>(s.grains));
}

// The figures are those of docs/theory/detection.md, "The choice".
DetectorCost cubes_cost(const detect::Situation& s) {
  return DetectorCost::without_memory(40 + 0.25 * tests_in_one_grid(s) +
                                      detect::grid_set_up_ns(s.grains));
}

}  // namespace

extern const DetectorEntry cubes_entry;
const DetectorEntry cubes_entry{
    .info = {"cubes",
             "fixed cubes, grains copied in cell order; for grains of similar size",
             "Lazarević, Dvornik & Fresl 2002, eqs. (6)-(8), with a half stencil",
             {}},
    .make = [] { return std::unique_ptr<Detector>(new detect::SortedCells); },
    .expected = cubes_cost};

}  // namespace scree::detectors
