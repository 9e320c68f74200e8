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

void cell_doubts(const Site* s, CellBlock& block) {
  const CellQuery* q = block.sites.data();
  int at = 0;
  for (; at + kLanes <= block.count; at += kLanes) {
    LaneBytes ask;
    __builtin_memcpy(&ask, &block.asked[at], sizeof ask);
    const LaneBytes open = __builtin_convertvector(doubts_of(s, q + at), LaneBytes) & ask;
    __builtin_memcpy(&block.doubts[at], &open, sizeof open);
  }
  if (at == block.count) return;
  CellQuery last[kLanes];
  for (int k = 0; k < kLanes; ++k) last[k] = q[at + k < block.count ? at + k : block.count - 1];
  const LaneMask open = doubts_of(s, last);
  for (int k = 0; at + k < block.count; ++k)
    block.doubts[at + k] = static_cast<std::uint8_t>(open[k]) & block.asked[at + k];
}

// Neighbours above the cell itself, the cell where they are below: those are not asked, and need
// not be fetched.
HD __m128i above_or_self(__m128i neighbours, std::uint32_t c) {
  const __m128i cell = _mm_srli_epi32(neighbours, 2), self = _mm_set1_epi32(static_cast<int>(c));
  const __m128i above = _mm_cmpgt_epi32(cell, self);  // fewer than 2^30 cells
  return _mm_or_si128(_mm_and_si128(above, cell), _mm_andnot_si128(above, self));
}
HD __m128i load_four(const std::uint32_t* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}

// No branches on which facets are asked: half of them are, at random. The cells beyond lie anywhere
// ahead, and nobody has read them yet: they are fetched 32 cells before they are needed.
std::uint32_t collect_cells(const CellArray& all, std::uint32_t first, std::uint32_t stop,
                            CellBlock& block, std::uint32_t* infinite, int& infinite_count) {
  constexpr std::uint32_t ahead = 32;
  const CellQuery* const cells = all.cells;
  const __m128i none = _mm_set1_epi32(-1);
  int count = 0, beyond = 0;
  std::uint32_t c = first;
  for (; c < stop && count < CellBlock::room && beyond < CellBlock::room; ++c) {
    alignas(16) std::uint32_t at[4];
    if (c + ahead < stop) {
      const __m128i soon = above_or_self(load_four(&cells[c + ahead][4]), c + ahead);
      _mm_store_si128(reinterpret_cast<__m128i*>(at), soon);
      for (const std::uint32_t n : at) __builtin_prefetch(&cells[n]);
    }
    if (all.mark[c] == all.free) continue;
    const __m128i v = load_four(&cells[c][0]), n = load_four(&cells[c][4]);
    if (_mm_movemask_epi8(_mm_cmpeq_epi32(v, none)) != 0) {
      infinite[beyond++] = c;
      continue;
    }
    _mm_store_si128(reinterpret_cast<__m128i*>(at), above_or_self(n, c));
    const auto vertex = [&](int k) __attribute__((always_inline)) {
      return static_cast<int>(cells[at[k]][cells[c][4 + k] & 3]);
    };
    const __m128i apex = _mm_set_epi32(vertex(3), vertex(2), vertex(1), vertex(0));
    const __m128i self = _mm_set1_epi32(static_cast<int>(c));
    const __m128i on =
        _mm_andnot_si128(_mm_cmpeq_epi32(apex, none), _mm_cmpgt_epi32(_mm_srli_epi32(n, 2), self));
    const __m128i asked_or_first =
        _mm_or_si128(_mm_and_si128(on, apex), _mm_andnot_si128(on, _mm_shuffle_epi32(v, 0)));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(&block.sites[count][0]), v);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(&block.sites[count][4]), asked_or_first);
    block.cell[count] = c;
    block.asked[count++] = static_cast<std::uint8_t>(_mm_movemask_ps(_mm_castsi128_ps(on)) | 16);
  }
  block.count = count;
  infinite_count = beyond;
  return c;
}

}  // namespace
}  // namespace scree::geometry::kernel
