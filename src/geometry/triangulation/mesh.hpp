// What every part of a triangulation works on: sites, cells, budgets, and the notes of what
// changed.
//
// The parts say in their headers which of these they write. Edits go through new_cell, free_cell,
// link and enter, so that budgets and notes stay right: a new cell and a new link are not
// certified.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/kernel/kernel.hpp"
#include "geometry/triangulation/budgets.hpp"
#include "geometry/triangulation/cell_ranges.hpp"
#include "geometry/triangulation/cells.hpp"
#include "geometry/triangulation/sites.hpp"

namespace scree::geometry {

// Notes for the checks at the end of an update. Kept from the first update on: a build needs none.
struct Changes {
  bool kept = false;
  std::vector<std::uint32_t> new_cells;   // not yet certified or tested
  std::vector<std::uint32_t> flip_queue;  // facets that are not regular
  std::vector<Vertex> hidden;  // while kept, every hidden site is here; others may be, too

  void clear() { new_cells.clear(), flip_queue.clear(), hidden.clear(); }
};

// A tetrahedron deep inside when it was chosen, and its middle: the hull is star-shaped about it.
struct Core {
  std::array<Vertex, 4> rows{};
  Vec3 x;
};

struct Mesh {
  Sites sites;
  Cells cells;
  Budgets budgets;
  CellRanges ranges;
  Changes changes;
  Core core;
  int dimension = -1;  // of the sites' affine hull; -1: no sites
  const kernel::Kernels* kernels = kernel::choose_kernels("auto");

  // Predicates. Is p inside the sphere of the cell, ties decided?
  bool conflicts(std::uint32_t cell, Vertex p) const;
  // Of four vertices. The infinite one stands opposite the core.
  int orientation(const std::array<Vertex, 4>& v) const;
  // The vertex opposite a facet (cell << 2 | slot) in the cell across it.
  Vertex apex_beyond(std::uint32_t facet) const {
    const std::uint32_t n = cells[facet >> 2].n[facet & 3];
    return cells[n >> 2].v[n & 3];
  }
  // No infinite vertex, no helper.
  bool has_only_sites(const Cell& c) const {
    const std::size_t count = sites.count();
    return c.v[0] < count && c.v[1] < count && c.v[2] < count && c.v[3] < count;
  }
  bool certified(std::uint32_t facet) const { return budgets.on() && budgets.facet(facet) != 0; }
  bool has_width(std::uint32_t cell) const { return budgets.on() && budgets.width(cell) != 0; }

  // A cell that holds x (closed), or an infinite cell whose hull facet x lies beyond. no_cell: not
  // regular, the walk did not end.
  std::uint32_t walk(const Vec3& x, std::uint32_t start) const;
  std::vector<std::uint32_t> star(Vertex v) const;  // the cells of a vertex; none of a hidden one
  std::vector<Vertex> hidden_sites() const;

  // Edits.
  std::uint32_t new_cell();
  void free_cell(std::uint32_t c) { cells.free(c); }
  void link(std::uint32_t cell, int k, std::uint32_t neighbour);
  void enter(std::uint32_t cell, const std::array<Vertex, 4>& v);
  void grow();  // room for more cells
  // The same as star, faster; uses the marks of the cells, which are unknown before and afterwards.
  void append_star(Vertex v, std::vector<std::uint32_t>& out);
  void stop_keeping_changes();

  std::size_t memory_bytes() const;
};

inline std::uint32_t Mesh::new_cell() {
  if (changes.kept && cells.free_count() == 0 && cells.size() == cells.capacity()) grow();
  const std::size_t size = cells.size();
  const std::uint32_t c = cells.take();
  if (cells.size() != size) budgets.add_cell();
  budgets.clear(c);
  if (changes.kept) changes.new_cells.push_back(c);
  return c;
}

inline void Mesh::link(std::uint32_t cell, int k, std::uint32_t neighbour) {
  const std::uint32_t facet = cell << 2 | static_cast<std::uint32_t>(k);
  cells[cell].n[k] = neighbour;
  cells[neighbour >> 2].n[neighbour & 3] = facet;
  // A facet between an old cell and a new one is not certified.
  if (budgets.on()) budgets.set_facet(facet, neighbour, 0);
}

}  // namespace scree::geometry
