// Four doubles at a time. GCC's vector extension: the same source for every instruction set,
// element-wise IEEE operations. For files that are compiled once per instruction set: all inlined.
#pragma once

#include "base/macros.hpp"

namespace scree {

typedef double Four __attribute__((vector_size(32)));
typedef long long FourIndex __attribute__((vector_size(32)));

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

}  // namespace scree
