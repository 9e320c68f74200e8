// The hot loops, compiled with -mavx2 -mfma.
#include "geometry/kernel/determinants.hpp"
#include "geometry/kernel/doubts.hpp"
#include "geometry/kernel/pieces.hpp"

namespace scree::geometry::kernel {
const Kernels avx2_kernels{"avx2",         &power_determinants, &orient_determinants, &signs_beyond,
                           &collect_cells, &cell_doubts,        &tetrahedron_pieces};
}
