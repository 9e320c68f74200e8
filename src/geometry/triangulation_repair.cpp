// Flips until every facet is regular: of cells that turned over, of ranges side by side, of the
// rest.
#include <algorithm>

#include "geometry/triangulation_flips.hpp"

namespace scree::geometry {

// Flips of cells that are turned over, wherever all the new cells are positive. Leaves those that
// it cannot mend.
void Triangulation::untangle(std::vector<std::uint32_t>& turned, RepairStats& stats) {
  Flips flips(*this, stats);
  const auto mended = [&](std::uint32_t c) {
    if (mark_[c] == Mark::free || orientation(cells_[c].v) > 0) return true;
    for (int k = 0; k < 4; ++k) {
      const std::array<int, 3> sign = flips.signs(flips.facet(c, k));
      const std::size_t known = pending_.size();
      if (std::count(sign.begin(), sign.end(), 1) < 2) continue;
      if (flips.flip(c, k) != Flips::Outcome::done) continue;
      ++stats.turned;
      // Nothing is known of what is between the new cells.
      for (std::size_t i = known; i < pending_.size(); ++i)
        for (std::uint32_t s = 0; s < 4; ++s) queue_.push_back(pending_[i] << 2 | s);
      return true;
    }
    return false;
  };
  for (std::size_t before = turned.size() + 1; turned.size() < before;) {
    before = turned.size();
    std::erase_if(turned, mended);
  }
}

// What the facets some places down the queue will need: their cells, then what is around those,
// then the sites beyond. A flip reads a dozen cells and sites that nobody has read for long.
// Cells that are not mine are not read. Inlined by force: GCC takes a function that only prefetches
// for one without effects, and drops the calls.
[[gnu::always_inline]] inline void Triangulation::fetch_ahead(std::span<const std::uint32_t> queue,
                                                              const Flips& flips) const {
  const std::size_t size = queue.size();
  if (size < 13) return;
  const auto entry = [&](std::size_t below) { return queue[size - below] >> 2; };
  __builtin_prefetch(&cells_[entry(13)]);
  __builtin_prefetch(&mark_[entry(13)]);
  for (const std::uint32_t n : cells_[entry(9)].n) {
    __builtin_prefetch(&cells_[n >> 2], 1);
    __builtin_prefetch(&mark_[n >> 2], 1);
    if (budgets_) __builtin_prefetch(&facet_budget_[n >> 2], 1);
  }
  for (const Vertex v : cells_[entry(9)].v) __builtin_prefetch(&all_[v == infinite ? 0 : v]);
  const Cell& c = cells_[entry(5)];
  for (const std::uint32_t n : c.n) {
    if (!flips.mine(n >> 2)) continue;
    const Vertex v = cells_[n >> 2].v[n & 3];
    __builtin_prefetch(&all_[v == infinite ? 0 : v]);
  }
  const std::uint32_t across = c.n[queue[size - 5] & 3] >> 2;
  if (!flips.mine(across)) return;
  for (const std::uint32_t n : cells_[across].n) __builtin_prefetch(&cells_[n >> 2], 1);
}

// Cells that are turned over wait where there are such (marked turned): their facets, too.
bool Triangulation::waits(std::uint32_t at) const {
  return mark_[at >> 2] == Mark::turned || mark_[cells_[at >> 2].n[at & 3] >> 2] == Mark::turned;
}

// The facets of one range, as flip_all does it.
template <class Lists>
void Triangulation::flip_range(Lists& lists, int r, std::uint32_t shift) {
  Flips flips(*this, lists, r, shift);
  std::size_t fetched = lists.queue.size() + 1;
  while (!lists.queue.empty()) {
    if (lists.queue.size() < fetched) fetch_ahead(lists.queue, flips), fetched = lists.queue.size();
    const std::uint32_t at = lists.queue.back();
    lists.queue.pop_back();
    if (mark_[at >> 2] == Mark::free || certified(at)) continue;
    if (!flips.mine(cells_[at >> 2].n[at & 3] >> 2) || waits(at) || too_many_flips(lists.stats)) {
      lists.left.push_back(at);
      continue;
    }
    ++lists.stats.facets_tested;
    if (flips.regular(at)) continue;
    const std::size_t known = lists.pending.size();
    if (flips.flip(at >> 2, static_cast<int>(at & 3)) == Flips::Outcome::done)
      flips.queue_border(known);
    else
      lists.left.push_back(at);
  }
}

// The queue dealt out to the ranges; what they leave is the queue then. The same for any number of
// threads.
void Triangulation::flip_ranges(RepairStats& stats, std::uint32_t shift) {
  constexpr int all = ranges + 1;
  std::vector<Flips::Lists> lists(all);
  std::vector<std::uint32_t> left, free;
  for (const std::uint32_t at : queue_) {
    const int r = range_of(at >> 2, shift);
    (r < all ? lists[r].queue : left).push_back(at);
  }
  for (const std::uint32_t c : free_) {
    const int r = range_of(c, shift);
    (r < all ? lists[r].free : free).push_back(c);
  }
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads_)
  for (int r = 0; r < all; ++r) flip_range(lists[r], r, shift);
  for (Flips::Lists& l : lists) {
    left.insert(left.end(), l.left.begin(), l.left.end());
    free.insert(free.end(), l.free.begin(), l.free.end());
    pending_.insert(pending_.end(), l.pending.begin(), l.pending.end());
    stats += l.stats;
    for (const auto& [v, cell] : l.entered) cell_of_[v] = cell;
    if (!l.entered.empty()) hint_ = l.entered.back().second;
  }
  queue_.swap(left);
  free_.swap(free);
}

// Without certificates: every facet of a cell that a flip made was in the queue, and found regular,
// or it is regular because of the flip; the cell itself is positive. mend_regions tests its own.
bool Triangulation::flips_are_enough() {
  if (budgets_) return false;
  pending_.clear();
  return true;
}

// Facets that no flip fits wait: flips around them may open them. New cells are certified together
// at the end, unless some are still turned over (tangled).
bool Triangulation::flip_all(RepairStats& stats, bool tangled) {
  constexpr std::size_t many = 1000;          // dealing out costs some microseconds
  for (const std::uint32_t shift : {0u, 1u})  // what lies between ranges is inside of others then
    if (queue_.size() > many) flip_ranges(stats, shift);
  Flips flips(*this, stats);
  std::vector<std::uint32_t> stuck;
  for (bool progress = true; progress;) {
    progress = false;
    std::size_t fetched = queue_.size() + 1;
    while (!queue_.empty()) {
      if (too_many_flips(stats)) return false;
      if (queue_.size() < fetched) fetch_ahead(queue_, flips), fetched = queue_.size();
      const std::uint32_t at = queue_.back();
      queue_.pop_back();
      if (mark_[at >> 2] == Mark::free || certified(at)) continue;
      if (waits(at)) {
        stuck.push_back(at);
        continue;
      }
      ++stats.facets_tested;
      if (flips.regular(at)) continue;
      const std::size_t known = pending_.size();
      if (flips.flip(at >> 2, static_cast<int>(at & 3)) == Flips::Outcome::done) {
        progress = true;
        flips.queue_border(known);
      } else {
        stuck.push_back(at);
      }
    }
    queue_.swap(stuck);
    if (queue_.empty()) return tangled || flips_are_enough() || certify_pending();
  }
  return false;
}

}  // namespace scree::geometry
