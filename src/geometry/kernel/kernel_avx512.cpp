// The hot loops, compiled with -mavx512f -mavx512dq -mavx512vl -mfma.
#include "geometry/kernel/determinants.hpp"
#include "geometry/kernel/pieces.hpp"
#include "geometry/kernel/sweep.hpp"

namespace scree::geometry::kernel {
const Kernels avx512_kernels{"avx512",     &power_determinants, &orient_determinants, &signs_beyond,
                             &sweep_cells, &filter_cells,       &tetrahedron_pieces};
}
