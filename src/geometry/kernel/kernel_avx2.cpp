// The hot loops, compiled with -mavx2 -mfma.
#include "geometry/kernel/determinants.hpp"
#include "geometry/kernel/pieces.hpp"
#include "geometry/kernel/sweep.hpp"

namespace scree::geometry::kernel {
const Kernels avx2_kernels{"avx2",       &power_determinants, &orient_determinants, &signs_beyond,
                           &sweep_cells, &filter_cells,       &tetrahedron_pieces};
}
