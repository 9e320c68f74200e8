// Motion without certificates: all sites go to their places, every cell and facet is tested there.
//
// Where most budgets would be used up this costs less than keeping them (pass_choice.hpp). The
// sites are in two arrays then: where they are, and where they were before the update, for those
// that are held back. Budgets do not exist meanwhile, and their memory is given back.
#include "geometry/triangulation_sweep.hpp"

#include <algorithm>
#include <bit>

#include "base/memory.hpp"
#include "geometry/triangulation_motion.hpp"

namespace scree::geometry {

std::uint32_t Triangulation::Sweep::test_some(std::uint32_t first, std::uint32_t stop) {
  static_assert(sizeof(Cell) == 32 && sizeof(Mark) == 1);
  const kernel::CellArray cells{
      reinterpret_cast<const std::array<std::uint32_t, 8>*>(t_.cells_.data()),
      reinterpret_cast<const std::uint8_t*>(t_.mark_.data()),
      static_cast<std::uint8_t>(Mark::free)};
  const std::uint32_t next = kernels().sweep(cells, t_.all_.data(), first, stop, sweep_);
  for (int i = 0; i < sweep_.doubted; ++i) {
    const std::uint32_t c = sweep_.cell[i];
    for (std::uint32_t k = 0; k < 4; ++k)
      if (sweep_.wrong[i] >> k & 1) irregular_.push_back(c << 2 | k);
    if (sweep_.doubts[i] != 0) test_doubted(c, sweep_.doubts[i]);
  }
  return next;
}

void Triangulation::Sweep::test_marked(std::span<const std::uint32_t> cells) {
  const auto test = [this] {
    test_block();
    block_.count = 0;
  };
  block_.count = 0;
  for (const std::uint32_t c : cells) {
    const Cell& cell = t_.cells_[c];
    const auto asks = [&](std::uint32_t n) { return n > c || t_.mark_[n] != Mark::clear; };
    if (infinite_slot(cell) >= 0) {
      test_infinite(c, asks);
      continue;
    }
    auto& q = block_.sites[block_.count];
    unsigned asked = 16;
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t n = cell.n[k];
      const Vertex apex = t_.cells_[n >> 2].v[n & 3];
      const bool on = apex != infinite && asks(n >> 2);
      q[k] = cell.v[k], q[4 + k] = on ? apex : cell.v[0];
      asked |= static_cast<unsigned>(on) << k;
    }
    block_.cell[block_.count] = c;
    block_.asked[block_.count] = static_cast<std::uint8_t>(asked);
    if (++block_.count == Block::room) test();
  }
  test();
}

void Triangulation::Sweep::test_block() {
  kernels().doubts(t_.all_.data(), block_);
  for (int i = 0; i < block_.count; ++i) {
    facets_ += static_cast<std::size_t>(std::popcount(block_.asked[i] & 15u));
    test_doubted(block_.cell[i], block_.doubts[i]);
  }
}

void Triangulation::Sweep::test_doubted(std::uint32_t c, unsigned doubts) {
  const Cell& cell = t_.cells_[c];
  if ((doubts & 16) && t_.orientation(cell.v) <= 0) flat_.push_back(c);
  for (std::uint32_t k = 0; k < 4; ++k) {
    if (!(doubts >> k & 1)) continue;
    const Vertex apex = t_.cells_[cell.n[k] >> 2].v[cell.n[k] & 3];
    if (apex != infinite && t_.conflicts(c, apex)) irregular_.push_back(c << 2 | k);
  }
}

void Triangulation::drop_budgets() {
  budgets_ = false;
  release(facet_budget_);
  release(width_budget_);
  release(listed_);  // nothing will be listed but what is wrong
}

// False: a site would leave the exact domain. Nothing has changed then.
bool Triangulation::send_all(const Motion& m) {
  if (before_.capacity() < all_.size()) before_ = long_array<Site>(all_.size());
  before_.resize(all_.size());
  const auto count = static_cast<std::int64_t>(count_);
  bool wrong = false;
#pragma omp parallel for schedule(static) num_threads(threads_) reduction(|| : wrong)
  for (std::int64_t i = 0; i < count; ++i) {
    const auto v = static_cast<Vertex>(i);
    const Site to{m.x[v], m.w.empty() ? all_[v].w : m.w[v]};
    const bool here = !removed(v);
    before_[v] = here ? to : all_[v];
    wrong = wrong || (here && !in_exact_domain(to));
  }
  std::copy(all_.begin() + count, all_.end(), before_.begin() + count);
  if (!wrong) all_.swap(before_);
  return !wrong;
}

// Every cell, and every facet from the lower of its cells, in the ranges of charge_cells.
void Triangulation::test_all(Motion& m, RepairStats& stats) {
  listed_.resize(ranges);
  const std::size_t share = (cells_.size() + ranges - 1) / ranges;
  std::size_t facets = 0;
  bool passed = false;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_) reduction(+ : facets) \
    reduction(|| : passed)
  for (std::int64_t r = 0; r < ranges; ++r) {
    const auto first = static_cast<std::uint32_t>(std::min(r * share, cells_.size()));
    const auto stop = static_cast<std::uint32_t>(std::min((r + 1) * share, cells_.size()));
    Listed& lists = listed_[r];
    lists.clear();
    Sweep sweep(*this, lists.flat, lists.later);
    sweep.test_range(first, stop,
                     [&](std::uint32_t c) { passed = passed || may_pass_core(m, cells_[c].v); });
    lists.flagged = stop - first;
    facets += sweep.facets();
  }
  m.core_passed = m.core_passed || passed;
  stats.facets_tested += facets;
}

// Some cells, none twice: what is not regular is in the queue then. Facets between two of them are
// asked by the lower one. Returns those that are not positive.
std::vector<std::uint32_t> Triangulation::test_cells(std::span<const std::uint32_t> cells,
                                                     RepairStats* stats) {
  for (const std::uint32_t c : cells) mark_[c] = Mark::clear;
  constexpr std::size_t block = 1024;
  const auto blocks = static_cast<std::int64_t>((cells.size() + block - 1) / block);
  std::vector<Listed> found(static_cast<std::size_t>(blocks));
  std::size_t facets = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_) if (blocks > 1) \
    reduction(+ : facets)
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::size_t begin = b * block, end = std::min(begin + block, cells.size());
    Sweep sweep(*this, found[b].flat, found[b].later);
    sweep.test_marked(cells.subspan(begin, end - begin));
    facets += sweep.facets();
  }
  for (const std::uint32_t c : cells) mark_[c] = Mark::unknown;
  std::vector<std::uint32_t> flat;
  for (const Listed& l : found) {
    queue_.insert(queue_.end(), l.later.begin(), l.later.end());
    flat.insert(flat.end(), l.flat.begin(), l.flat.end());
  }
  if (stats != nullptr) stats->facets_tested += facets;
  return flat;
}

// New cells, none twice, pending from `first` on: false if they are not all positive and linked
// both ways. Facets that are not regular are in the queue then.
bool Triangulation::test_pending(std::size_t first) {
  const std::span<const std::uint32_t> cells = std::span(pending_).subspan(first);
  for (const std::uint32_t c : cells)
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t n = cells_[c].n[k];
      if (cells_[n >> 2].n[n & 3] != (c << 2 | k)) return false;
    }
  const bool positive = test_cells(cells, nullptr).empty();
  pending_.resize(first);
  return positive;
}

// What test_all found, and what stands otherwise since: the cells of sites that were held back.
void Triangulation::queue_tested(const Motion& m, RepairStats& stats) {
  std::vector<std::uint32_t> around;
  if (m.everyone) {
    for (auto lists = listed_.rbegin(); lists != listed_.rend(); ++lists) {
      stats.cells_flagged += lists->flagged;
      queue_.insert(queue_.end(), lists->later.rbegin(), lists->later.rend());
    }
    for (const Vertex v : m.held) append_star(v, around);
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
  } else {
    around = listed_.front().flat;
    stats.cells_flagged += around.size();
  }
  test_cells(around, &stats);
}

}  // namespace scree::geometry
