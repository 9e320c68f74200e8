// Location by walking, insertion by cavity (Bowyer 1981, Watson 1981), queries.
#include "geometry/triangulation.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/batch.hpp"
#include "geometry/cell_tables.hpp"
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
    const SeenCell seen(all_[c.v[0]].x, all_[c.v[1]].x, all_[c.v[2]].x, all_[c.v[3]].x, x);
    int exit = -1;
    for (int k = 0; k < 4 && exit < 0; ++k) {
      if (c.n[k] >> 2 == from) continue;  // came from there: x is on this side
      const auto& f = facet_slots[k];
      int side = seen.side(f);
      if (side == 0) side = orient3d(all_[c.v[f[0]]].x, all_[c.v[f[1]]].x, all_[c.v[f[2]]].x, x);
      if (side < 0) exit = k;
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
    const std::size_t end = cavity_.size();
    ask_ring(ring, end, p);
    ring = end;
    sort_ring(p);
  }
  // Written always, counted where it is on the border: half of them are, at random.
  border_.resize(4 * cavity_.size());
  BorderFacet* const border = border_.data();
  const Cell* const cells = cells_.data();
  const Mark* const mark = mark_.data();
  std::size_t count = 0;
  for (const std::uint32_t c : cavity_)
    for (int k = 0; k < 4; ++k) {
      border[count].cell = c, border[count].slot = k;
      count += mark[cells[c].n[k] >> 2] == Mark::clear;
    }
  border_.resize(count);
}

// The neighbours of a ring that have not been asked. Written always, counted where they are new.
void Triangulation::ask_ring(std::size_t ring, std::size_t end, Vertex p) {
  asked_.resize(4 * (end - ring) + 1);
  std::uint32_t* const asked = asked_.data();
  const Cell* const cells = cells_.data();
  Mark* const mark = mark_.data();
  std::size_t count = 0;
  for (; ring < end; ++ring)
    for (const std::uint32_t n : cells[cavity_[ring]].n) {
      const Mark old = mark[n >> 2];
      const bool fresh = old == Mark::unknown;
      mark[n >> 2] = fresh ? Mark::clear : old;
      asked[count] = n >> 2;
      count += fresh;
    }
  queries_.resize(count);
  std::size_t finite = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t next = asked[i];
    const auto& v = cells[next].v;
    const int beyond =  // as numbers: one branch
        int{v[0] == infinite} | int{v[1] == infinite} | int{v[2] == infinite} |
        int{v[3] == infinite};
    if (beyond != 0) [[unlikely]] {
      enlist(next, conflicts(next, p));
      continue;
    }
    queries_[finite] = {v[0], v[1], v[2], v[3], p};
    asked[finite++] = next;
  }
  asked_.resize(finite), queries_.resize(finite);
}

void Triangulation::enlist(std::uint32_t cell, bool conflict) {
  if (conflict) mark_[cell] = Mark::conflict;
  (conflict ? cavity_ : rim_).push_back(cell);
}

// The cells asked about in one ring, to the cavity or to its rim. What comes next is fetched.
void Triangulation::sort_ring(Vertex p) {
  determinants_.resize(asked_.size());
  const double bound = power_determinants(all_, queries_, determinants_);
  const std::size_t count = asked_.size(), known = cavity_.size();
  std::size_t inside = known, outside = rim_.size();
  cavity_.resize(inside + count), rim_.resize(outside + count);
  std::uint32_t* const cavity = cavity_.data();
  std::uint32_t* const rim = rim_.data();
  const Cell* const cells = cells_.data();
  Mark* const mark = mark_.data();  // a byte may be anything: pointers are not read again
  const double* const determinants = determinants_.data();
  const std::uint32_t* const asked = asked_.data();
  for (std::size_t i = 0; i < count; ++i) {
    const double det = determinants[i];
    const std::uint32_t c = asked[i];
    bool in = det > bound;
    if (!(static_cast<int>(in) | static_cast<int>(det < -bound))) [[unlikely]]
      in = conflicts(c, p);
    cavity[inside] = rim[outside] = c;
    mark[c] = in ? Mark::conflict : Mark::clear;
    inside += in, outside += !in;
  }
  for (std::size_t i = known; i < inside; ++i)
    for (const std::uint32_t n : cells[cavity[i]].n) {
      __builtin_prefetch(&cells[n >> 2]);
      __builtin_prefetch(&mark[n >> 2]);
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

// As many as the border has facets. A build makes fifty at a time, and nothing is noted of them.
void Triangulation::take_cells() {
  if (certified_) {
    for (BorderFacet& b : border_) b.fresh = new_cell();
    return;
  }
  const std::size_t again = std::min(free_.size(), border_.size());
  for (std::size_t i = 0; i < again; ++i) {
    border_[i].fresh = free_[free_.size() - 1 - i];
    mark_[border_[i].fresh] = Mark::unknown;
  }
  free_.resize(free_.size() - again);
  auto next = static_cast<std::uint32_t>(cells_.size());
  const std::size_t size = cells_.size() + border_.size() - again;
  cells_.resize(size), mark_.resize(size, Mark::unknown);
  for (std::size_t i = again; i < border_.size(); ++i) border_[i].fresh = next++;
}

// A new cell on each border facet, with p as its fourth vertex, linked to the outside. Numbers the
// border's vertices while they fit the table, and returns how many there are.
std::size_t Triangulation::make_fresh_cells(Vertex p) {
  take_cells();
  std::uint8_t seen = 1;  // 0 is the infinite vertex
  std::size_t all = 1;
  Cell* const cells = cells_.data();
  std::uint32_t* const cell_of = cell_of_.data();
  std::uint8_t* const number = number_.data();
  for (BorderFacet& b : border_) {
    Cell& dead = cells[b.cell];
    const std::uint32_t outside = dead.n[b.slot];
    const auto& f = facet_slots[b.slot];
    const std::array<Vertex, 3> facet{dead.v[f[0]], dead.v[f[1]], dead.v[f[2]]};
    cells[b.fresh] = {{facet[0], facet[1], facet[2], p}, {none, none, none, outside}};
    cells[outside >> 2].n[outside & 3] = b.fresh << 2 | 3;
    dead.n[b.slot] = b.fresh << 2 | 3;
    for (int i = 0; i < 3; ++i) {
      const Vertex v = facet[i];
      b.number[i] = 0;
      if (v == infinite) [[unlikely]]
        continue;
      const bool is_new = cell_of[v] == none;  // no branch: one of six is, at random
      number[v] = b.number[i] = is_new ? seen : number[v];
      seen += is_new, all += is_new;
      cell_of[v] = b.fresh;
    }
  }
  cell_of_[p] = hint_ = border_.back().fresh;
  return all;
}

// Two fresh cells that share an edge of the border run along it in opposite directions. Every
// directed edge is written once before it is read, so the table needs no clearing.
void Triangulation::link_by_table() {
  std::uint32_t* const table = edge_table_.data();
  Cell* const cells = cells_.data();
  const auto at = [&](std::uint8_t tail, std::uint8_t head) { return tail * table_side + head; };
  for (const BorderFacet& b : border_) {
    const auto& v = b.number;
    const std::uint32_t entry = b.fresh << 2;
    table[at(v[1], v[2])] = entry, table[at(v[2], v[0])] = entry | 1;
    table[at(v[0], v[1])] = entry | 2;
  }
  for (const BorderFacet& b : border_) {
    const auto& v = b.number;
    auto& n = cells[b.fresh].n;
    n[0] = table[at(v[2], v[1])], n[1] = table[at(v[0], v[2])], n[2] = table[at(v[1], v[0])];
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
  Mark* const mark = mark_.data();
  for (const std::uint32_t c : rim_) mark[c] = Mark::unknown;
  if (!certified_) {  // a build lists the hidden sites at its end
    for (const std::uint32_t c : cavity_) mark[c] = Mark::free;
    free_.insert(free_.end(), cavity_.begin(), cavity_.end());
    return;
  }
  for (const std::uint32_t c : cavity_) {
    free_cell(c);
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
