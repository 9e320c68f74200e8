// Whole cells at a time: is each positive, and is each of its facets regular?
//
// With coordinates relative to vertex 0, the vertices b, c, d and their lifts h = |x|^2 - w,
//
//   V = b . (c x d)                                   orient3d
//   N = h_b (c x d) + h_c (d x b) + h_d (b x c)       normal of the lifted facet, times V
//   D = V h_p - N . p                                 power test of p, with the other sign
//
// so that what one cell costs serves its orientation and all its facets: 16 products a facet
// instead of 50. Included by kernel_*.cpp only.
#pragma once

#include "geometry/kernel/determinants.hpp"

namespace scree::geometry::kernel {
namespace {

using CellQuery = std::array<std::uint32_t, 8>;
typedef std::uint8_t LaneBytes __attribute__((vector_size(kLanes)));

constexpr double kHalfUlp = 0x1.0p-53;

struct Normal {
  Lanes x, y, z;
};
HD Normal cross(const Columns& s, const Columns& t) {
  return {mul_add(s.y, t.z, -(s.z * t.y)), mul_add(s.z, t.x, -(s.x * t.z)),
          mul_add(s.x, t.y, -(s.y * t.x))};
}
HD Lanes along(const Normal& n, const Columns& p) {
  return mul_add(n.z, p.z, mul_add(n.y, p.y, n.x * p.x));
}
HD Lanes weighted(Lanes ha, Lanes a, Lanes hb, Lanes b, Lanes hc, Lanes c) {
  return mul_add(hc, c, mul_add(hb, b, ha * a));
}

// Each lane has its own bound, as in batch.cpp: no coordinate exceeds sqrt(S), S = greatest lift +
// greatest weight. V: 6 terms, at most 8 roundings on one; D: 24 terms, at most 18. 10 and 20 cover
// the rounding of the bound itself. NaN is a doubt.
HD LaneMask doubts_of(const Site* s, const CellQuery* q) {
  Lanes base[4];
  for (int k = 0; k < 4; ++k) base[k] = rows_of(s, q, k, 0);
  const auto column = [&](int m) __attribute__((always_inline)) {
    return columns_of(rows_of(s, q, 0, m) - base[0], rows_of(s, q, 1, m) - base[1],
                      rows_of(s, q, 2, m) - base[2], rows_of(s, q, 3, m) - base[3]);
  };
  const Columns b = column(1), c = column(2), d = column(3);
  const Lanes hb = lift(b), hc = lift(c), hd = lift(d);
  const Normal cd = cross(c, d), db = cross(d, b), bc = cross(b, c);
  const Lanes volume = along(cd, b);
  const Normal n{weighted(hb, cd.x, hc, db.x, hd, bc.x), weighted(hb, cd.y, hc, db.y, hd, bc.y),
                 weighted(hb, cd.z, hc, db.z, hd, bc.z)};
  Lanes lifts = absolute(hb), weights = absolute(b.w), power[4];
  widen(lifts, hc), widen(weights, c.w), widen(lifts, hd), widen(weights, d.w);
  for (int k = 0; k < 4; ++k) {
    const Columns p = column(4 + k);
    const Lanes h = lift(p);
    widen(lifts, h), widen(weights, p.w);
    power[k] = mul_add(volume, h, -along(n, p));
  }
  const Lanes square = lifts + weights, cube = square * root(square);
  const Lanes bound = 24 * 20 * kHalfUlp * cube * (square + weights);
  LaneMask sure = (volume > 6 * 10 * kHalfUlp * cube) & 16;
  for (int k = 0; k < 4; ++k) sure |= (power[k] > bound) & (1LL << k);
  return ~sure;
}

void cell_doubts(const Site* s, const CellQuery* q, const std::uint8_t* asked, int count,
                 std::uint8_t* doubts) {
  int at = 0;
  for (; at + kLanes <= count; at += kLanes) {
    LaneBytes ask;
    __builtin_memcpy(&ask, asked + at, sizeof ask);
    const LaneBytes open = __builtin_convertvector(doubts_of(s, q + at), LaneBytes) & ask;
    __builtin_memcpy(doubts + at, &open, sizeof open);
  }
  if (at == count) return;
  CellQuery last[kLanes];
  for (int k = 0; k < kLanes; ++k) last[k] = q[at + k < count ? at + k : count - 1];
  const LaneMask open = doubts_of(s, last);
  for (int k = 0; at + k < count; ++k)
    doubts[at + k] = static_cast<std::uint8_t>(open[k]) & asked[at + k];
}

}  // namespace
}  // namespace scree::geometry::kernel
