// As many doubles at a time as the instruction set of the including file has room for.
//
// A register of lanes holds one number of kLanes sites, or the rows x, y, z, w of one site (of two,
// lanes k and k + 4, with AVX-512). Included by kernel_*.cpp only.
#pragma once

#include "base/four_lanes.hpp"
#include "base/simd.hpp"
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

static_assert(sizeof(Site) == 32);

// The row of site q[k][m], and of q[k + 4][m] where there are eight lanes. scale 4: q is where that
// row begins among the doubles, which saves a shift for each.
template <int scale = 1, class Query>
HD Lanes rows_of(const Site* s, const Query* q, int k, int m) {
  const auto at = [s](std::uint32_t row) __attribute__((always_inline)) {
    return &s->x.x + std::size_t{row} * (4 / scale);
  };
#ifdef __AVX512F__
  return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(at(q[k][m]))),
                            _mm256_loadu_pd(at(q[k + 4][m])), 1);
#else
  return load4(at(q[k][m]));
#endif
}

struct Columns {
  Lanes x, y, z, w;
};

HD Columns columns_of(Lanes a, Lanes b, Lanes c, Lanes d) {
#if defined(__AVX512F__)
  const __m512i first = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
  const __m512i second = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
  const __m512d ab_even = _mm512_unpacklo_pd(a, b), ab_odd = _mm512_unpackhi_pd(a, b);
  const __m512d cd_even = _mm512_unpacklo_pd(c, d), cd_odd = _mm512_unpackhi_pd(c, d);
  return {_mm512_permutex2var_pd(ab_even, first, cd_even),
          _mm512_permutex2var_pd(ab_odd, first, cd_odd),
          _mm512_permutex2var_pd(ab_even, second, cd_even),
          _mm512_permutex2var_pd(ab_odd, second, cd_odd)};
#elif defined(__AVX__)
  transpose(a, b, c, d);
  return {a, b, c, d};
#else  // halves of a register cannot be exchanged: element by element is faster
  return {Lanes{a[0], b[0], c[0], d[0]}, Lanes{a[1], b[1], c[1], d[1]},
          Lanes{a[2], b[2], c[2], d[2]}, Lanes{a[3], b[3], c[3], d[3]}};
#endif
}

HD Lanes absolute(Lanes v) {
  const LaneMask bits = LaneMask{} + 0x7fffffffffffffffLL;
  return reinterpret_cast<Lanes>(reinterpret_cast<LaneMask>(v) & bits);
}
HD Lanes greater(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return _mm512_max_pd(a, b);
#elif defined(__AVX__)
  return _mm256_max_pd(a, b);
#else
  return a > b ? a : b;
#endif
}
HD double greatest(Lanes v) {
  double most = v[0];
  for (int k = 1; k < kLanes; ++k) most = v[k] > most ? v[k] : most;
  return most;
}
// Not less than the root and at most 6% more: half the exponent, and in between the tangents of the
// root where that is exact (from above, since it is concave).
HD Lanes root_from_above(Lanes v) {
  const LaneMask half = (reinterpret_cast<LaneMask>(v) >> 1) + 0x1ff8000000000000LL;
  return reinterpret_cast<Lanes>(half);
}
HD Lanes lesser(Lanes a, Lanes b) { return -greater(-a, -b); }

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
