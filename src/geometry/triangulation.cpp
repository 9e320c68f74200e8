// Location by walking, insertion by cavity (Bowyer 1981, Watson 1981), queries.
#include "geometry/triangulation.hpp"

#include <algorithm>

#include "geometry/batch.hpp"
#include "geometry/cell_tables.hpp"

namespace scree::geometry {

bool Triangulation::is_own(const Cell& c) const {
  return std::all_of(c.v.begin(), c.v.end(), [this](Vertex v) { return v < count_; });
}

bool Triangulation::conflicts(std::uint32_t cell, Vertex p) const {
  const Cell& c = cells_[cell];
  const int k = infinite_slot(c);
  if (k < 0) {
    const int sign =
        filtered_power_test(all_[c.v[0]], all_[c.v[1]], all_[c.v[2]], all_[c.v[3]], all_[p]);
    if (sign != uncertain) return sign > 0;
    return power_side(ranked(c.v[0]), ranked(c.v[1]), ranked(c.v[2]), ranked(c.v[3]), ranked(p),
                      ties_) > 0;
  }
  const auto& f = facet_slots[k];
  return hull_side(ranked(c.v[f[0]]), ranked(c.v[f[1]]), ranked(c.v[f[2]]), ranked(p), ties_) > 0;
}

// Visibility walk: step across any facet that separates the cell from x. In a regular triangulation
// the perturbed power of x with respect to the cells falls on each step, so that no cell is met
// twice. Returns a cell that holds x (closed), or an infinite cell whose hull facet x lies beyond;
// none after more steps than there are cells, or from a cell that is gone: not regular then.
std::uint32_t Triangulation::walk(const Vec3& x, std::uint32_t hint) const {
  std::uint32_t at = hint;
  if (at >= cells_.size() || mark_[at] == Mark::free) return none;
  if (const int k = infinite_slot(cells_[at]); k >= 0) at = cells_[at].n[k] >> 2;
  std::uint32_t from = none;
  for (std::size_t steps = 0; steps <= cells_.size(); ++steps) {
    const Cell& c = cells_[at];
    if (infinite_slot(c) >= 0) return at;
    int exit = -1;
    for (int k = 0; k < 4 && exit < 0; ++k) {
      if (c.n[k] >> 2 == from) continue;  // came from there: x is on this side
      const auto& f = facet_slots[k];
      if (orient3d(all_[c.v[f[0]]].x, all_[c.v[f[1]]].x, all_[c.v[f[2]]].x, x) < 0) exit = k;
    }
    if (exit < 0) return at;
    from = at;
    at = c.n[exit] >> 2;
  }
  return none;
}

std::uint32_t Triangulation::new_cell() {
  std::uint32_t c;
  if (!free_.empty()) {
    c = free_.back();
    free_.pop_back();
    mark_[c] = Mark::unknown;
  } else {
    c = static_cast<std::uint32_t>(cells_.size());
    if (certified_ && cells_.size() == cells_.capacity()) grow();
    cells_.emplace_back();
    mark_.push_back(Mark::unknown);
    if (budgets_) facet_budget_.emplace_back(), width_budget_.emplace_back();
  }
  if (budgets_) facet_budget_[c] = {}, width_budget_[c] = 0;
  if (certified_) pending_.push_back(c);
  return c;
}

// By a thirty-second: doubling would double the memory for a few cells.
void Triangulation::grow() {
  std::size_t room = cells_.capacity();
  if (cells_.size() == room) room += room / 32 + 64;
  cells_.reserve(room), mark_.reserve(room);
  if (budgets_) facet_budget_.reserve(room), width_budget_.reserve(room);
}

void Triangulation::free_cell(std::uint32_t c) {
  mark_[c] = Mark::free;
  free_.push_back(c);
}

// All cells in conflict: they are connected, so a search from one of them finds them. Ring by ring,
// so that the tests of a ring are one batch; what its common bound leaves open is asked alone.
void Triangulation::find_cavity(std::uint32_t start, Vertex p) {
  cavity_.assign(1, start);
  rim_.clear();
  border_.clear();
  mark_[start] = Mark::conflict;
  for (std::size_t ring = 0; ring < cavity_.size();) {
    asked_.clear(), queries_.clear();
    for (const std::size_t end = cavity_.size(); ring < end; ++ring)
      for (const std::uint32_t n : cells_[cavity_[ring]].n) {
        const std::uint32_t next = n >> 2;
        if (mark_[next] != Mark::unknown) continue;
        mark_[next] = Mark::clear;
        const auto& v = cells_[next].v;
        if (infinite_slot(cells_[next]) < 0) {
          asked_.push_back(next);
          queries_.push_back({v[0], v[1], v[2], v[3], p});
        } else {
          enlist(next, conflicts(next, p));
        }
      }
    sort_ring(p);
  }
  // Written always, counted where it is on the border: half of them are, at random.
  border_.resize(4 * cavity_.size());
  std::size_t count = 0;
  for (const std::uint32_t c : cavity_)
    for (int k = 0; k < 4; ++k) {
      border_[count] = {c, k};
      count += mark_[cells_[c].n[k] >> 2] == Mark::clear;
    }
  border_.resize(count);
}

void Triangulation::enlist(std::uint32_t cell, bool conflict) {
  if (conflict) mark_[cell] = Mark::conflict;
  (conflict ? cavity_ : rim_).push_back(cell);
}

// The cells asked about in one ring, to the cavity or to its rim. What comes next is fetched.
void Triangulation::sort_ring(Vertex p) {
  determinants_.resize(asked_.size());
  const double bound = power_determinants(all_, queries_, determinants_);
  std::size_t inside = cavity_.size(), outside = rim_.size();
  cavity_.resize(inside + asked_.size()), rim_.resize(outside + asked_.size());
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    const double det = determinants_[i];
    bool in = det > bound;
    if (!(static_cast<int>(in) | static_cast<int>(det < -bound))) [[unlikely]]
      in = conflicts(asked_[i], p);
    cavity_[inside] = rim_[outside] = asked_[i];
    mark_[asked_[i]] = in ? Mark::conflict : Mark::clear;
    inside += in, outside += !in;
    for (const std::uint32_t n : cells_[asked_[i]].n) {
      __builtin_prefetch(&cells_[n >> 2]);
      __builtin_prefetch(&mark_[n >> 2]);
    }
  }
  cavity_.resize(inside), rim_.resize(outside);
}

// For cavities with too many vertices for the table. The new cell on border facet (dead, k) and the
// new cell across its edge opposite slot j share a facet. Turn about that edge through the cavity
// until the border: there the dead cell's neighbour entry already names the new cell.
void Triangulation::link_around_edge(std::uint32_t dead, int k, int j) {
  const std::uint32_t mine = cells_[dead].n[k] >> 2;
  const auto slot_of = [this](std::uint32_t cell, Vertex v) {
    const auto& vs = cells_[cell].v;
    return static_cast<std::uint32_t>(std::find(vs.begin(), vs.end(), v) - vs.begin());
  };
  const std::uint32_t my_slot = slot_of(mine, cells_[dead].v[j]);
  if (cells_[mine].n[my_slot] != none) return;  // linked from the other side
  std::uint32_t at = dead;
  int in = k, out = j;
  while (mark_[cells_[at].n[out] >> 2] == Mark::conflict) {
    const Vertex turning = cells_[at].v[in];
    const std::uint32_t next = cells_[at].n[out];
    at = next >> 2;
    in = static_cast<int>(next & 3);
    const auto& v = cells_[at].v;
    out = static_cast<int>(std::find(v.begin(), v.end(), turning) - v.begin());
  }
  const std::uint32_t other = cells_[at].n[out] >> 2;
  const std::uint32_t other_slot = slot_of(other, cells_[at].v[in]);
  cells_[mine].n[my_slot] = other << 2 | other_slot;
  cells_[other].n[other_slot] = mine << 2 | my_slot;
}

// A new cell on each border facet, with p as its fourth vertex, linked to the outside. Numbers the
// border's vertices while they fit the table, and returns how many there are.
std::size_t Triangulation::make_fresh_cells(Vertex p) {
  std::size_t seen = 1;  // 0 is the infinite vertex
  cell_of_[p] = 0;       // not a vertex of the border
  for (const BorderFacet& b : border_) {
    const std::uint32_t fresh = new_cell();
    const std::uint32_t outside = cells_[b.cell].n[b.slot];
    const auto& f = facet_slots[b.slot];
    const auto& dead = cells_[b.cell].v;
    cells_[fresh] = {{dead[f[0]], dead[f[1]], dead[f[2]], p}, {none, none, none, outside}};
    cells_[outside >> 2].n[outside & 3] = fresh << 2 | 3;
    cells_[b.cell].n[b.slot] = fresh << 2 | 3;
    for (const Vertex v : cells_[fresh].v) {
      if (v == infinite) continue;
      if (cell_of_[v] == none) number_[v] = static_cast<std::uint8_t>(seen++);
      cell_of_[v] = fresh;
    }
    hint_ = fresh;
  }
  return seen;
}

// Two fresh cells that share an edge of the border run along it in opposite directions. Every
// directed edge is written once before it is read, so the table needs no clearing.
void Triangulation::link_by_table() {
  const auto at = [this](Vertex tail, Vertex head) -> std::uint32_t& {
    const auto number = [this](Vertex v) -> std::size_t { return v == infinite ? 0 : number_[v]; };
    return edge_table_[number(tail) * table_side + number(head)];
  };
  for (const BorderFacet& b : border_) {
    const std::uint32_t fresh = cells_[b.cell].n[b.slot] >> 2;
    const auto& v = cells_[fresh].v;
    for (std::uint32_t i = 0; i < 3; ++i) at(v[(i + 1) % 3], v[(i + 2) % 3]) = fresh << 2 | i;
  }
  for (const BorderFacet& b : border_) {
    Cell& c = cells_[cells_[b.cell].n[b.slot] >> 2];
    for (int i = 0; i < 3; ++i) c.n[i] = at(c.v[(i + 2) % 3], c.v[(i + 1) % 3]);
  }
}

// Vertices that were inside the cavity are in no cell afterwards: hidden.
void Triangulation::fill_cavity(Vertex p) {
  for (const std::uint32_t c : cavity_)
    for (const Vertex v : cells_[c].v)
      if (v != infinite) cell_of_[v] = none;
  if (make_fresh_cells(p) <= table_side) {
    link_by_table();
  } else {
    for (const BorderFacet& b : border_)
      for (const int j : facet_slots[b.slot]) link_around_edge(b.cell, b.slot, j);
  }
  for (const std::uint32_t c : rim_) mark_[c] = Mark::unknown;
  for (const std::uint32_t c : cavity_) {
    free_cell(c);
    if (!certified_) continue;  // a build lists the hidden sites at its end
    for (const Vertex v : cells_[c].v)
      if (v != infinite && cell_of_[v] == none) hidden_rows_.push_back(v);
  }
}

Triangulation::Entry Triangulation::insert_row(Vertex p) {
  const std::uint32_t at = walk(all_[p].x, hint_);
  if (at == none) return Entry::lost;
  hint_ = at;
  // In the cell that holds p the lifted hull is that cell's hyperplane: no conflict there means
  // that p is above it, hidden.
  if (!conflicts(at, p)) {
    if (certified_) hidden_rows_.push_back(p);
    return Entry::hidden;
  }
  find_cavity(at, p);
  fill_cavity(p);
  return Entry::visible;
}

std::vector<Triangulation::Vertex> Triangulation::hidden_sites() const {
  std::vector<Vertex> out;
  for (Vertex v = 0; v < count_; ++v)
    if (hidden(v)) out.push_back(v);
  return out;
}

std::vector<std::array<Triangulation::Vertex, 4>> Triangulation::tetrahedra() const {
  std::vector<std::array<Vertex, 4>> out;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    if (mark_[c] == Mark::free || !is_own(cells_[c])) continue;
    out.push_back(cells_[c].v);
    std::sort(out.back().begin(), out.back().end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::array<Triangulation::Vertex, 2>> Triangulation::edges() const {
  std::vector<std::array<Vertex, 2>> out;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    if (mark_[c] == Mark::free) continue;
    const auto& v = cells_[c].v;
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j)  // infinite and helpers have the highest numbers
        if (std::max(v[i], v[j]) < count_)
          out.push_back({std::min(v[i], v[j]), std::max(v[i], v[j])});
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace scree::geometry
