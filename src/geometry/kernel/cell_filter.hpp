// Whole cells at a time: is each positive, and is each of its facets regular?
//
// With coordinates relative to vertex 0, the vertices b, c, d and their lifts h = |x|^2 - w,
//
//   V = b . (c x d)                                   orient3d
//   N = h_b (c x d) + h_c (d x b) + h_d (b x c)       normal of the lifted facet, times V
//   D = V h_p - N . p                                 power test of p, with the other sign
//
// so that what one cell costs serves its orientation and all its facets: 16 products per facet
// instead of 50. Included by kernel_*.cpp only.
#pragma once

#include "geometry/kernel/determinants.hpp"

namespace scree::geometry::kernel {
namespace {

using CellQuery = std::array<std::uint32_t, 8>;

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

// Bit k: a[k] > b[k]. NaN is not.
HD unsigned lanes_above(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ);
#elif defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ)));
#else
  unsigned bits = 0;
  for (int k = 0; k < kLanes; ++k) bits |= static_cast<unsigned>(a[k] > b[k]) << k;
  return bits;
#endif
}

constexpr unsigned kAllLanes = (1u << kLanes) - 1;

// Lane by lane what is not certainly right: bit k of facet[i] for the i-th site beyond cell k.
template <int facet_count>
struct Undecided {
  unsigned inverted;  // perhaps not positive
  unsigned facet[facet_count > 0 ? facet_count : 1],
      wrong[facet_count > 0 ? facet_count : 1];  // not certainly regular; certainly not
  HD unsigned any() const {
    unsigned bits = inverted;
    for (int i = 0; i < facet_count; ++i) bits |= facet[i];
    return bits;
  }
};

// Vertices are q[.][0..3], the sites beyond p[.][first..]. Each lane has its own bound, as in
// batch.cpp: no coordinate exceeds sqrt(S), S = greatest lift + greatest weight. V: 6 terms, at
// most 8 roundings on one; D: 24 terms, at most 18. 10 and 20 cover the rounding of the bound
// itself. NaN is undecided.
template <int facet_count, int first, int scale, class Query>
HD Undecided<facet_count> filter_lanes(const Site* s, const Query* q, const Query* p) {
  Lanes base[4];
  for (int k = 0; k < 4; ++k) base[k] = rows_of<scale>(s, q, k, 0);
  const auto column = [&](const Query* of, int m) __attribute__((always_inline)) {
    return columns_of(rows_of<scale>(s, of, 0, m) - base[0], rows_of<scale>(s, of, 1, m) - base[1],
                      rows_of<scale>(s, of, 2, m) - base[2], rows_of<scale>(s, of, 3, m) - base[3]);
  };
  const Columns b = column(q, 1), c = column(q, 2), d = column(q, 3);
  const Lanes hb = lift(b), hc = lift(c), hd = lift(d);
  const Normal cd = cross(c, d), db = cross(d, b), bc = cross(b, c);
  const Lanes volume = along(cd, b);
  const Normal n{weighted(hb, cd.x, hc, db.x, hd, bc.x), weighted(hb, cd.y, hc, db.y, hd, bc.y),
                 weighted(hb, cd.z, hc, db.z, hd, bc.z)};
  Lanes lifts = absolute(hb), weights = absolute(b.w), power[facet_count > 0 ? facet_count : 1];
  widen(lifts, hc), widen(weights, c.w), widen(lifts, hd), widen(weights, d.w);
  for (int i = 0; i < facet_count; ++i) {
    const Columns x = column(p, first + i);
    const Lanes h = lift(x);
    widen(lifts, h), widen(weights, x.w);
    power[i] = mul_add(volume, h, -along(n, x));
  }
  const Lanes square = lifts + weights, cube = square * root_from_above(square);
  const Lanes bound = 24 * 20 * kHalfUlp * cube * (square + weights);
  Undecided<facet_count> out;
  out.inverted = ~lanes_above(volume, 6 * 10 * kHalfUlp * cube) & kAllLanes;
  for (int i = 0; i < facet_count; ++i) {
    out.facet[i] = ~lanes_above(power[i], bound) & kAllLanes;
    out.wrong[i] = lanes_above(-bound, power[i]);
  }
  return out;
}

HD void store_undecided(const Undecided<4>& open, CellBlock& block, int at, int count) {
  for (int k = 0; k < count; ++k) {
    unsigned bits = (open.inverted >> k & 1) << 4;
    for (int i = 0; i < 4; ++i) bits |= (open.facet[i] >> k & 1) << i;
    block.undecided[at + k] = static_cast<std::uint8_t>(bits & block.to_test[at + k]);
  }
}

void filter_cells(const Site* s, CellBlock& block) {
  const CellQuery* q = block.sites.data();
  int at = 0;
  for (; at + kLanes <= block.count; at += kLanes)
    store_undecided(filter_lanes<4, 4, 1>(s, q + at, q + at), block, at, kLanes);
  if (at == block.count) return;
  CellQuery last[kLanes];
  for (int k = 0; k < kLanes; ++k) last[k] = q[at + k < block.count ? at + k : block.count - 1];
  store_undecided(filter_lanes<4, 4, 1>(s, last, last), block, at, block.count - at);
}

}  // namespace
}  // namespace scree::geometry::kernel
