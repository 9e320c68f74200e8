// From input to the finished triangulation: checks, first tetrahedron, helpers for flat input.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/memory.hpp"
#include "geometry/cell_tables.hpp"
#include "geometry/hilbert.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {
namespace {

// Neighbours carry two bits of slot: 2^30 cells. A site has 6.8 tetrahedra in a random packing, the
// infinite ones and the cavity of one insertion come on top.
constexpr std::size_t most_sites = 100'000'000;

// Does x add a dimension to the simplex?
bool independent(std::span<const Vec3> simplex, const Vec3& x) {
  switch (simplex.size()) {
    case 0:
      return true;
    case 1:
      return !(simplex[0] == x);
    case 2:
      return !collinear(simplex[0], simplex[1], x);
    default:
      return orient3d(simplex[0], simplex[1], simplex[2], x) != 0;
  }
}

// a moved along an axis by about the size of the input, within the exact domain.
Vec3 moved_along(Vec3 a, int axis, double size) {
  const double step = std::clamp(size > 0 ? std::exp2(std::ilogb(size)) : 1.0, 0x1p-90, 0x1p199);
  a[axis] += a[axis] > 0 ? -step : step;
  return a;
}

Errors input_errors(std::span<const Site> sites, std::span<const std::uint32_t> ids) {
  Errors errors;
  if (sites.size() > most_sites)
    errors.push_back(
        {"E0803", fmt::format("{} sites are more than {}", sites.size(), most_sites), "sites", ""});
  for (std::size_t i = 0; i < sites.size() && errors.size() < 10; ++i) {
    const Site& s = sites[i];
    if (!in_exact_domain(s))
      errors.push_back({"E0801",
                        fmt::format("({}, {}, {}) with weight {} cannot be triangulated exactly",
                                    s.x.x, s.x.y, s.x.z, s.w),
                        fmt::format("site {}", i),
                        "coordinates are 0 or between 3e-45 and 1e60, weights 0 or between 2e-105 "
                        "and 2e120, in absolute value"});
  }
  if (ids.empty()) return errors;
  if (ids.size() != sites.size()) {
    errors.push_back({"E0802", fmt::format("{} ids for {} sites", ids.size(), sites.size()), "ids",
                      "give one id a site, or none"});
    return errors;
  }
  std::vector<std::uint32_t> sorted(ids.begin(), ids.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    errors.push_back({"E0802", fmt::format("id {} appears twice", *twice), "ids",
                      "ids decide ties and must be distinct"});
  return errors;
}

}  // namespace

// Four independent sites, the first in the order; helpers where the sites run out.
std::array<Triangulation::Vertex, 4> Triangulation::first_simplex(std::span<const Vertex> order) {
  std::array<Vertex, 4> simplex{};
  std::array<Vec3, 4> x;
  std::size_t n = 0;
  for (const Vertex v : order) {
    if (!independent({x.data(), n}, all_[v].x)) continue;
    simplex[n] = v;
    x[n++] = all_[v].x;
    if (n == 4) break;
  }
  dimension_ = static_cast<int>(n) - 1;
  double size = 0;
  if (n < 4)
    for (const Site& s : all_)
      size = std::max({size, std::abs(s.x.x), std::abs(s.x.y), std::abs(s.x.z)});
  for (int axis = 0; axis < 3 && n < 4; ++axis) {
    const Vec3 helper = moved_along(x[0], axis, size);
    if (!independent({x.data(), n}, helper)) continue;
    simplex[n] = static_cast<Vertex>(all_.size());
    x[n++] = helper;
    all_.push_back({helper, 0});
    ids_.push_back(0xffffffffu);
    cell_of_.push_back(none);
  }
  if (orient3d(x[0], x[1], x[2], x[3]) < 0) std::swap(simplex[0], simplex[1]);
  return simplex;
}

// The tetrahedron is cell 0. Cell 1 + k has the infinite vertex in place of vertex k, and two other
// vertices exchanged, which turns it round.
void Triangulation::make_first_cells(std::array<Vertex, 4> simplex) {
  cells_.resize(5);
  mark_.assign(5, Mark::unknown);
  cells_[0].v = simplex;
  for (int k = 0; k < 4; ++k) {
    auto& v = cells_[1 + k].v;
    v = simplex;
    v[k] = infinite;
    std::swap(v[facet_slots[k][0]], v[facet_slots[k][1]]);
  }
  // Two cells with three vertices in common are neighbours; five cells: every pair is.
  const auto holds = [this](std::uint32_t c, Vertex v) {
    return std::find(cells_[c].v.begin(), cells_[c].v.end(), v) != cells_[c].v.end();
  };
  for (std::uint32_t a = 0; a < 5; ++a)
    for (std::uint32_t b = 0; b < 5; ++b) {
      if (a == b) continue;
      std::uint32_t i = 0, j = 0;
      while (holds(b, cells_[a].v[i])) ++i;
      while (holds(a, cells_[b].v[j])) ++j;
      cells_[a].n[i] = b << 2 | j;
    }
  for (const Vertex v : simplex) cell_of_[v] = 0;
}

Result<Triangulation> Triangulation::build(std::span<const Site> sites, Ties ties,
                                           std::span<const std::uint32_t> ids) {
  if (Errors errors = input_errors(sites, ids); !errors.empty()) return errors;
  Triangulation t;
  t.ties_ = ties;
  t.count_ = sites.size();
  t.all_.assign(sites.begin(), sites.end());
  t.ids_.assign(ids.begin(), ids.end());
  if (ids.empty()) {
    t.ids_.resize(sites.size());
    std::iota(t.ids_.begin(), t.ids_.end(), 0u);
  }
  for (const std::uint32_t id : t.ids_) t.next_id_ = std::max(t.next_id_, id + 1);
  t.cell_of_.assign(sites.size(), none);
  t.rebuild();
  return t;
}

void Triangulation::rebuild() {
  all_.resize(count_);  // helpers go
  ids_.resize(count_);
  cell_of_.resize(count_);
  for (std::uint32_t& c : cell_of_)
    if (c != gone) c = none;
  cells_.clear(), mark_.clear(), free_.clear(), pending_.clear(), queue_.clear();
  hidden_rows_.clear();
  certified_ = budgets_ = false;
  dimension_ = -1;
  hint_ = 0;
  std::vector<Vertex> order = insertion_order(all_);
  if (!gone_rows_.empty()) std::erase_if(order, [this](Vertex v) { return removed(v); });
  if (order.empty()) return;
  cells_.reserve(7 * order.size() + 64);  // a random packing has 6.8 tetrahedra a site
  mark_.reserve(7 * order.size() + 64);
  const std::array<Vertex, 4> simplex = first_simplex(order);
  make_first_cells(simplex);
  edge_table_.resize(table_side * table_side);
  number_.resize(all_.size());
  constexpr std::size_t ahead = 8;  // sites come from anywhere in the rows
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Vertex v = order[i], soon = order[std::min(i + ahead, order.size() - 1)];
    __builtin_prefetch(&all_[soon]);
    __builtin_prefetch(&cell_of_[soon], 1);
    if (std::find(simplex.begin(), simplex.end(), v) == simplex.end()) insert_row(v);
  }
}

// In the order of their lowest rows, so that a pass over the cells meets the sites in their order,
// too: rows in the order of a curve make both passes local.
void Triangulation::sort_cells() {
  const auto least = [](const Cell& c) { return *std::min_element(c.v.begin(), c.v.end()); };
  std::vector<std::uint32_t> start(all_.size() + 1, 0), place(cells_.size(), none);
  for (std::size_t c = 0; c < cells_.size(); ++c)
    if (mark_[c] != Mark::free) ++start[least(cells_[c]) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  const std::size_t alive = start.back();
  for (std::size_t c = 0; c < cells_.size(); ++c)
    if (mark_[c] != Mark::free) place[c] = start[least(cells_[c])]++;
  std::vector<Cell> sorted = long_array<Cell>(alive + alive / 32 + 64);  // as grow() would
  sorted.resize(alive);
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    if (place[c] == none) continue;
    Cell& to = sorted[place[c]];
    to.v = cells_[c].v;
    for (int k = 0; k < 4; ++k) to.n[k] = place[cells_[c].n[k] >> 2] << 2 | (cells_[c].n[k] & 3);
  }
  for (std::uint32_t& c : cell_of_)
    if (c < gone) c = place[c];
  hint_ = hint_ < place.size() && place[hint_] != none ? place[hint_] : 0;
  cells_ = std::move(sorted);
  release(mark_);
  mark_.reserve(cells_.capacity());
  mark_.assign(alive, Mark::unknown);
  release(free_);
}

}  // namespace scree::geometry
