// The hot loops, compiled without flags of its own.
#include "geometry/kernel/determinants.hpp"
#include "geometry/kernel/doubts.hpp"
#include "geometry/kernel/pieces.hpp"

namespace scree::geometry::kernel {
const Kernels plain_kernels{
    "plain",        &power_determinants, &orient_determinants, &signs_beyond,
    &collect_cells, &cell_doubts,        &tetrahedron_pieces};
}
