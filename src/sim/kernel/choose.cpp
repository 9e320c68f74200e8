#include <string_view>

#include "sim/kernel/kernel.hpp"

namespace scree::kernel {

const Kernels* choose_kernels(const char* name) {
  const std::string_view wanted(name);
  const bool avx2 = __builtin_cpu_supports("avx2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
  if (wanted == "plain") return &plain_kernels;
  if (wanted == "avx2") return avx2 ? &avx2_kernels : nullptr;
  if (wanted == "avx512") return avx512 ? &avx512_kernels : nullptr;
  if (wanted != "auto") return nullptr;
  return avx512 ? &avx512_kernels : (avx2 ? &avx2_kernels : &plain_kernels);
}

}  // namespace scree::kernel
