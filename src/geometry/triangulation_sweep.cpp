// Motion without certificates: all sites go to their places, every cell and facet is tested there.
//
// Where most budgets would be used up this costs less than keeping them (pass_choice.hpp). The
// sites are in two arrays then: where they are, and where they were before the update, for those
// that are held back. Budgets do not exist meanwhile, and their memory is given back.
#include "geometry/triangulation_sweep.hpp"

#include <algorithm>
#include <cstring>

#include "base/memory.hpp"
#include "geometry/triangulation_motion.hpp"

namespace scree::geometry {

void Triangulation::Sweep::test_block() {
  static const kernel::Kernels& kernels = *kernel::choose_kernels("auto");
  kernels.doubts(t_.all_.data(), queries_.data(), asked_.data(), static_cast<int>(waiting_),
                 doubts_.data());
  std::fill(doubts_.begin() + waiting_, doubts_.end(), std::uint8_t(0));
  for (std::size_t i = 0; i < waiting_; i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, &doubts_[i], 8);
    for (std::size_t k = i; eight != 0; ++k, eight >>= 8)
      if (eight & 0xff) test_doubted(k);
  }
  waiting_ = 0;
}

void Triangulation::Sweep::test_doubted(std::size_t i) {
  const std::uint32_t c = cells_[i];
  if ((doubts_[i] & 16) && t_.orientation(t_.cells_[c].v) <= 0) flat_.push_back(c);
  for (std::uint32_t k = 0; k < 4; ++k)
    if ((doubts_[i] >> k & 1) && t_.conflicts(c, queries_[i][4 + k])) irregular_.push_back(c << 2 | k);
}

void Triangulation::drop_budgets() {
  budgets_ = false;
  facet_budget_ = {};
  width_budget_ = {};
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
  constexpr std::uint32_t ahead = 32;  // the cells beyond have not been read yet
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
    for (std::uint32_t c = first; c < stop; ++c) {
      if (c + ahead < stop)
        for (const std::uint32_t n : cells_[c + ahead].n)
          __builtin_prefetch(&cells_[n >> 2]);
      if (mark_[c] == Mark::free) continue;
      const auto& v = cells_[c].v;
      if (std::max({v[0], v[1], v[2], v[3]}) == infinite) [[unlikely]]
        passed = passed || may_pass_core(m, v);
      sweep.add(c, [c](std::uint32_t n) { return n > c ? ~0u : 0u; });
      ++lists.flagged;
    }
    sweep.test_block();
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
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t c = cells[i];
      sweep.add(c, [&](std::uint32_t n) {
        return n > c || mark_[n] != Mark::clear ? ~0u : 0u;
      });
    }
    sweep.test_block();
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

// New cells, for certify_pending: positive, regular, and linked both ways.
bool Triangulation::test_pending() {
  for (const std::uint32_t c : pending_) mark_[c] = Mark::unknown;
  for (const std::uint32_t c : pending_)
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t n = cells_[c].n[k];
      if (cells_[n >> 2].n[n & 3] != (c << 2 | k)) return false;
    }
  for (const std::uint32_t c : test_cells(pending_, nullptr)) queue_.push_back(c << 2);
  pending_.clear();
  return queue_.empty();
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
