#include "detect/sorted_cells.hpp"

namespace scree::detectors {

extern const DetectorEntry cubes_entry;
const DetectorEntry cubes_entry{
    .info = {"cubes",
             "fixed cubes, grains copied in cell order; for grains of similar size",
             "Lazarević, Dvornik & Fresl 2002, eqs. (6)-(8), with a half stencil",
             {}},
    .make = [] { return std::unique_ptr<Detector>(new detect::SortedCells); }};

}  // namespace scree::detectors
