// The hot loops, compiled without flags of its own.
#include "geometry/kernel/determinants.hpp"
#include "geometry/kernel/pieces.hpp"
#include "geometry/kernel/sweep.hpp"

namespace scree::geometry::kernel {
const Kernels plain_kernels{"plain",      &power_determinants, &orient_determinants, &signs_beyond,
                            &sweep_cells, &filter_cells,       &tetrahedron_pieces};
}
