#include "geometry/triangulation/inserter.hpp"

#include <algorithm>

#include "geometry/laguerre/cell_tables.hpp"
#include "geometry/predicates/batch.hpp"

namespace scree::geometry {
namespace {

// For cavities with too many vertices for the table. The new cell on border facet (dead, k) and the
// new cell across its edge opposite slot j share a facet. Turn about that edge through the cavity
// until the border: there the dead cell's neighbour entry already names the new cell.
void link_around_edge(Cells& cells, std::uint32_t dead, int k, int j) {
  const std::uint32_t mine = cells[dead].n[k] >> 2;
  const auto row_of = [&cells](std::uint32_t cell, Vertex v) {
    const auto& vs = cells[cell].v;
    return static_cast<std::uint32_t>(std::find(vs.begin(), vs.end(), v) - vs.begin());
  };
  const std::uint32_t my_slot = row_of(mine, cells[dead].v[j]);
  if (cells[mine].n[my_slot] != no_cell) return;  // linked from the other side
  std::uint32_t at = dead;
  int in = k, out = j;
  while (cells.mark(cells[at].n[out] >> 2) == Mark::conflict) {
    const Vertex turning = cells[at].v[in];
    const std::uint32_t next = cells[at].n[out];
    at = next >> 2;
    in = static_cast<int>(next & 3);
    const auto& v = cells[at].v;
    out = static_cast<int>(std::find(v.begin(), v.end(), turning) - v.begin());
  }
  const std::uint32_t other = cells[at].n[out] >> 2;
  const std::uint32_t other_slot = row_of(other, cells[at].v[in]);
  cells[mine].n[my_slot] = other << 2 | other_slot;
  cells[other].n[other_slot] = mine << 2 | my_slot;
}

}  // namespace

// All cells in conflict: they are connected, so a search from one of them finds them. Ring by ring,
// so that the tests of a ring are one batch; what its common bound does not decide is tested alone.
void Inserter::find_cavity(Mesh& mesh, std::uint32_t start, Vertex p) {
  cavity_.assign(1, start);
  rim_.clear();
  border_.clear();
  mesh.cells.set_mark(start, Mark::conflict);
  for (std::size_t ring = 0; ring < cavity_.size();) {
    const std::size_t end = cavity_.size();
    query_ring(mesh, ring, end, p);
    ring = end;
    sort_ring(mesh, p);
  }
  // Written always, counted where it is on the border: half of them are, at random.
  border_.resize(4 * cavity_.size());
  BorderFacet* const border = border_.data();
  const Cell* const cells = mesh.cells.data();
  const Mark* const mark = mesh.cells.marks();
  std::size_t count = 0;
  for (const std::uint32_t c : cavity_)
    for (int k = 0; k < 4; ++k) {
      border[count].cell = c, border[count].slot = k;
      count += mark[cells[c].n[k] >> 2] == Mark::clear;
    }
  border_.resize(count);
}

// The neighbours of a ring that have not been tested. Written always, counted where they are new.
void Inserter::query_ring(Mesh& mesh, std::size_t ring, std::size_t end, Vertex p) {
  queried_.resize(4 * (end - ring) + 1);
  std::uint32_t* const queried = queried_.data();
  const Cell* const cells = mesh.cells.data();
  Mark* const mark = mesh.cells.marks();
  std::size_t count = 0;
  for (; ring < end; ++ring)
    for (const std::uint32_t n : cells[cavity_[ring]].n) {
      const Mark old = mark[n >> 2];
      const bool fresh = old == Mark::unknown;
      mark[n >> 2] = fresh ? Mark::clear : old;
      queried[count] = n >> 2;
      count += fresh;
    }
  queries_.resize(count);
  std::size_t finite = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t next = queried[i];
    const auto& v = cells[next].v;
    const int beyond =  // as integers: one branch
        int{v[0] == infinite_vertex} | int{v[1] == infinite_vertex} | int{v[2] == infinite_vertex} |
        int{v[3] == infinite_vertex};
    if (beyond != 0) [[unlikely]] {
      const bool conflict = mesh.conflicts(next, p);
      if (conflict) mark[next] = Mark::conflict;
      (conflict ? cavity_ : rim_).push_back(next);
      continue;
    }
    queries_[finite] = {v[0], v[1], v[2], v[3], p};
    queried[finite++] = next;
  }
  queried_.resize(finite), queries_.resize(finite);
}

// Puts the cells of one ring into the cavity or its rim, and prefetches the next ring.
void Inserter::sort_ring(Mesh& mesh, Vertex p) {
  determinants_.resize(queried_.size());
  const double bound = power_determinants(mesh.sites.all(), queries_, determinants_);
  const std::size_t count = queried_.size(), known = cavity_.size();
  std::size_t inside = known, outside = rim_.size();
  cavity_.resize(inside + count), rim_.resize(outside + count);
  std::uint32_t* const cavity = cavity_.data();
  std::uint32_t* const rim = rim_.data();
  const Cell* const cells = mesh.cells.data();
  Mark* const mark = mesh.cells.marks();  // a byte may be anything: pointers are not read again
  const double* const determinants = determinants_.data();
  const std::uint32_t* const queried = queried_.data();
  for (std::size_t i = 0; i < count; ++i) {
    const double det = determinants[i];
    const std::uint32_t c = queried[i];
    bool in = det > bound;
    if (!(static_cast<int>(in) | static_cast<int>(det < -bound))) [[unlikely]]
      in = mesh.conflicts(c, p);
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

// As many as the border has facets. A build makes fifty at a time, and nothing is noted of them.
void Inserter::take_cells(Mesh& mesh) {
  if (mesh.changes.kept)
    for (BorderFacet& b : border_) b.fresh = mesh.new_cell();
  else
    mesh.cells.take(border_.size(),
                    [this](std::size_t i, std::uint32_t c) { border_[i].fresh = c; });
}

// A new cell on each border facet, with p as its fourth vertex, linked to the outside. Numbers the
// border's vertices while they fit the table, and returns how many there are.
std::size_t Inserter::make_fresh_cells(Mesh& mesh, Vertex p) {
  take_cells(mesh);
  std::uint8_t seen = 1;  // 0 is the infinite vertex
  std::size_t all = 1;
  Cell* const cells = mesh.cells.data();
  std::uint32_t* const cell_of = mesh.cells.cells_of_sites();
  std::uint8_t* const number = number_.data();
  for (BorderFacet& b : border_) {
    Cell& dead = cells[b.cell];
    const std::uint32_t outside = dead.n[b.slot];
    const auto& f = facet_slots[b.slot];
    const std::array<Vertex, 3> facet{dead.v[f[0]], dead.v[f[1]], dead.v[f[2]]};
    cells[b.fresh] = {{facet[0], facet[1], facet[2], p}, {no_cell, no_cell, no_cell, outside}};
    cells[outside >> 2].n[outside & 3] = b.fresh << 2 | 3;
    dead.n[b.slot] = b.fresh << 2 | 3;
    for (int i = 0; i < 3; ++i) {
      const Vertex v = facet[i];
      b.number[i] = 0;
      if (v == infinite_vertex) [[unlikely]]
        continue;
      const bool is_new = cell_of[v] == no_cell;  // no branch: one of six is, at random
      number[v] = b.number[i] = is_new ? seen : number[v];
      seen += is_new, all += is_new;
      cell_of[v] = b.fresh;
    }
  }
  mesh.cells.set_cell_of(p, border_.back().fresh);
  mesh.cells.set_hint(border_.back().fresh);
  return all;
}

// Two fresh cells that share an edge of the border run along it in opposite directions. Every
// directed edge is written once before it is read, so the table needs no clearing.
void Inserter::link_by_table(Cells& mesh_cells) {
  std::uint32_t* const table = edge_table_.data();
  Cell* const cells = mesh_cells.data();
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
void Inserter::fill_cavity(Mesh& mesh, Vertex p) {
  for (const std::uint32_t c : cavity_)
    for (const Vertex v : mesh.cells[c].v)
      if (v != infinite_vertex) mesh.cells.set_hidden(v);
  if (make_fresh_cells(mesh, p) <= table_side) {
    link_by_table(mesh.cells);
  } else {
    for (const BorderFacet& b : border_)
      for (const int j : facet_slots[b.slot]) link_around_edge(mesh.cells, b.cell, b.slot, j);
  }
  Mark* const mark = mesh.cells.marks();
  for (const std::uint32_t c : rim_) mark[c] = Mark::unknown;
  if (!mesh.changes.kept) {  // whatever needs the hidden sites lists them
    mesh.cells.free_all(cavity_);
    return;
  }
  for (const std::uint32_t c : cavity_) {
    mesh.free_cell(c);
    for (const Vertex v : mesh.cells[c].v)
      if (v != infinite_vertex && mesh.cells.hidden(v)) mesh.changes.hidden.push_back(v);
  }
}

Inserter::Outcome Inserter::insert(Mesh& mesh, Vertex p) {
  if (number_.size() < mesh.sites.size()) number_.resize(mesh.sites.size());
  if (edge_table_.empty()) edge_table_.resize(table_side * table_side);
  const std::uint32_t at = mesh.walk(mesh.sites[p].x, mesh.cells.hint());
  if (at == no_cell) return Outcome::lost;
  mesh.cells.set_hint(at);
  // In the cell that holds p the lifted hull is that cell's hyperplane: no conflict there means
  // that p is above it, hidden.
  if (!mesh.conflicts(at, p)) {
    if (mesh.changes.kept) mesh.changes.hidden.push_back(p);
    return Outcome::hidden;
  }
  find_cavity(mesh, at, p);
  fill_cavity(mesh, p);
  return Outcome::visible;
}

bool Inserter::insert_hidden(Mesh& mesh, std::size_t& shown) {
  std::vector<Vertex> rows;
  rows.swap(mesh.changes.hidden);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const Vertex v : rows) {
    if (!mesh.cells.hidden(v)) continue;
    const Outcome outcome = insert(mesh, v);
    if (outcome == Outcome::lost) return false;
    shown += outcome == Outcome::visible;
  }
  std::sort(mesh.changes.hidden.begin(), mesh.changes.hidden.end());
  mesh.changes.hidden.erase(std::unique(mesh.changes.hidden.begin(), mesh.changes.hidden.end()),
                            mesh.changes.hidden.end());
  std::erase_if(mesh.changes.hidden, [&mesh](Vertex v) { return !mesh.cells.hidden(v); });
  return true;
}

std::size_t Inserter::memory_bytes() const {
  return capacity_bytes(cavity_) + capacity_bytes(rim_) + capacity_bytes(queried_) +
         capacity_bytes(queries_) + capacity_bytes(determinants_) + capacity_bytes(border_) +
         capacity_bytes(edge_table_) + capacity_bytes(number_);
}

}  // namespace scree::geometry
