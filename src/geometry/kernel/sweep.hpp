// A pass over the cells as they lie in memory: which are not certainly positive, which facets not
// certainly regular? Each facet is tested from the lower of its cells.
//
// A cell tests none to four of its facets, two on the average, at random. Cells are grouped by
// that number, so that no lane is filled for nothing, and wait until there are enough of a kind:
// meanwhile the cells beyond, which lie anywhere ahead, are fetched. Included by kernel_*.cpp only.
#pragma once

#include "geometry/kernel/cell_filter.hpp"

namespace scree::geometry::kernel {
namespace {

using CellGroup = CellSweep::Group;
using CellEntry = CellSweep::Entry;
constexpr int kBeyond = 4, kCell = 8, kToTest = 9;  // in an entry

typedef std::uint32_t FourWords __attribute__((vector_size(16)));
typedef std::int32_t FourSigned __attribute__((vector_size(16)));

HD FourWords load_four(const std::uint32_t* p) {
  FourWords v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
HD void store_four(std::uint32_t* p, FourWords v) { __builtin_memcpy(p, &v, sizeof v); }

// Bit k: all bits of lane k are set; else none is.
HD unsigned word_bits(FourWords mask) {
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(mask)));
#else
  return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8);
#endif
}

#ifdef __AVX__
// Bytes of the lanes of each mask, in order; zeros behind them.
struct PackTable {
  alignas(16) std::uint8_t bytes[16][16];
  constexpr PackTable() : bytes() {
    for (int mask = 0; mask < 16; ++mask) {
      int to = 0;
      for (int k = 0; k < 4; ++k)
        if (mask >> k & 1)
          for (int b = 0; b < 4; ++b) bytes[mask][to++] = static_cast<std::uint8_t>(4 * k + b);
      while (to < 16) bytes[mask][to++] = 0x80;
    }
  }
};
constexpr PackTable kPack;
#endif

// The lanes of the mask, in order.
HD void store_packed(std::uint32_t* to, FourWords v, unsigned mask) {
#ifdef __AVX__
  const auto* order = reinterpret_cast<const __m128i*>(kPack.bytes[mask]);
  const __m128i packed = _mm_shuffle_epi8(reinterpret_cast<__m128i>(v), _mm_load_si128(order));
  store_four(to, reinterpret_cast<FourWords>(packed));
#else
  store_four(to, FourWords{});
  for (unsigned k = 0, at = 0; k < 4; at += mask >> k & 1, ++k)
    if (mask >> k & 1) to[at] = v[k];
#endif
}

// Neighbours, cell << 2 | slot, become the vertices there; the infinite one becomes a vertex of the
// cell itself, which is never decided.
template <int facet_count>
HD void look_beyond(const CellArray& all, const Site* s, CellGroup& group, std::size_t& facets) {
  const std::uint32_t* const words = all.cells->data();
  const int count = group.count;
  bool infinite = false;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < facet_count; ++k) {
      const std::uint64_t n = group.entry[i][kBeyond + k];
      const std::uint32_t vertex = words[2 * n - (n & 3)];  // word 8 cell + slot
      group.entry[i][kBeyond + k] = 4 * vertex;
      infinite |= vertex == 0xffffffffu;
      __builtin_prefetch(&s->x.x + std::size_t{4 * vertex});
    }
  facets += static_cast<std::size_t>(facet_count * count);
  if (!infinite) [[likely]]
    return;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < facet_count; ++k)
      if (group.entry[i][kBeyond + k] == 4 * 0xffffffffu)
        group.entry[i][kBeyond + k] = group.entry[i][0], --facets;
}

// The i-th facet tested is that of the i-th bit of the mask.
template <int facet_count>
[[gnu::noinline]] void list_undecided(const Undecided<facet_count>& open, const CellGroup& group,
                                      int at, CellSweep& out) {
  for (unsigned lanes = open.any(); lanes != 0; lanes &= lanes - 1) {
    const int k = __builtin_ctz(lanes);
    if (at + k >= group.count) return;
    const CellEntry& entry = group.entry[at + k];
    unsigned bits = (open.inverted >> k & 1) << 4, wrong = 0;
    for (int slot = 0, i = 0; slot < 4 && i < facet_count; ++slot) {
      if (!(entry[kToTest] >> slot & 1)) continue;
      bits |= (open.facet[i] >> k & 1) << slot;
      wrong |= (open.wrong[i++] >> k & 1) << slot;
    }
    out.cell[out.listed] = entry[kCell];
    out.wrong[out.listed] = static_cast<std::uint8_t>(wrong);
    out.undecided[out.listed++] = static_cast<std::uint8_t>(bits & ~wrong);
  }
}

template <int facet_count>
void test_group(const CellArray& all, const Site* s, CellGroup& group, CellSweep& out) {
  look_beyond<facet_count>(all, s, group, out.facets);
  const int count = group.count;
  for (int k = count; k % kLanes != 0; ++k)  // the last lanes: copies
    group.entry[k] = group.entry[count - 1];
  for (int at = 0; at < count; at += kLanes) {
    const Undecided<facet_count> open =
        filter_lanes<facet_count, kBeyond, 4>(s, &group.entry[at], &group.entry[at]);
    if (open.any() != 0) [[unlikely]]
      list_undecided<facet_count>(open, group, at, out);
  }
  group.count = 0;
}

void test_group(const CellArray& all, const Site* s, unsigned facet_count, CellSweep& out) {
  CellGroup& group = out.group[facet_count];
  switch (facet_count) {
    case 0:
      return test_group<0>(all, s, group, out);
    case 1:
      return test_group<1>(all, s, group, out);
    case 2:
      return test_group<2>(all, s, group, out);
    case 3:
      return test_group<3>(all, s, group, out);
    default:
      return test_group<4>(all, s, group, out);
  }
}

std::uint32_t sweep_cells(const CellArray& all, const Site* s, std::uint32_t first,
                          std::uint32_t stop, CellSweep& out) {
  constexpr std::uint64_t ahead = 64;  // the processor alone does not keep up: 7 ns per grain
  // A full group, and at the end all that are not, must have room for what is undecided.
  constexpr int enough = CellSweep::max_listed - 6 * CellSweep::room;
  const auto* const cells = all.cells;
  const char* const bytes = reinterpret_cast<const char*>(cells);
  const FourWords none = FourWords{} - 1;
  out.listed = out.infinite = 0;
  std::uint32_t c = first;
  for (; c < stop && out.listed < enough && out.infinite < CellSweep::room; ++c) {
    __builtin_prefetch(bytes + 32 * (std::uint64_t{c} + ahead));
    if (all.mark[c] == all.free) continue;
    const FourWords v = load_four(&cells[c][0]), n = load_four(&cells[c][4]);
    if (word_bits(reinterpret_cast<FourWords>(v == none)) != 0) {
      out.infinite_cell[out.infinite++] = c;
      continue;
    }
    const auto above = reinterpret_cast<FourSigned>(n >> 2) > static_cast<std::int32_t>(c);
    const unsigned to_test =
        word_bits(reinterpret_cast<FourWords>(above));  // fewer than 2^30 cells
    const auto facet_count = static_cast<unsigned>(__builtin_popcount(to_test));
    CellGroup& group = out.group[facet_count];
    CellEntry& entry = group.entry[group.count];
    store_four(&entry[0], v << 2);
    store_packed(&entry[kBeyond], n, to_test);
    entry[kCell] = c, entry[kToTest] = to_test;
    for (int k = 0; k < 4; ++k)  // 8 bytes times it is inside the cell; 0 where there is none
      __builtin_prefetch(bytes + 8 * std::uint64_t{entry[kBeyond + k]});
    if (++group.count == CellSweep::room) test_group(all, s, facet_count, out);
  }
  if (c == stop)
    for (unsigned facet_count = 0; facet_count < 5; ++facet_count)
      if (out.group[facet_count].count > 0) test_group(all, s, facet_count, out);
  return c;
}

}  // namespace
}  // namespace scree::geometry::kernel
