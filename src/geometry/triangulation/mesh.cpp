#include "geometry/triangulation/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "geometry/laguerre/cell_tables.hpp"
#include "geometry/rounding.hpp"

namespace scree::geometry {
namespace {

// A cell seen from a point: on which side of its facets is it? The differences and the bound serve
// all four. det(a - x, b - x, c - x) = -orient3d(a, b, c, x): 6 terms, 10 covers the 8 roundings on
// each and those of the bound, as in batch.cpp.
struct SeenCell {
  std::array<Vec3, 4> r;
  double bound;

  SeenCell(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& x)
      : r{a - x, b - x, c - x, d - x} {
    const auto most = [this](double Vec3::*k) {
      return std::max(std::max(std::abs(r[0].*k), std::abs(r[1].*k)),
                      std::max(std::abs(r[2].*k), std::abs(r[3].*k)));
    };
    bound = 6 * 10 * rounding::u * (most(&Vec3::x) * most(&Vec3::y) * most(&Vec3::z));
  }
  // 0: uncertain.
  int side(const int (&f)[3]) const {
    const Vec3 &a = r[f[0]], &b = r[f[1]], &c = r[f[2]];
    const double det = a.z * (b.x * c.y - c.x * b.y) - b.z * (a.x * c.y - c.x * a.y) +
                       c.z * (a.x * b.y - b.x * a.y);
    return static_cast<int>(det < -bound) - static_cast<int>(det > bound);
  }
};

}  // namespace

bool Mesh::conflicts(std::uint32_t cell, Vertex p) const {
  const Cell& c = cells[cell];
  const int k = infinite_slot(c);
  const auto ranked = [this](Vertex v) { return sites.ranked(v); };
  if (k < 0) {
    const int sign =
        filtered_power_test(sites[c.v[0]], sites[c.v[1]], sites[c.v[2]], sites[c.v[3]], sites[p]);
    if (sign != uncertain) return sign > 0;
    return power_side(ranked(c.v[0]), ranked(c.v[1]), ranked(c.v[2]), ranked(c.v[3]), ranked(p),
                      sites.ties()) > 0;
  }
  const auto& f = facet_slots[k];
  return hull_side(ranked(c.v[f[0]]), ranked(c.v[f[1]]), ranked(c.v[f[2]]), ranked(p),
                   sites.ties()) > 0;
}

// The hull is star-shaped about the core, and flips with positive cells keep it so.
int Mesh::orientation(const std::array<Vertex, 4>& v) const {
  const auto x = [this](Vertex s) -> const Vec3& {
    return s == infinite_vertex ? core.x : sites[s].x;
  };
  const int sign = orient3d(x(v[0]), x(v[1]), x(v[2]), x(v[3]));
  return std::find(v.begin(), v.end(), infinite_vertex) == v.end() ? sign : -sign;
}

// Visibility walk: step across any facet that separates the cell from x. In a regular triangulation
// the perturbed power of x with respect to the cells falls on each step, so that no cell is met
// twice: after more steps than there are cells, or from a cell that is free, it is not regular.
std::uint32_t Mesh::walk(const Vec3& x, std::uint32_t start) const {
  std::uint32_t at = start;
  if (at >= cells.size() || cells.is_free(at)) return no_cell;
  if (const int k = infinite_slot(cells[at]); k >= 0) at = cells[at].n[k] >> 2;
  std::uint32_t from = no_cell;
  for (std::size_t steps = 0; steps <= cells.size(); ++steps) {
    const Cell& c = cells[at];
    if (infinite_slot(c) >= 0) return at;
    const SeenCell seen(sites[c.v[0]].x, sites[c.v[1]].x, sites[c.v[2]].x, sites[c.v[3]].x, x);
    int exit = -1;
    for (int k = 0; k < 4 && exit < 0; ++k) {
      if (c.n[k] >> 2 == from) continue;  // came from there: x is on this side
      const auto& f = facet_slots[k];
      int side = seen.side(f);
      if (side == 0) side = orient3d(sites[c.v[f[0]]].x, sites[c.v[f[1]]].x, sites[c.v[f[2]]].x, x);
      if (side < 0) exit = k;
    }
    if (exit < 0) return at;
    from = at;
    at = c.n[exit] >> 2;
  }
  return no_cell;
}

// Stars on walls can have hundreds of cells, where searching the list would be quadratic: from some
// size on, a table of the cells seen.
std::vector<std::uint32_t> Mesh::star(Vertex v) const {
  constexpr std::size_t small = 32;
  std::vector<std::uint32_t> out;
  if (!cells.visible(v)) return out;
  std::unordered_set<std::uint32_t> seen;
  const auto is_new = [&](std::uint32_t c) {
    if (out.size() < small) return std::find(out.begin(), out.end(), c) == out.end();
    if (seen.empty()) seen.insert(out.begin(), out.end());
    return seen.insert(c).second;
  };
  out.push_back(cells.cell_of(v));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Cell c = cells[out[i]];
    for (int k = 0; k < 4; ++k)
      if (c.v[k] != v && is_new(c.n[k] >> 2)) out.push_back(c.n[k] >> 2);
  }
  return out;
}

void Mesh::append_star(Vertex v, std::vector<std::uint32_t>& out) {
  if (!cells.visible(v)) return;
  const std::size_t first = out.size();
  out.push_back(cells.cell_of(v));
  cells.set_mark(out.back(), Mark::clear);
  for (std::size_t i = first; i < out.size(); ++i) {
    const Cell& c = cells[out[i]];
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t next = c.n[k] >> 2;
      if (c.v[k] == v || cells.mark(next) != Mark::unknown) continue;
      cells.set_mark(next, Mark::clear);
      out.push_back(next);
    }
  }
  for (std::size_t i = first; i < out.size(); ++i) cells.set_mark(out[i], Mark::unknown);
}

std::vector<Vertex> Mesh::hidden_sites() const {
  std::vector<Vertex> out;
  for (Vertex v = 0; v < sites.count(); ++v)
    if (cells.hidden(v)) out.push_back(v);
  return out;
}

void Mesh::enter(std::uint32_t cell, const std::array<Vertex, 4>& v) {
  cells[cell].v = v;
  cells.set_hint(cell);  // walks must not start in a cell that was freed
  for (const Vertex s : v)
    if (s != infinite_vertex) cells.set_cell_of(s, cell);
}

// By a thirty-second: doubling would double the memory for a few cells.
void Mesh::grow() {
  std::size_t room = cells.capacity();
  if (cells.size() == room) room += room / 32 + 64;
  cells.reserve(room);
  budgets.reserve(room);
}

void Mesh::stop_keeping_changes() {
  changes.kept = false;
  budgets.switch_off();
  changes.new_cells.clear(), changes.flip_queue.clear();
}

std::size_t Mesh::memory_bytes() const {
  return sites.memory_bytes() + cells.memory_bytes() + budgets.memory_bytes() +
         capacity_bytes(changes.new_cells) + capacity_bytes(changes.flip_queue) +
         capacity_bytes(changes.hidden);
}

}  // namespace scree::geometry
