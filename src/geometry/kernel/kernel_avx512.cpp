// The hot loops, compiled with -mavx512f -mavx512dq -mavx512vl -mfma.
#include "geometry/kernel/determinants.hpp"
#include "geometry/kernel/doubts.hpp"
#include "geometry/kernel/pieces.hpp"

namespace scree::geometry::kernel {
const Kernels avx512_kernels{"avx512",           &power_determinants, &orient_determinants,
                             &signs_beyond,      &collect_cells,      &cell_doubts,
                             &tetrahedron_pieces};
}
