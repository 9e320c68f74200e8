#include "geometry/triangulation/charges.hpp"

#include <algorithm>
#include <cmath>

namespace scree::geometry {
namespace {

// Rounded up. Everything where a weight changes: the cells of the site are tested.
struct ChargeOf {
  const Mesh& mesh;
  const Motion& motion;
  double per_unit;

  ChargeOf(const Mesh& m, const Motion& to)
      : mesh(m), motion(to), per_unit((1 + 1e-12) / m.budgets.unit()) {}
  std::uint16_t operator()(Vertex v) const {
    if (motion.everyone() && motion.weight_changes(mesh, v)) return Budgets::largest;
    const double e = motion.distance(mesh, v) * per_unit;
    // A removed row may hold anything, NaN included.
    return e < Budgets::largest ? static_cast<std::uint16_t>(std::ceil(e)) : Budgets::largest;
  }
};

}  // namespace

bool Charges::set_all(const Mesh& mesh, const Motion& motion, int threads) {
  const ChargeOf charge_of(mesh, motion);
  const auto count = static_cast<std::int64_t>(mesh.sites.count());
  charge_.resize(mesh.sites.count() + 1);
  bool wrong = false;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(|| : wrong)
  for (std::int64_t i = 0; i < count; ++i) {
    const auto v = static_cast<Vertex>(i);
    charge_[v] = charge_of(v);
    if (!in_exact_domain({motion.target(v), motion.weight(mesh, v)})) [[unlikely]]
      wrong = wrong || !mesh.cells.removed(v);
  }
  charge_.back() = 0;
  for (const Vertex v : mesh.core.rows) charge_.back() = std::max(charge_.back(), charge_[v]);
  return !wrong;
}

void Charges::set_moving(const Mesh& mesh, const Motion& motion) {
  const ChargeOf charge_of(mesh, motion);
  std::fill(charge_.begin(), charge_.end(), std::uint16_t(0));
  for (const Vertex v : motion.moving()) charge_[v] = charge_of(v);
}

// The one pass over everything: 16 bytes of vertices, 10 of budgets and four charges per cell.
// Facets are listed once, by the lower of the cells whose budget is used up: the higher one lists a
// facet if it can see that the lower one does not. Within a range of cells the lower ones have been
// charged when the higher ones look, so both happen chunk by chunk in the cache; facets to another
// range are looked at again at the end. The ranges are the same for any number of threads, and with
// them the order of the facets.
void Charges::charge_cells(Mesh& mesh, std::vector<Recheck>& lists, int threads) const {
  constexpr int ranges = CellRanges::count;
  lists.resize(ranges);
  const std::size_t share = (mesh.cells.size() + ranges - 1) / ranges;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (std::int64_t r = 0; r < ranges; ++r)
    charge_range(mesh, static_cast<std::uint32_t>(std::min(r * share, mesh.cells.size())),
                 static_cast<std::uint32_t>(std::min((r + 1) * share, mesh.cells.size())),
                 lists[r]);
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (std::int64_t r = 0; r < ranges; ++r)
    for (const std::uint32_t f : lists[r].deferred) {
      const std::uint32_t n = mesh.cells[f >> 2].n[f & 3];
      if (mesh.budgets.facet(n) != 0) lists[r].facets.push_back(f);
    }
}

// Lists grow by writing always and counting where the condition holds: at large motions no branch
// could be predicted.
void Charges::charge_range(Mesh& mesh, std::uint32_t first, std::uint32_t stop,
                           Recheck& lists) const {
  constexpr std::uint32_t chunk = 1 << 11;
  std::array<std::uint32_t, chunk + 1> flagged, flat;
  std::array<std::uint32_t, 4 * chunk + 1> facets, deferred;
  const Cell* cells = mesh.cells.data();
  Budgets& budgets = mesh.budgets;
  const std::uint16_t* charges = charge_.data();
  const auto last = static_cast<Vertex>(charge_.size() - 1);
  lists.clear();
  for (std::uint32_t begin = first; begin < stop; begin += chunk) {
    const std::uint32_t end = std::min(begin + chunk, stop);
    std::size_t cell_count = 0, flat_count = 0, facet_count = 0, deferred_count = 0;
    for (std::uint32_t c = begin; c < end; ++c) {
      const auto& v = cells[c].v;
      const auto charge = [&](int k) { return charges[std::min(v[k], last)]; };
      const std::uint16_t most =
          std::max(std::max(charge(0), charge(1)), std::max(charge(2), charge(3)));
      const bool flat_now = budgets.charge_width(c, most);
      const bool used_up = budgets.charge_facets(c, most);
      flagged[cell_count] = c;
      cell_count += used_up | flat_now;
    }
    cell_count = std::remove_if(flagged.begin(), flagged.begin() + cell_count,
                                [&mesh](std::uint32_t c) { return mesh.cells.is_free(c); }) -
                 flagged.begin();
    for (std::size_t j = 0; j < cell_count; ++j) {
      const std::uint32_t c = flagged[j];
      if (j + 16 < cell_count)
        for (const std::uint32_t n : cells[flagged[j + 16]].n)
          __builtin_prefetch(budgets.address(n >> 2));
      flat[flat_count] = c;
      flat_count += budgets.width(c) == 0;
      for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t n = cells[c].n[k];
        const bool used_up = budgets.facet(c << 2 | k) == 0, outside = n >> 2 < first;
        const bool above = n >> 2 > c;  // perhaps of a range that another thread is charging
        const std::uint32_t below = (above | outside) ? (c << 2 | k) : n;
        const bool mine = above | (budgets.facet(below) != 0);
        facets[facet_count] = deferred[deferred_count] = c << 2 | k;
        facet_count += used_up & mine & !outside;
        deferred_count += used_up & outside;
      }
    }
    lists.flagged += cell_count;
    lists.flat.insert(lists.flat.end(), flat.begin(), flat.begin() + flat_count);
    lists.facets.insert(lists.facets.end(), facets.begin(), facets.begin() + facet_count);
    lists.deferred.insert(lists.deferred.end(), deferred.begin(),
                          deferred.begin() + deferred_count);
  }
}

void Charges::charge_cells(Mesh& mesh, std::span<const std::uint32_t> cells, Recheck& list) const {
  list.clear();
  std::vector<std::uint32_t> flagged;
  for (const std::uint32_t c : cells) {
    std::uint16_t most = 0;
    for (const Vertex v : mesh.cells[c].v) most = std::max(most, of(v));
    const bool flat = mesh.budgets.charge_width(c, most);
    const bool used_up = mesh.budgets.charge_facets(c, most);
    if (flat) list.flat.push_back(c);
    if (used_up) flagged.push_back(c);
    list.flagged += flat || used_up;
    mesh.cells.set_mark(c, Mark::clear);
  }
  // Listed once, by the lower of the cells: two threads must not write one budget.
  for (const std::uint32_t c : flagged)
    for (std::uint32_t k = 0; k < 4; ++k) {
      if (mesh.budgets.facet(c << 2 | k) != 0) continue;
      const std::uint32_t n = mesh.cells[c].n[k];
      const bool theirs =
          n >> 2 < c && mesh.cells.mark(n >> 2) == Mark::clear && mesh.budgets.facet(n) == 0;
      if (!theirs) list.facets.push_back(c << 2 | k);
    }
  for (const std::uint32_t c : cells) mesh.cells.set_mark(c, Mark::unknown);
}

}  // namespace scree::geometry
