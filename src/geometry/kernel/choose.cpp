#include "base/instruction_set.hpp"
#include "geometry/kernel/kernel.hpp"

namespace scree::geometry::kernel {

const Kernels* choose_kernels(const char* name) {
  return choose_table(name, plain_kernels, avx2_kernels, avx512_kernels);
}

}  // namespace scree::geometry::kernel
