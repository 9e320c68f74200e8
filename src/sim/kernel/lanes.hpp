// Four doubles at a time: rows of the particle arrays <-> columns of a block.
//
// GCC's vector extension: the same source for every instruction set, element-wise IEEE operations.
#pragma once

#include "base/macros.hpp"
#include "sim/kernel/kernel.hpp"

namespace scree::kernel {
namespace {

typedef double Four __attribute__((vector_size(32)));
typedef double Eight __attribute__((vector_size(64)));
typedef float FourSingle __attribute__((vector_size(16)));
typedef long long FourIndex __attribute__((vector_size(32)));

template <class Row>
HD Four load_row(const Row& r) {
  static_assert(sizeof(Row) == 32 && alignof(Row) == 32);
  return *reinterpret_cast<const Four*>(&r);
}
HD Four load4(const double* p) {
  Four v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
HD void store4(double* p, Four v) { __builtin_memcpy(p, &v, sizeof v); }

#ifdef __clang__  // has no shuffle by a value: the fuzz build only needs the same result
HD Four pick4(Four a, Four b, FourIndex order) {
  Four out{};
  for (int k = 0; k < 4; ++k) out[k] = order[k] < 4 ? a[order[k]] : b[order[k] - 4];
  return out;
}
#else
HD Four pick4(Four a, Four b, FourIndex order) { return __builtin_shuffle(a, b, order); }
#endif

// Rows a b c d become columns.
HD void transpose(Four& a, Four& b, Four& c, Four& d) {
  const Four ab_even = pick4(a, b, FourIndex{0, 4, 2, 6});  // a0 b0 a2 b2
  const Four ab_odd = pick4(a, b, FourIndex{1, 5, 3, 7});   // a1 b1 a3 b3
  const Four cd_even = pick4(c, d, FourIndex{0, 4, 2, 6});
  const Four cd_odd = pick4(c, d, FourIndex{1, 5, 3, 7});
  a = pick4(ab_even, cd_even, FourIndex{0, 1, 4, 5});
  b = pick4(ab_odd, cd_odd, FourIndex{0, 1, 4, 5});
  c = pick4(ab_even, cd_even, FourIndex{2, 3, 6, 7});
  d = pick4(ab_odd, cd_odd, FourIndex{2, 3, 6, 7});
}

// Four packed Vec3 as rows; the last lane is zero.
HD Four without_last(Four v) {
  return reinterpret_cast<Four>(reinterpret_cast<FourIndex>(v) & FourIndex{-1, -1, -1, 0});
}
HD void load_vectors(const double* d, Four (&row)[4]) {
  const Four a = load4(d), b = load4(d + 4), c = load4(d + 8);
  row[0] = without_last(a);
  row[1] = without_last(pick4(a, b, FourIndex{3, 4, 5, 0}));
  row[2] = without_last(pick4(b, c, FourIndex{2, 3, 4, 0}));
  row[3] = without_last(pick4(c, c, FourIndex{1, 2, 3, 0}));
}
HD void store_vectors(double* d, const Four (&row)[4]) {
  store4(d, pick4(row[0], row[1], FourIndex{0, 1, 2, 4}));
  store4(d + 4, pick4(row[1], row[2], FourIndex{1, 2, 4, 5}));
  store4(d + 8, pick4(row[2], row[3], FourIndex{2, 4, 5, 6}));
}

HD void store_columns(double (*to)[kBlock], int lane, Four a, Four b, Four c, Four d) {
  transpose(a, b, c, d);
  store4(&to[0][lane], a);
  store4(&to[1][lane], b);
  store4(&to[2][lane], c);
}

}  // namespace
}  // namespace scree::kernel
