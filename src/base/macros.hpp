// HD marks a function that runs on host and device and is always inlined. Always, because the
// contact kernels are compiled several times for different instruction sets: an out-of-line copy
// built with AVX-512 must never be picked by the linker for a machine that lacks it.
#pragma once

#if defined(__CUDACC__)
#define HD __host__ __device__ __forceinline__
#else
#define HD [[gnu::always_inline]] inline
#endif
