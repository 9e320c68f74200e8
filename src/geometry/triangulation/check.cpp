#include "geometry/triangulation/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "geometry/laguerre/cell_tables.hpp"
#include "geometry/triangulation/core.hpp"

namespace scree::geometry {
namespace {

// Neighbours name each other with the right slots and share the other three vertices, each in the
// opposite sense; each vertex's cell holds it.
std::string adjacency_fault(const Mesh& mesh) {
  if (mesh.dimension >= 0 && mesh.cells.free_count() == mesh.cells.size())
    return "there are no cells";
  for (std::uint32_t c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells.is_free(c)) continue;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t other = mesh.cells[c].n[k] >> 2, slot = mesh.cells[c].n[k] & 3;
      if (other >= mesh.cells.size() || mesh.cells.is_free(other))
        return fmt::format("cell {} has a neighbour {} that does not exist", c, other);
      if (mesh.cells[other].n[slot] != (c << 2 | k))
        return fmt::format("cells {} and {} disagree that they are neighbours", c, other);
      std::array<Vertex, 3> mine, theirs;
      for (int i = 0; i < 3; ++i) {
        mine[i] = mesh.cells[c].v[facet_slots[k][i]];
        theirs[2 - i] = mesh.cells[other].v[facet_slots[slot][i]];
      }
      std::rotate(theirs.begin(), std::find(theirs.begin(), theirs.end(), mine[0]), theirs.end());
      if (mine != theirs) return fmt::format("cells {} and {} do not share a facet", c, other);
    }
  }
  for (Vertex v = 0; v < mesh.sites.size(); ++v) {
    if (!mesh.cells.visible(v)) continue;
    const bool alive =
        mesh.cells.cell_of(v) < mesh.cells.size() && !mesh.cells.is_free(mesh.cells.cell_of(v));
    if (!alive || std::count(mesh.cells[mesh.cells.cell_of(v)].v.begin(),
                             mesh.cells[mesh.cells.cell_of(v)].v.end(), v) != 1)
      return fmt::format("site {} is not in its cell", v);
  }
  return {};
}

// Finite cells are positive; an infinite cell is on the side of its hull facet away from the
// finite one, which adjacency has shown. Cells name only sites that are not hidden.
std::string orientation_fault(const Mesh& mesh) {
  for (std::uint32_t c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells.is_free(c)) continue;
    const auto& v = mesh.cells[c].v;
    if (std::count(v.begin(), v.end(), infinite_vertex) > 1)
      return fmt::format("cell {} is infinite twice", c);
    for (const Vertex s : v)
      if (s != infinite_vertex && !mesh.cells.visible(s))
        return fmt::format("cell {} has the hidden site {}", c, s);
    if (infinite_slot(mesh.cells[c]) < 0 && orient3d(mesh.sites[v[0]].x, mesh.sites[v[1]].x,
                                                     mesh.sites[v[2]].x, mesh.sites[v[3]].x) <= 0)
      return fmt::format("cell {} is flat or inverted", c);
  }
  // The hull is seen whole from a point inside: with convex edges it is then convex.
  const auto core = mesh.dimension == 3 ? find_core(mesh) : std::nullopt;
  if (core && !wraps_once(mesh, core->x)) return "the hull does not go round once";
  return {};
}

// A triangulation whose facets are all regular is the regular one; at the hull: convex, and regular
// in the plane of coplanar facets.
std::string regularity_fault(const Mesh& mesh) {
  for (std::uint32_t c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells.is_free(c)) continue;
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t across = mesh.cells[c].n[k];
      const Vertex apex = mesh.cells[across >> 2].v[across & 3];
      if (apex != infinite_vertex && mesh.conflicts(c, apex))
        return fmt::format("site {} conflicts with the neighbouring cell {}", apex, c);
    }
  }
  return {};
}

std::string hidden_fault(const Mesh& mesh) {
  std::uint32_t at = mesh.cells.hint();
  for (Vertex v = 0; v < mesh.sites.count(); ++v) {
    if (!mesh.cells.hidden(v)) continue;
    at = mesh.walk(mesh.sites[v].x, at);
    if (at == no_cell) return fmt::format("the walk to the hidden site {} does not end", v);
    if (mesh.conflicts(at, v)) return fmt::format("site {} should not be hidden", v);
  }
  return {};
}

}  // namespace

std::string fault(const Mesh& mesh, int level) {
  constexpr std::array checks{adjacency_fault, orientation_fault, regularity_fault, hidden_fault};
  for (int k = 0; k < std::min(level, 4); ++k)
    if (std::string what = checks[k](mesh); !what.empty()) return what;
  return {};
}

}  // namespace scree::geometry
