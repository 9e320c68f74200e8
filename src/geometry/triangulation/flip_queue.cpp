#include "geometry/triangulation/flip_queue.hpp"

#include <algorithm>

#include "geometry/triangulation/certify.hpp"
#include "geometry/triangulation/flips.hpp"

namespace scree::geometry {
namespace {

// Prefetches what the facets further down the queue will need: their cells, then what is around
// those, then the sites beyond. A flip reads a dozen cells and sites that have not been read for
// long. Cells outside the range are not read. Inlined by force: GCC takes a function that only
// prefetches for one without effects, and drops the calls.
[[gnu::always_inline]] inline void prefetch_queued(const Mesh& mesh,
                                                   std::span<const std::uint32_t> queue,
                                                   const Flips& flips) {
  const std::size_t size = queue.size();
  if (size < 13) return;
  const auto entry = [&](std::size_t below) { return queue[size - below] >> 2; };
  __builtin_prefetch(&mesh.cells[entry(13)]);
  __builtin_prefetch(mesh.cells.marks() + entry(13));
  for (const std::uint32_t n : mesh.cells[entry(9)].n) {
    __builtin_prefetch(&mesh.cells[n >> 2], 1);
    __builtin_prefetch(mesh.cells.marks() + (n >> 2), 1);
    if (mesh.budgets.on()) __builtin_prefetch(mesh.budgets.address(n >> 2), 1);
  }
  for (const Vertex v : mesh.cells[entry(9)].v)
    __builtin_prefetch(&mesh.sites[v == infinite_vertex ? 0 : v]);
  const Cell& c = mesh.cells[entry(5)];
  for (const std::uint32_t n : c.n) {
    if (!flips.in_range(n >> 2)) continue;
    const Vertex v = mesh.cells[n >> 2].v[n & 3];
    __builtin_prefetch(&mesh.sites[v == infinite_vertex ? 0 : v]);
  }
  const std::uint32_t across = c.n[queue[size - 5] & 3] >> 2;
  if (!flips.in_range(across)) return;
  for (const std::uint32_t n : mesh.cells[across].n) __builtin_prefetch(&mesh.cells[n >> 2], 1);
}

// Inverted cells that are marked so wait, and so do their facets.
bool waits(const Mesh& mesh, std::uint32_t facet) {
  return mesh.cells.mark(facet >> 2) == Mark::inverted ||
         mesh.cells.mark(mesh.cells[facet >> 2].n[facet & 3] >> 2) == Mark::inverted;
}

// The facets of one range, as flip_all does it.
void flip_range(Mesh& mesh, Flips::RangeLists& lists, int r, std::uint32_t shift) {
  Flips flips(mesh, lists, r, shift);
  std::size_t fetched = lists.queue.size() + 1;
  while (!lists.queue.empty()) {
    if (lists.queue.size() < fetched)
      prefetch_queued(mesh, lists.queue, flips), fetched = lists.queue.size();
    const std::uint32_t facet = lists.queue.back();
    lists.queue.pop_back();
    if (mesh.cells.is_free(facet >> 2) || mesh.certified(facet)) continue;
    if (!flips.in_range(mesh.cells[facet >> 2].n[facet & 3] >> 2) || waits(mesh, facet) ||
        too_many_flips(mesh, lists.stats)) {
      lists.rest.push_back(facet);
      continue;
    }
    ++lists.stats.facets_tested;
    if (flips.regular(facet)) continue;
    const std::size_t known = lists.new_cells.size();
    if (flips.flip(facet >> 2, static_cast<int>(facet & 3)) == Flips::Outcome::done)
      flips.queue_neighbours(known);
    else
      lists.rest.push_back(facet);
  }
}

// Distributes the queue over the ranges; what they pass on is the queue then. The same for any
// number of threads.
void flip_ranges(Mesh& mesh, RepairStats& stats, std::uint32_t shift, int threads) {
  constexpr int all = CellRanges::count + 1;
  std::vector<Flips::RangeLists> lists(all);
  std::vector<std::uint32_t> rest, free, all_free;
  mesh.cells.swap_free_list(all_free);
  for (const std::uint32_t facet : mesh.changes.flip_queue) {
    const int r = mesh.ranges.of(facet >> 2, shift);
    (r < all ? lists[r].queue : rest).push_back(facet);
  }
  for (const std::uint32_t c : all_free) {
    const int r = mesh.ranges.of(c, shift);
    (r < all ? lists[r].free : free).push_back(c);
  }
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (int r = 0; r < all; ++r) flip_range(mesh, lists[r], r, shift);
  for (Flips::RangeLists& l : lists) {
    rest.insert(rest.end(), l.rest.begin(), l.rest.end());
    free.insert(free.end(), l.free.begin(), l.free.end());
    mesh.changes.new_cells.insert(mesh.changes.new_cells.end(), l.new_cells.begin(),
                                  l.new_cells.end());
    stats += l.stats;
    for (const auto& [v, cell] : l.entered) mesh.cells.set_cell_of(v, cell);
    if (!l.entered.empty()) mesh.cells.set_hint(l.entered.back().second);
  }
  mesh.changes.flip_queue.swap(rest);
  mesh.cells.swap_free_list(free);
}

// Without certificates: every facet of a cell that a flip made was in the queue, and found regular,
// or it is regular because of the flip; the cell itself is positive. refill_regions tests its own.
bool flips_are_enough(Mesh& mesh) {
  if (mesh.budgets.on()) return false;
  mesh.changes.new_cells.clear();
  return true;
}

}  // namespace

void untangle(Mesh& mesh, std::vector<std::uint32_t>& inverted, RepairStats& stats) {
  Flips flips(mesh, stats);
  const auto fixed = [&](std::uint32_t c) {
    if (mesh.cells.is_free(c) || mesh.orientation(mesh.cells[c].v) > 0) return true;
    for (int k = 0; k < 4; ++k) {
      const std::array<int, 3> sign = flips.signs(flips.facet(c, k));
      const std::size_t known = mesh.changes.new_cells.size();
      if (std::count(sign.begin(), sign.end(), 1) < 2) continue;
      if (flips.flip(c, k) != Flips::Outcome::done) continue;
      ++stats.untangled;
      // Nothing is known of what is between the new cells.
      for (std::size_t i = known; i < mesh.changes.new_cells.size(); ++i)
        for (std::uint32_t s = 0; s < 4; ++s)
          mesh.changes.flip_queue.push_back(mesh.changes.new_cells[i] << 2 | s);
      return true;
    }
    return false;
  };
  for (std::size_t before = inverted.size() + 1; inverted.size() < before;) {
    before = inverted.size();
    std::erase_if(inverted, fixed);
  }
}

bool flip_all(Mesh& mesh, RepairStats& stats, int threads, bool tangled) {
  std::vector<std::uint32_t>& queue = mesh.changes.flip_queue;
  constexpr std::size_t many = 1000;          // distribution takes some microseconds
  for (const std::uint32_t shift : {0u, 1u})  // what lies between ranges is inside of others then
    if (queue.size() > many) flip_ranges(mesh, stats, shift, threads);
  Flips flips(mesh, stats);
  std::vector<std::uint32_t> stuck;
  for (bool progress = true; progress;) {
    progress = false;
    std::size_t fetched = queue.size() + 1;
    while (!queue.empty()) {
      if (too_many_flips(mesh, stats)) return false;
      if (queue.size() < fetched) prefetch_queued(mesh, queue, flips), fetched = queue.size();
      const std::uint32_t facet = queue.back();
      queue.pop_back();
      if (mesh.cells.is_free(facet >> 2) || mesh.certified(facet)) continue;
      if (waits(mesh, facet)) {
        stuck.push_back(facet);
        continue;
      }
      ++stats.facets_tested;
      if (flips.regular(facet)) continue;
      const std::size_t known = mesh.changes.new_cells.size();
      if (flips.flip(facet >> 2, static_cast<int>(facet & 3)) == Flips::Outcome::done) {
        progress = true;
        flips.queue_neighbours(known);
      } else {
        stuck.push_back(facet);
      }
    }
    queue.swap(stuck);
    if (queue.empty()) return tangled || flips_are_enough(mesh) || certify_new_cells(mesh, threads);
  }
  return false;
}

}  // namespace scree::geometry
