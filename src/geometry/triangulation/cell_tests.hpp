// Exact tests of many cells and their facets without certificates, as fast as the filter allows.
//
// Reads sites and cells, writes what is wrong to the lists of the caller; test_cells also uses the
// marks of the cells, and queues facets that are not regular.
#pragma once

#include "geometry/kernel/kernel.hpp"
#include "geometry/triangulation/mesh.hpp"
#include "geometry/triangulation/repair_stats.hpp"

namespace scree::geometry {

// Cells are collected in blocks for the filter; what it cannot decide is tested exactly. Infinite
// cells are few and tested one by one.
class CellTests {
 public:
  // inverted: cells that are not positive. irregular: facets, cell << 2 | slot.
  CellTests(const Mesh& mesh, std::vector<std::uint32_t>& inverted,
            std::vector<std::uint32_t>& irregular)
      : mesh_(mesh), inverted_(inverted), irregular_(irregular) {}

  // Cells that follow each other, every facet from the lower of its cells. at_infinity(c) is called
  // for infinite ones.
  template <class AtInfinity>
  void test_range(std::uint32_t first, std::uint32_t stop, AtInfinity at_infinity);
  // Some cells, all of them marked clear: facets between two of them from the lower one.
  void test_marked(std::span<const std::uint32_t> cells);
  std::size_t facets() const { return facets_ + sweep_.facets; }  // tested so far

 private:
  using Block = kernel::CellBlock;
  const kernel::Kernels& kernels() const { return *mesh_.kernels; }
  template <class Includes>
  void test_infinite(std::uint32_t c, Includes includes);
  void test_block();
  void test_undecided(std::uint32_t cell, unsigned undecided);
  std::uint32_t test_some(std::uint32_t first, std::uint32_t stop);

  const Mesh& mesh_;
  std::vector<std::uint32_t>&inverted_, &irregular_;
  std::size_t facets_ = 0;
  Block block_;  // of test_marked
  kernel::CellSweep sweep_;
};

template <class AtInfinity>
void CellTests::test_range(std::uint32_t first, std::uint32_t stop, AtInfinity at_infinity) {
  for (std::uint32_t next = first; next < stop;) {
    next = test_some(next, stop);
    for (int i = 0; i < sweep_.infinite; ++i) {
      const std::uint32_t c = sweep_.infinite_cell[i];
      at_infinity(c);
      test_infinite(c, [c](std::uint32_t n) { return n > c; });
    }
  }
}

template <class Includes>
void CellTests::test_infinite(std::uint32_t c, Includes includes) {
  const Cell& cell = mesh_.cells[c];
  const int far = infinite_slot(cell);
  if (mesh_.orientation(cell.v) <= 0) inverted_.push_back(c);
  for (int k = 0; k < 4; ++k) {
    const std::uint32_t n = cell.n[k];
    if (k == far || !includes(n >> 2)) continue;
    ++facets_;
    if (mesh_.conflicts(c, mesh_.cells[n >> 2].v[n & 3]))
      irregular_.push_back(c << 2 | static_cast<std::uint32_t>(k));
  }
}

// Some cells, none twice: facets that are not regular are in the flip queue then. Facets between
// two of them are tested by the lower one. Returns those that are not positive.
std::vector<std::uint32_t> test_cells(Mesh& mesh, std::span<const std::uint32_t> cells, int threads,
                                      RepairStats* stats = nullptr);

// New cells, none twice, from number `first` of their list on, which is cut there. False: they are
// not all positive and linked both ways.
bool test_new_cells(Mesh& mesh, std::size_t first, int threads);

}  // namespace scree::geometry
