// The regular (weighted Delaunay) triangulation of sites in three dimensions.
//
// The convex hull is closed by one infinite vertex: every facet has a tetrahedron on both sides,
// and no coordinates have to be invented for it (the thesis, 4.2.1, encloses its grains in a large
// tetrahedron instead). Ties are decided as in predicates.hpp, so the set of tetrahedra depends on
// sites and ids alone, not on the order of insertion.
//
//   cell      32 bytes: 4 vertices, 4 neighbours; neighbour k is across the facet opposite vertex k
//   neighbour cell << 2 | slot of the vertex opposite the common facet, seen from there
//   vertices  positive in orient3d; with the infinite vertex in slot k, any point beyond the hull
//             facet opposite k makes the cell positive
//
// Flat input (fewer than four sites, all in a plane, on a line, at one place) has dimension 2, 1 or
// 0 and no tetrahedra. Inside, helper sites off the plane span the space; the sites' own facets are
// then on the hull, where the tests in the plane decide. edges() and hidden() mean the same as
// ever.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "geometry/predicates.hpp"

namespace scree::geometry {

class Triangulation {
 public:
  using Vertex = std::uint32_t;  // row of the sites given to build
  static constexpr Vertex infinite = 0xffffffffu;

  // Row numbers serve as ids where none are given. Errors: a site outside the exact domain, as many
  // ids as sites but not distinct, too many sites.
  static Result<Triangulation> build(std::span<const Site> sites, Ties ties = Ties::by_id,
                                     std::span<const std::uint32_t> ids = {});

  std::size_t sites() const { return count_; }
  int dimension() const { return dimension_; }  // of the sites' affine hull; -1: no sites
  // A hidden site has an empty Laguerre cell: it is in no tetrahedron.
  bool hidden(Vertex v) const { return cell_of_[v] == none; }
  std::vector<Vertex> hidden_sites() const;

  // Each with its vertices ascending, the list sorted: equal triangulations give equal lists.
  std::vector<std::array<Vertex, 4>> tetrahedra() const;
  std::vector<std::array<Vertex, 2>> edges() const;

  // The cells as they are stored, for passes over all of them. A slot that is not live holds
  // nothing. Vertices may be infinite or helpers: those are not below sites().
  std::size_t cell_slots() const { return cells_.size(); }
  bool live(std::uint32_t slot) const { return mark_[slot] != Mark::free; }
  const std::array<Vertex, 4>& vertices_of(std::uint32_t slot) const { return cells_[slot].v; }
  const std::array<std::uint32_t, 4>& neighbours_of(std::uint32_t slot) const {
    return cells_[slot].n;
  }
  std::uint32_t cell_of(Vertex v) const { return cell_of_[v]; }  // precondition: not hidden
  const Site& site(Vertex v) const { return all_[v]; }

  // Empty when everything is right, else what is wrong. Levels: 1 adjacency, 2 orientation,
  // 3 regularity of every facet, 4 hidden sites truly hidden. Each includes those below; price up
  // to level 3: a predicate a facet; level 4: a walk for each hidden site.
  std::string fault(int level) const;
  bool is_valid(int level) const { return fault(level).empty(); }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  struct Cell {
    std::array<Vertex, 4> v;
    std::array<std::uint32_t, 4> n;
  };
  enum class Mark : std::uint8_t { unknown, conflict, clear, free };

  Triangulation() = default;
  // triangulation_build.cpp
  std::array<Vertex, 4> first_simplex(std::span<const Vertex> order);
  void make_first_cells(std::array<Vertex, 4> simplex);
  // triangulation.cpp
  RankedSite ranked(Vertex v) const { return {all_[v], ids_[v]}; }
  int infinite_slot(const Cell& c) const;
  bool conflicts(std::uint32_t cell, Vertex p) const;
  std::uint32_t locate(Vertex p, std::uint32_t hint) const;
  void insert(Vertex p);
  void find_cavity(std::uint32_t start, Vertex p);
  void fill_cavity(Vertex p);
  std::size_t make_fresh_cells(Vertex p);
  void link_by_table();
  void link_around_edge(std::uint32_t dead, int k, int j);
  std::uint32_t new_cell();
  bool is_helper(Vertex v) const { return v != infinite && v >= count_; }
  bool is_own(const Cell& c) const;  // no infinite vertex, no helper
  // triangulation_check.cpp
  std::string adjacency_fault() const;
  std::string orientation_fault() const;
  std::string regularity_fault() const;
  std::string hidden_fault() const;

  std::vector<Site> all_;           // the sites, then up to three helpers
  std::vector<std::uint32_t> ids_;  // the same rows
  std::size_t count_ = 0;
  int dimension_ = -1;
  Ties ties_ = Ties::by_id;
  std::vector<Cell> cells_;
  std::vector<Mark> mark_;              // of each cell; between insertions unknown or free
  std::vector<std::uint32_t> free_;     // cells to use again
  std::vector<std::uint32_t> cell_of_;  // of each site: some cell of it, or none
  std::uint32_t hint_ = 0;              // where the next walk starts

  // Scratch of one insertion.
  struct BorderFacet {
    std::uint32_t cell;
    int slot;
  };
  std::vector<std::uint32_t> cavity_, rim_;
  std::vector<BorderFacet> border_;
  // The directed edges of the border: [number of the tail][number of the head] -> cell << 2 | slot.
  static constexpr std::size_t table_side = 64;
  std::vector<std::uint32_t> edge_table_;
  std::vector<std::uint8_t> number_;  // of each vertex on the border; the infinite one has 0
};

}  // namespace scree::geometry
