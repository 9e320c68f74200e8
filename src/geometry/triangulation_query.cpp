// What is around a vertex, an edge, a place.
#include <algorithm>
#include <unordered_set>

#include "geometry/cell_tables.hpp"
#include "geometry/triangulation.hpp"

namespace scree::geometry {

// Is the cell the one with the lowest number about its edge (i, j)? Turns until a lower one shows.
bool Triangulation::first_around_edge(std::uint32_t cell, int i, int j) const {
  const Vertex a = cells_[cell].v[i], b = cells_[cell].v[j];
  int out = 0;
  while (out == i || out == j) ++out;
  std::uint32_t at = cell;
  for (;;) {
    const std::uint32_t across = cells_[at].n[out];
    at = across >> 2;
    if (at == cell) return true;
    if (at < cell) return false;
    // Leave opposite the vertex that is neither new nor on the edge's entering facet: the third
    // vertex of that facet stays behind.
    const auto& v = cells_[at].v;
    const int in = static_cast<int>(across & 3);
    int next = 0;
    while (next == in || v[next] == a || v[next] == b) ++next;
    // Facets about the edge: opposite `in` (entered) and opposite `next`.
    out = next;
  }
}

// Stars on walls can have hundreds of cells, where searching the list would be quadratic: from some
// size on, a table of the cells seen.
std::vector<std::uint32_t> Triangulation::star(Vertex v) const {
  constexpr std::size_t small = 32;
  std::vector<std::uint32_t> out;
  if (!visible(v)) return out;
  std::unordered_set<std::uint32_t> seen;
  const auto is_new = [&](std::uint32_t c) {
    if (out.size() < small) return std::find(out.begin(), out.end(), c) == out.end();
    if (seen.empty()) seen.insert(out.begin(), out.end());
    return seen.insert(c).second;
  };
  out.push_back(cell_of_[v]);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Cell c = cells_[out[i]];
    for (int k = 0; k < 4; ++k)
      if (c.v[k] != v && is_new(c.n[k] >> 2)) out.push_back(c.n[k] >> 2);
  }
  return out;
}

// For repairs: the marks of the cells, unknown in between, tell what was seen.
void Triangulation::append_star(Vertex v, std::vector<std::uint32_t>& out) {
  if (!visible(v)) return;
  const std::size_t first = out.size();
  out.push_back(cell_of_[v]);
  mark_[out.back()] = Mark::clear;
  for (std::size_t i = first; i < out.size(); ++i) {
    const Cell& c = cells_[out[i]];
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t next = c.n[k] >> 2;
      if (c.v[k] == v || mark_[next] != Mark::unknown) continue;
      mark_[next] = Mark::clear;
      out.push_back(next);
    }
  }
  for (std::size_t i = first; i < out.size(); ++i) mark_[out[i]] = Mark::unknown;
}

std::vector<Triangulation::Vertex> Triangulation::neighbours(Vertex v) const {
  std::vector<Vertex> out;
  for (const std::uint32_t c : star(v))
    for (const Vertex w : cells_[c].v)
      if (w != v && w < count_) out.push_back(w);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::array<Triangulation::Vertex, 4>> Triangulation::cells_around(Vertex v) const {
  std::vector<std::array<Vertex, 4>> out;
  if (dimension_ < 3) return out;
  for (const std::uint32_t c : star(v)) out.push_back(cells_[c].v);
  return out;
}

std::array<Triangulation::Vertex, 4> Triangulation::locate(const Vec3& x) const {
  if (dimension_ < 3) return {infinite, infinite, infinite, infinite};
  const std::uint32_t at = walk(x, hint_);
  if (at == none) return {infinite, infinite, infinite, infinite};
  return cells_[at].v;
}

std::size_t Triangulation::memory_bytes() const {
  const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  std::size_t lists = 0;
  for (const Listed& l : listed_) lists += bytes(l.flat) + bytes(l.facets) + bytes(l.later);
  return lists + bytes(all_) + bytes(ids_) + bytes(cells_) + bytes(mark_) + bytes(free_) +
         bytes(cell_of_) + bytes(hidden_rows_) + bytes(gone_rows_) + bytes(facet_budget_) +
         bytes(width_budget_) + bytes(before_) + bytes(charge_) + bytes(pending_) + bytes(queue_) +
         bytes(cavity_) + bytes(rim_) + bytes(border_) + bytes(edge_table_) + bytes(number_) +
         sizeof(*this);
}

RepairStats& RepairStats::operator+=(const RepairStats& o) {
  whole_tests += o.whole_tests;
  cells_flagged += o.cells_flagged;
  facets_tested += o.facets_tested;
  flips_23 += o.flips_23;
  flips_32 += o.flips_32;
  flips_44 += o.flips_44;
  flips_41 += o.flips_41;
  swallowed += o.swallowed;
  revived += o.revived;
  turned += o.turned;
  held += o.held;
  rounds += o.rounds;
  reinserted += o.reinserted;
  local_rebuilds += o.local_rebuilds;
  full_rebuilds += o.full_rebuilds;
  return *this;
}

}  // namespace scree::geometry
