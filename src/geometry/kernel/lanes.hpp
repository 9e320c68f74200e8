// As many doubles at a time as the instruction set of the including file has room for.
//
// Included by kernel_*.cpp only.
#pragma once

#include <immintrin.h>

#include "base/four.hpp"
#include "geometry/kernel/kernel.hpp"

namespace scree::geometry::kernel {
namespace {

#ifdef __AVX512F__
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif
typedef double Lanes __attribute__((vector_size(8 * kLanes)));
typedef long long LaneMask __attribute__((vector_size(8 * kLanes)));

HD Four row_of(const Site& s) { return load4(&s.x.x); }
static_assert(sizeof(Site) == 32);

struct Columns {
  Lanes x, y, z, w;
};

// rows[k] belongs to lane k.
HD Columns columns_of(Four (&rows)[kLanes]) {
#ifndef __AVX__
  Columns c;
  Lanes* to[4] = {&c.x, &c.y, &c.z, &c.w};
  for (int k = 0; k < 4; ++k) *to[k] = Lanes{rows[0][k], rows[1][k], rows[2][k], rows[3][k]};
  return c;
#else
  transpose(rows[0], rows[1], rows[2], rows[3]);
#ifdef __AVX512F__
  transpose(rows[4], rows[5], rows[6], rows[7]);
  Columns c;
  Lanes* to[4] = {&c.x, &c.y, &c.z, &c.w};
  for (int k = 0; k < 4; ++k)
    *to[k] = __builtin_shufflevector(rows[k], rows[4 + k], 0, 1, 2, 3, 4, 5, 6, 7);
  return c;
#else
  return {rows[0], rows[1], rows[2], rows[3]};
#endif
#endif
}

HD Four absolute(Four v) {
  const FourIndex bits = FourIndex{} + 0x7fffffffffffffffLL;
  return reinterpret_cast<Four>(reinterpret_cast<FourIndex>(v) & bits);
}
HD Lanes absolute(Lanes v, int) {
  const LaneMask bits = LaneMask{} + 0x7fffffffffffffffLL;
  return reinterpret_cast<Lanes>(reinterpret_cast<LaneMask>(v) & bits);
}
template <class V>
HD V greater(V a, V b) {
  return a > b ? a : b;
}
HD Four greater4(Four a, Four b) {
#ifdef __AVX__
  return _mm256_max_pd(a, b);
#else
  return greater(a, b);
#endif
}
template <class V>
HD V lesser(V a, V b) {
  return a < b ? a : b;
}

// a b + c. Fused where the machine can: for filters only.
HD Lanes mul_add(Lanes a, Lanes b, Lanes c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__FMA__)
  return _mm256_fmadd_pd(a, b, c);
#else
  return a * b + c;
#endif
}

}  // namespace
}  // namespace scree::geometry::kernel
