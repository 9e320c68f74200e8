#include "geometry/triangulation/cell_tests.hpp"

#include <algorithm>
#include <bit>

namespace scree::geometry {

std::uint32_t CellTests::test_some(std::uint32_t first, std::uint32_t stop) {
  static_assert(sizeof(Cell) == 32 && sizeof(Mark) == 1);
  const kernel::CellArray cells{
      reinterpret_cast<const std::array<std::uint32_t, 8>*>(mesh_.cells.data()),
      reinterpret_cast<const std::uint8_t*>(mesh_.cells.marks()),
      static_cast<std::uint8_t>(Mark::free)};
  const std::uint32_t next = kernels().sweep(cells, mesh_.sites.data(), first, stop, sweep_);
  for (int i = 0; i < sweep_.listed; ++i) {
    const std::uint32_t c = sweep_.cell[i];
    for (std::uint32_t k = 0; k < 4; ++k)
      if (sweep_.wrong[i] >> k & 1) irregular_.push_back(c << 2 | k);
    if (sweep_.undecided[i] != 0) test_undecided(c, sweep_.undecided[i]);
  }
  return next;
}

void CellTests::test_marked(std::span<const std::uint32_t> cells) {
  const auto test = [this] {
    test_block();
    block_.count = 0;
  };
  block_.count = 0;
  for (const std::uint32_t c : cells) {
    const Cell& cell = mesh_.cells[c];
    const auto includes = [&](std::uint32_t n) {
      return n > c || mesh_.cells.mark(n) != Mark::clear;
    };
    if (infinite_slot(cell) >= 0) {
      test_infinite(c, includes);
      continue;
    }
    auto& q = block_.sites[block_.count];
    unsigned to_test = 16;
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t n = cell.n[k];
      const Vertex apex = mesh_.cells[n >> 2].v[n & 3];
      const bool on = apex != infinite_vertex && includes(n >> 2);
      q[k] = cell.v[k], q[4 + k] = on ? apex : cell.v[0];
      to_test |= static_cast<unsigned>(on) << k;
    }
    block_.cell[block_.count] = c;
    block_.to_test[block_.count] = static_cast<std::uint8_t>(to_test);
    if (++block_.count == Block::room) test();
  }
  test();
}

void CellTests::test_block() {
  kernels().filter(mesh_.sites.data(), block_);
  for (int i = 0; i < block_.count; ++i) {
    facets_ += static_cast<std::size_t>(std::popcount(block_.to_test[i] & 15u));
    test_undecided(block_.cell[i], block_.undecided[i]);
  }
}

void CellTests::test_undecided(std::uint32_t c, unsigned undecided) {
  const Cell& cell = mesh_.cells[c];
  if ((undecided & 16) && mesh_.orientation(cell.v) <= 0) inverted_.push_back(c);
  for (std::uint32_t k = 0; k < 4; ++k) {
    if (!(undecided >> k & 1)) continue;
    const Vertex apex = mesh_.cells[cell.n[k] >> 2].v[cell.n[k] & 3];
    if (apex != infinite_vertex && mesh_.conflicts(c, apex)) irregular_.push_back(c << 2 | k);
  }
}

std::vector<std::uint32_t> test_cells(Mesh& mesh, std::span<const std::uint32_t> cells, int threads,
                                      RepairStats* stats) {
  for (const std::uint32_t c : cells) mesh.cells.set_mark(c, Mark::clear);
  struct Found {
    std::vector<std::uint32_t> inverted, irregular;
  };
  constexpr std::size_t block = 1024;
  const auto blocks = static_cast<std::int64_t>((cells.size() + block - 1) / block);
  std::vector<Found> found(static_cast<std::size_t>(blocks));
  std::size_t facets = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (blocks > 1) \
    reduction(+ : facets)
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::size_t begin = b * block, end = std::min(begin + block, cells.size());
    CellTests tests(mesh, found[b].inverted, found[b].irregular);
    tests.test_marked(cells.subspan(begin, end - begin));
    facets += tests.facets();
  }
  for (const std::uint32_t c : cells) mesh.cells.set_mark(c, Mark::unknown);
  std::vector<std::uint32_t> inverted;
  for (const Found& l : found) {
    mesh.changes.flip_queue.insert(mesh.changes.flip_queue.end(), l.irregular.begin(),
                                   l.irregular.end());
    inverted.insert(inverted.end(), l.inverted.begin(), l.inverted.end());
  }
  if (stats != nullptr) stats->facets_tested += facets;
  return inverted;
}

bool test_new_cells(Mesh& mesh, std::size_t first, int threads) {
  const std::span<const std::uint32_t> cells = std::span(mesh.changes.new_cells).subspan(first);
  for (const std::uint32_t c : cells)
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t n = mesh.cells[c].n[k];
      if (mesh.cells[n >> 2].n[n & 3] != (c << 2 | k)) return false;
    }
  const bool positive = test_cells(mesh, cells, threads).empty();
  mesh.changes.new_cells.resize(first);
  return positive;
}

}  // namespace scree::geometry
