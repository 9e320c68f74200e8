// Exact tests of many cells and their facets without certificates, as fast as the filter allows.
#pragma once

#include "geometry/kernel/kernel.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {

// Collects cells, asks the filter about a block of them, and what it doubts exactly. Cells at
// infinity are few and asked one by one.
class Triangulation::Sweep {
 public:
  // flat: cells that are not positive. irregular: facets, cell << 2 | slot.
  Sweep(const Triangulation& t, std::vector<std::uint32_t>& flat,
        std::vector<std::uint32_t>& irregular)
      : t_(t), flat_(flat), irregular_(irregular) {}

  // Cells that follow each other, every facet from the lower of its cells. beyond(c) is called for
  // those at infinity.
  template <class Beyond>
  void test_range(std::uint32_t first, std::uint32_t stop, Beyond beyond);
  // Some cells, all of them marked clear: facets between two of them from the lower one.
  void test_marked(std::span<const std::uint32_t> cells);
  std::size_t facets() const { return facets_ + sweep_.facets; }  // asked so far

 private:
  using Block = kernel::CellBlock;
  const kernel::Kernels& kernels() const { return *t_.kernels_; }
  template <class Asks>
  void test_infinite(std::uint32_t c, Asks asks);
  void test_block();
  void test_doubted(std::uint32_t cell, unsigned doubts);
  std::uint32_t test_some(std::uint32_t first, std::uint32_t stop);

  const Triangulation& t_;
  std::vector<std::uint32_t>&flat_, &irregular_;
  std::size_t facets_ = 0;
  Block block_;  // of test_marked
  kernel::CellSweep sweep_;
};

template <class Beyond>
void Triangulation::Sweep::test_range(std::uint32_t first, std::uint32_t stop, Beyond beyond) {
  for (std::uint32_t next = first; next < stop;) {
    next = test_some(next, stop);
    for (int i = 0; i < sweep_.infinite; ++i) {
      const std::uint32_t c = sweep_.infinite_cell[i];
      beyond(c);
      test_infinite(c, [c](std::uint32_t n) { return n > c; });
    }
  }
}

template <class Asks>
void Triangulation::Sweep::test_infinite(std::uint32_t c, Asks asks) {
  const Cell& cell = t_.cells_[c];
  const int far = infinite_slot(cell);
  if (t_.orientation(cell.v) <= 0) flat_.push_back(c);
  for (int k = 0; k < 4; ++k) {
    const std::uint32_t n = cell.n[k];
    if (k == far || !asks(n >> 2)) continue;
    ++facets_;
    if (t_.conflicts(c, t_.cells_[n >> 2].v[n & 3]))
      irregular_.push_back(c << 2 | static_cast<std::uint32_t>(k));
  }
}

}  // namespace scree::geometry
