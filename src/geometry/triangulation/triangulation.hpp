// The regular (weighted Delaunay) triangulation of sites in three dimensions.
//
// The convex hull is closed by one infinite vertex: every facet has a tetrahedron on both sides,
// and no coordinates have to be invented for it (the thesis, 4.2.1, encloses its grains in a large
// tetrahedron instead). Ties are decided as in predicates.hpp, so the set of tetrahedra depends on
// sites and ids alone, not on the order of insertion.
//
// Flat input (fewer than four sites, all in a plane, on a line, at one point) has dimension 2, 1 or
// 0 and no tetrahedra. Inside, helper sites off the plane span the space; the sites' own facets are
// then on the hull, where the tests in the plane decide. edges() and hidden() mean the same as
// ever.
//
// The class owns its parts and does little itself (triangulation/, decision 0019):
//
//   Mesh      sites, cells, budgets of the certificates, notes of what changed
//   Inserter  one site by its cavity      builder.hpp: everything, site by site
//   Remover   one site, its hole wrapped  refill.hpp: a region triangulated on its own
//   Updater   all sites move: budgets are charged or everything is tested, then repairs
//             (charges, cell_tests, certify, hold_back, flip_queue, flips)
//   check.hpp the mesh against its definition
//
// docs/theory/triangulation.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "geometry/predicates/predicates.hpp"
#include "geometry/triangulation/inserter.hpp"
#include "geometry/triangulation/mesh.hpp"
#include "geometry/triangulation/remover.hpp"
#include "geometry/triangulation/repair_stats.hpp"
#include "geometry/triangulation/updater.hpp"

namespace scree::geometry {

class Triangulation {
 public:
  using Vertex = geometry::Vertex;  // row of the sites given to build
  static constexpr Vertex infinite = infinite_vertex;

  // Row numbers serve as ids where none are given. Errors: a site outside the exact domain, as many
  // ids as sites but not distinct, too many sites.
  static Result<Triangulation> build(std::span<const Site> sites, Ties ties = Ties::by_id,
                                     std::span<const std::uint32_t> ids = {});

  // Moves every site and repairs: afterwards the triangulation is the one that build would give.
  // New weights are optional. Hidden sites move, too, and come back where they have a cell again.
  // On an error nothing has changed. Removed rows' entries are ignored. The result does not depend
  // on the number of threads.
  Result<RepairStats> move_all(std::span<const Vec3> positions,
                               std::span<const double> weights = {}, int threads = 1);

  void use(Pass pass) { updater_.use(pass); }  // from the next update on
  // By default the best that the machine has; never changes the result.
  void use(const kernel::Kernels& kernels) { mesh_.kernels = &kernels; }

  // The row of the new site: that of a removed one, else the next. Without an id it gets the next
  // after the highest so far; a lower one is compared with all others. Price: a walk from the cell
  // of the last change, and the new cells.
  Result<Vertex> insert(const Site& site, std::optional<std::uint32_t> id = {});
  // The row stays empty until an insertion takes it. Sites that it had hidden come back.
  Result<bool> remove(Vertex v);

  // Certifies all cells now, so that the first move_all need not. Compacts and sorts the cells.
  void prepare(int threads = 1) { updater_.prepare(mesh_, std::max(threads, 1)); }

  std::size_t sites() const { return mesh_.sites.count(); }  // rows, removed ones included
  bool removed(Vertex v) const { return mesh_.cells.removed(v); }
  const Site& site(Vertex v) const { return mesh_.sites[v]; }
  std::size_t memory_bytes() const;
  int dimension() const { return mesh_.dimension; }  // of the sites' affine hull; -1: no sites
  // A hidden site has an empty Laguerre cell: it is in no tetrahedron.
  bool hidden(Vertex v) const { return mesh_.cells.hidden(v); }
  std::vector<Vertex> hidden_sites() const { return mesh_.hidden_sites(); }

  // Each with its vertices ascending, the list sorted: equal triangulations give equal lists.
  std::vector<std::array<Vertex, 4>> tetrahedra() const;
  std::vector<std::array<Vertex, 2>> edges() const;

  // The cell that holds x (closed), with the infinite vertex in it where x is outside the hull.
  // Four times infinite where there are no tetrahedra.
  std::array<Vertex, 4> locate(const Vec3& x) const;
  std::vector<Vertex> neighbours(Vertex v) const;                   // ascending
  std::vector<std::array<Vertex, 4>> cells_around(Vertex v) const;  // infinite ones included
  // f(i, j), i < j, once for each edge, in the order of the cells. Price: about two steps of a walk
  // about the edge for each edge of each cell.
  template <class F>
  void for_each_edge(F f) const;
  // f(vertices), once for each tetrahedron, positive in orient3d.
  template <class F>
  void for_each_tetrahedron(F f) const;

  // The cells as they are stored, for passes over all of them. A slot that is not live holds
  // nothing. Vertices may be infinite or helpers: those are not below sites().
  std::size_t cell_slots() const { return mesh_.cells.size(); }
  bool live(std::uint32_t slot) const { return !mesh_.cells.is_free(slot); }
  const std::array<Vertex, 4>& vertices_of(std::uint32_t slot) const { return mesh_.cells[slot].v; }
  const std::array<std::uint32_t, 4>& neighbours_of(std::uint32_t slot) const {
    return mesh_.cells[slot].n;
  }
  std::uint32_t cell_of(Vertex v) const {
    return mesh_.cells.cell_of(v);
  }  // precondition: not hidden

  // Empty when everything is right, else what is wrong. Levels: 1 adjacency, 2 orientation,
  // 3 regularity of every facet, 4 hidden sites truly hidden: check.hpp.
  std::string fault(int level) const;
  bool is_valid(int level) const { return fault(level).empty(); }

 private:
  Triangulation() = default;
  void rebuild();
  bool first_around_edge(std::uint32_t cell, int i, int j) const;

  Mesh mesh_;
  Inserter inserter_;
  Remover remover_;
  Updater updater_;
};

template <class F>
void Triangulation::for_each_tetrahedron(F f) const {
  const Cells& cells = mesh_.cells;
  for (std::uint32_t c = 0; c < cells.size(); ++c)
    if (!cells.is_free(c) && mesh_.has_only_sites(cells[c])) f(cells[c].v);
}

template <class F>
void Triangulation::for_each_edge(F f) const {
  for (std::uint32_t c = 0; c < mesh_.cells.size(); ++c) {
    if (mesh_.cells.is_free(c)) continue;
    const auto& v = mesh_.cells[c].v;
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j)
        if (std::max(v[i], v[j]) < sites() && first_around_edge(c, i, j))
          f(std::min(v[i], v[j]), std::max(v[i], v[j]));
  }
}

}  // namespace scree::geometry
