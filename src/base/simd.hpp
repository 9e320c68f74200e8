// The only place that names the vector instructions of a processor by their headers.
//
// Code with intrinsics stands behind the macros that the compiler sets for the instruction set it
// was told (__AVX512F__, __AVX2__, __SSE2__, ...), beside plain code for every other processor,
// with the same bits. Vectors of GCC (base/four_lanes.hpp) need no header: they are compiled for
// any. `make check` (tools/check_simd.py) finds other files that include one of these headers.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#define SCREE_X86 1
#else
#define SCREE_X86 0
#endif
