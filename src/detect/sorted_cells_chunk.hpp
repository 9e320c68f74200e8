// What the parts of the cell-sorted search share: runs of candidates, and the list that a thread
// fills.
#pragma once

#include <algorithm>

#include "detect/sorted_cells.hpp"

namespace scree::detect {

inline constexpr int kMaxWindows = 32;  // 9 pencils, each cut at most twice by the seam, and spare

// Runs of candidates of one grain.
struct Windows {
  Window list[kMaxWindows];
  int count = 0;
  std::size_t candidates = 0;

  void clear() { count = 0, candidates = 0; }
  void add(std::uint32_t begin, std::uint32_t end) {
    list[count++] = {begin, end};
    candidates += end - begin;
  }
};

// A part of the search with its own list of pairs.
struct SortedCells::Chunk {
  std::vector<RowPair>* pairs;
  std::size_t used = 0;

  RowPair* room(std::size_t candidates) {
    const std::size_t need = used + candidates + kScanPadding;
    if (need > pairs->size()) pairs->resize(std::max(need, pairs->size() * 3 / 2));
    return pairs->data() + used;
  }
  void scan(ScanFunction f, const CellArrays& a, const ScanConstants& c, std::uint32_t i,
            const Windows& w) {
    RowPair* const out = room(w.candidates);
    used += static_cast<std::size_t>(f(a, c, i, w.list, w.count, out) - out);
  }
};

}  // namespace scree::detect
