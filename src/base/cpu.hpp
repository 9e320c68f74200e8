// What the processor can do, and its clock.
#pragma once

#include <cstdint>
#include <string>

#include "base/simd.hpp"

namespace scree {

#if SCREE_X86
inline bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
inline bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#else
inline bool has_avx2() { return false; }
inline bool has_avx512() { return false; }
#endif

// Read every few rows, where asking the system would cost as much as a row. Only ratios mean
// anything. Always inlined: the kernels are compiled once per instruction set.
[[gnu::always_inline]] inline std::uint64_t processor_ticks() {
#if SCREE_X86
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  std::uint64_t ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return 0;  // shares of a step are not told
#endif
}

// "x86-64", "aarch64": what the program was compiled for.
inline constexpr const char* kArchitecture =
#if SCREE_X86
    "x86-64";
#elif defined(__aarch64__)
    "aarch64";
#else
    "other";
#endif

// As the system names it, in /proc/cpuinfo; empty where it does not.
std::string processor_name();

}  // namespace scree
