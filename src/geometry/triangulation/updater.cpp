#include "geometry/triangulation/updater.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/triangulation/builder.hpp"
#include "geometry/triangulation/cell_tests.hpp"
#include "geometry/triangulation/certify.hpp"
#include "geometry/triangulation/core.hpp"
#include "geometry/triangulation/flip_queue.hpp"
#include "geometry/triangulation/hold_back.hpp"
#include "geometry/triangulation/refill.hpp"

namespace scree::geometry {
namespace {

// The median of the shortest edges of up to 4096 tetrahedra.
double length_scale(const Mesh& mesh) {
  std::vector<double> shortest;
  const std::size_t step = std::max<std::size_t>(1, mesh.cells.size() / 4096);
  for (std::size_t i = 0; i < mesh.cells.size(); i += step) {
    const auto c = static_cast<std::uint32_t>(i);
    if (mesh.cells.is_free(c) || infinite_slot(mesh.cells[c]) >= 0) continue;
    const auto& v = mesh.cells[c].v;
    double least = HUGE_VAL;
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b)
        least = std::min(least, norm(mesh.sites[v[a]].x - mesh.sites[v[b]].x));
    shortest.push_back(least);
  }
  if (shortest.empty()) return 1;
  const auto middle = shortest.begin() + static_cast<std::ptrdiff_t>(shortest.size() / 2);
  std::nth_element(shortest.begin(), middle, shortest.end());
  return *middle > 0 ? *middle : 1;
}

// Core, order of the cells, ranges with their spare cells, unit of the budgets; from now on changes
// are kept. False: the sites are so nearly flat that no tetrahedron holds its own middle.
bool start_motion(Mesh& mesh) {
  const auto core = find_core(mesh);
  if (!core) return false;
  mesh.core = *core;
  mesh.cells.sort(mesh.sites.size());
  mesh.sites.move_to_huge_pages();
  mesh.budgets.set_unit(length_scale(mesh) / 4 / Budgets::largest);
  mesh.ranges.set(static_cast<std::uint32_t>(mesh.cells.size()));
  mesh.cells.append_free(mesh.ranges.spare_cells());
  mesh.grow();
  mesh.changes.hidden = mesh.hidden_sites();
  mesh.changes.kept = true;
  return true;
}

std::vector<std::uint32_t> cells_around(Mesh& mesh, std::span<const Vertex> sites) {
  std::vector<std::uint32_t> cells;
  for (const Vertex v : sites) mesh.append_star(v, cells);
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace

void Updater::prepare(Mesh& mesh, int threads) {
  if (mesh.dimension != 3 || !start_motion(mesh)) return;
  motion_.release_former_positions();
  certify_all(mesh, threads);
}

Result<RepairStats> Updater::move_all(Mesh& mesh, Inserter& inserter, Remover& remover,
                                      std::span<const Vec3> positions,
                                      std::span<const double> weights, int threads) {
  const std::size_t count = mesh.sites.count();
  if (positions.size() != count || (!weights.empty() && weights.size() != count))
    return Error{"E0804",
                 fmt::format("{} positions and {} weights for {} sites", positions.size(),
                             weights.size(), count),
                 "positions", "one for each row; weights may be left out"};
  Update u{mesh, inserter, remover, std::max(threads, 1)};
  motion_.start(positions, weights);
  constexpr std::size_t few = 16;  // no room for flips, and nothing to gain
  if (mesh.dimension < 3 || count < few || (!mesh.changes.kept && !start_motion(mesh))) {
    if (Errors errors = motion_.errors(mesh); !errors.empty()) return errors;
    start_over(u);
    return u.stats;
  }
  motion_.fit_frame(mesh);
  choose_pass(mesh, u.threads);
  const bool budgets = mesh.budgets.on();
  if (!(budgets ? charges_.set_all(mesh, motion_, u.threads)
                : motion_.move_everyone(mesh, u.threads)))
    return motion_.errors(mesh);
  u.stats.full_tests = budgets ? 0 : 1;
  const std::size_t hidden_before = mesh.changes.hidden.size();
  if (!move(u)) start_over(u);
  const std::size_t hidden_now =
      mesh.changes.kept ? mesh.changes.hidden.size() : mesh.hidden_sites().size();
  u.stats.newly_hidden = hidden_now + u.stats.newly_visible -
                         std::min(hidden_before, hidden_now + u.stats.newly_visible);
  return u.stats;
}

void Updater::choose_pass(Mesh& mesh, int threads) {
  mean_distance_ = motion_.mean_distance(mesh);
  const bool tests =
      pass_ == Pass::automatic ? choice_.test_all(mean_distance_) : pass_ == Pass::tests;
  if (tests == !mesh.budgets.on()) return;
  if (tests) {
    mesh.budgets.switch_off_and_release();
    release(recheck_);  // nothing will be listed but what is wrong
  } else {
    motion_.release_former_positions();
    certify_all(mesh, threads);
  }
}

// False: start over.
bool Updater::move(Update& u) {
  Mesh& mesh = u.mesh;
  motion_.start_first_round(mesh);
  mesh.core.x = Vec3{};
  for (const Vertex v : mesh.core.rows) mesh.core.x += 0.25 * motion_.target(v);
  if (mesh.budgets.on())
    charge_cells(u);
  else
    test_cells_in_ranges(u);
  if (!hold_and_commit(u)) return false;
  if (!settle(u)) return false;
  if (!motion_.held().empty() && !finish_held(u)) return false;
  if (!u.inserter.insert_hidden(mesh, u.stats.newly_visible)) return false;
  if (!certify_new_cells(mesh, u.threads)) return false;
  return u.stats.local_rebuilds == 0 || all_certified(mesh);
}

void Updater::charge_cells(Update& u) {
  charges_.charge_cells(u.mesh, recheck_, u.threads);
  std::size_t facets = 0;
  for (const Recheck& r : recheck_) facets += r.facets.size();
  choice_.record(facets, u.mesh.cells.size(), mean_distance_);
}

// Without certificates: every cell, and every facet from the lower of its cells, in the ranges of
// Charges::charge_cells.
void Updater::test_cells_in_ranges(Update& u) {
  const Mesh& mesh = u.mesh;
  constexpr int ranges = CellRanges::count;
  recheck_.resize(ranges);
  const std::size_t share = (mesh.cells.size() + ranges - 1) / ranges;
  std::size_t facets = 0;
  bool passed = false;
#pragma omp parallel for schedule(dynamic, 1) num_threads(u.threads) reduction(+ : facets) \
    reduction(|| : passed)
  for (std::int64_t r = 0; r < ranges; ++r) {
    const auto first = static_cast<std::uint32_t>(std::min(r * share, mesh.cells.size()));
    const auto stop = static_cast<std::uint32_t>(std::min((r + 1) * share, mesh.cells.size()));
    Recheck& list = recheck_[r];
    list.clear();
    CellTests tests(mesh, list.flat, list.irregular);
    tests.test_range(first, stop, [&](std::uint32_t c) {
      passed = passed || may_pass_core(mesh, motion_, mesh.cells[c].v);
    });
    list.flagged = stop - first;
    facets += tests.facets();
  }
  u.core_passed = u.core_passed || passed;
  u.stats.facets_tested += facets;
}

// For the cells of the few sites that move in a second round; without budgets all of them.
void Updater::recheck_around(Mesh& mesh) {
  std::vector<std::uint32_t> cells = cells_around(mesh, motion_.moving());
  recheck_.resize(1);
  if (mesh.budgets.on()) {
    charges_.set_moving(mesh, motion_);
    charges_.charge_cells(mesh, cells, recheck_.front());
  } else {
    recheck_.front().clear();
    recheck_.front().flat.swap(cells);
  }
}

bool Updater::hold_and_commit(Update& u) {
  Mesh& mesh = u.mesh;
  std::vector<std::uint32_t> cells;
  for (const Recheck& r : recheck_) cells.insert(cells.end(), r.flat.begin(), r.flat.end());
  for (std::size_t i = 0; i < cells.size() && !u.core_passed; ++i)
    if (infinite_slot(mesh.cells[cells[i]]) >= 0)
      u.core_passed = may_pass_core(mesh, motion_, mesh.cells[cells[i]].v);
  if (!hold_back(mesh, motion_, std::move(cells), u.inverted)) return false;
  motion_.commit(mesh, u.threads);
  return true;
}

// Afterwards everything is regular. False: start over.
bool Updater::settle(Update& u) {
  return settle_facets(u) && (!u.core_passed || wraps_once(u.mesh, u.mesh.core.x));
}

bool Updater::settle_facets(Update& u) {
  Mesh& mesh = u.mesh;
  if (mesh.budgets.on())
    certify_listed(u);
  else
    queue_tested(u);
  ++u.stats.rounds;
  if (!flip_inverted(u)) return false;
  if (flip_all(mesh, u.stats, u.threads)) return true;
  if (too_many_flips(mesh, u.stats)) return false;
  std::vector<std::uint32_t> stuck;
  for (const std::uint32_t facet : mesh.changes.flip_queue) stuck.push_back(facet >> 2);
  return refill_regions(mesh, stuck, u.core_passed, u.threads, u.stats) &&
         flip_all(mesh, u.stats, u.threads);
}

// Around cells that stay inverted everything else is made regular first: that may open them, and a
// region that is filled again needs a regular border.
bool Updater::flip_inverted(Update& u) {
  Mesh& mesh = u.mesh;
  untangle(mesh, u.inverted, u.stats);
  for (std::size_t before = u.inverted.size() + 1;
       !u.inverted.empty() && u.inverted.size() < before;) {
    before = u.inverted.size();
    for (const std::uint32_t c : u.inverted) mesh.cells.set_mark(c, Mark::inverted);
    flip_all(mesh, u.stats, u.threads, true);
    for (const std::uint32_t c : u.inverted)
      if (mesh.cells.mark(c) == Mark::inverted) mesh.cells.set_mark(c, Mark::unknown);
    untangle(mesh, u.inverted, u.stats);
  }
  if (too_many_flips(mesh, u.stats)) return false;
  if (!u.inverted.empty() && !refill_regions(mesh, u.inverted, u.core_passed, u.threads, u.stats))
    return false;
  u.inverted.clear();
  return true;
}

// Everything listed is looked at again where it is now; what is not regular is in the queue then,
// the first on top. One writer per budget: no facet is listed twice.
void Updater::certify_listed(Update& u) {
  const auto ranges = static_cast<std::int64_t>(recheck_.size());
#pragma omp parallel for schedule(dynamic, 1) num_threads(u.threads)
  for (std::int64_t r = 0; r < ranges; ++r) {
    Recheck& list = recheck_[r];
    for (const std::uint32_t c : list.flat) certify_width(u.mesh, c);
    std::array<std::uint8_t, 4096> regular;
    for (std::size_t i = 0; i < list.facets.size(); i += regular.size()) {
      const std::size_t size = std::min(regular.size(), list.facets.size() - i);
      certify_facets(u.mesh, {&list.facets[i], size}, {regular.data(), size});
      for (std::size_t j = 0; j < size; ++j)
        if (!regular[j]) list.irregular.push_back(list.facets[i + j]);
    }
  }
  std::vector<std::uint32_t>& queue = u.mesh.changes.flip_queue;
  for (auto list = recheck_.rbegin(); list != recheck_.rend(); ++list) {
    u.stats.cells_flagged += list->flagged;
    u.stats.facets_tested += list->facets.size();
    queue.insert(queue.end(), list->irregular.rbegin(), list->irregular.rend());
  }
}

// What test_cells_in_ranges found, and what has changed since: the cells of sites that were held
// back. In a second round: the cells of those that move.
void Updater::queue_tested(Update& u) {
  std::vector<std::uint32_t>& queue = u.mesh.changes.flip_queue;
  std::vector<std::uint32_t> around;
  if (motion_.everyone()) {
    for (auto list = recheck_.rbegin(); list != recheck_.rend(); ++list) {
      u.stats.cells_flagged += list->flagged;
      queue.insert(queue.end(), list->irregular.rbegin(), list->irregular.rend());
    }
    around = cells_around(u.mesh, motion_.held());
  } else {
    around = recheck_.front().flat;
    u.stats.cells_flagged += around.size();
  }
  test_cells(u.mesh, around, u.threads, &u.stats);
}

// Once more for all that were held: their neighbours have arrived. Half the distance and a quarter
// would let through few of those that remain, for more than their reinsertion costs.
bool Updater::finish_held(Update& u) {
  motion_.start_second_round(u.mesh);
  u.stats.held += motion_.moving().size();
  recheck_around(u.mesh);
  if (!hold_and_commit(u)) return false;
  if (!settle(u)) return false;
  // 50 us each against 3.7 us per site: beyond this many a rebuild is cheaper.
  if (motion_.held().size() > 256 + u.mesh.sites.count() / 16) return false;
  return reinsert_held(u);
}

bool Updater::reinsert_held(Update& u) {
  for (const Vertex v : motion_.held()) {
    // A walk ends in a regular triangulation only: each step is checked before the next.
    if (u.mesh.cells.visible(v) &&
        !(u.remover.remove(u.mesh, v) && certify_new_cells(u.mesh, u.threads)))
      return false;
    u.mesh.sites[v].x = motion_.target(v);
    if (u.inserter.insert(u.mesh, v) == Inserter::Outcome::lost) return false;
    if (!certify_new_cells(u.mesh, u.threads)) return false;
    ++u.stats.reinserted;
  }
  return true;
}

void Updater::start_over(Update& u) {
  motion_.move_all_rows(u.mesh);
  rebuild(u.mesh, u.inserter);
  ++u.stats.full_rebuilds;
}

std::size_t Updater::memory_bytes() const {
  std::size_t bytes = motion_.memory_bytes() + charges_.memory_bytes() + capacity_bytes(recheck_);
  for (const Recheck& r : recheck_) bytes += r.memory_bytes();
  return bytes;
}

}  // namespace scree::geometry
