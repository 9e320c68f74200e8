#include "base/instruction_set.hpp"
#include "sim/kernel/kernel.hpp"

namespace scree::kernel {

const Kernels* choose_kernels(const char* name) {
  return choose_table(name, plain_kernels, avx2_kernels, avx512_kernels);
}

}  // namespace scree::kernel
