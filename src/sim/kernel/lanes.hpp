// Four doubles at a time: rows of the particle arrays <-> columns of a block.
#pragma once

#include "base/four_lanes.hpp"
#include "sim/kernel/kernel.hpp"

namespace scree::kernel {
namespace {

typedef double Eight __attribute__((vector_size(64)));
typedef float FourSingle __attribute__((vector_size(16)));

template <class Row>
HD Four load_row(const Row& r) {
  static_assert(sizeof(Row) == 32 && alignof(Row) == 32);
  return *reinterpret_cast<const Four*>(&r);
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

// Lanes 0..2 of a, lane 3 of b.
HD Four with_last(Four a, Four b) { return pick4(a, b, FourIndex{0, 1, 2, 7}); }

// Turns four rows into columns and stores the first three; the last column is left in row[3].
HD void store_columns(double (*to)[kBlock], int lane, Four (&row)[4]) {
  transpose(row[0], row[1], row[2], row[3]);
  for (int k = 0; k < 3; ++k) store4(&to[k][lane], row[k]);
}

}  // namespace
}  // namespace scree::kernel
