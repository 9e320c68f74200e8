// Takes a visible site out. The hole is closed by gift wrapping: from an open facet on, the one
// site that makes a regular cell with it, until no facet is open.
//
// Among the sites in front of a facet "u conflicts with the cell of w" is a total order (the
// spheres through the facet, ties decided), so one pass finds the first. On the hull, the planes
// about an edge are ordered in the same way as long as no two sites lie in one plane with the edge
// on either side of it; there the wrap gives up, and refill, which builds the sites on their own,
// takes over. Price: as many tests as cells times sites, some 10 us for 20 sites, where a build
// takes 60.
//
// Reads sites. Writes cells, budgets and the lists of changes. The arrays here are scratch.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "geometry/triangulation/mesh.hpp"

namespace scree::geometry {

class Remover {
 public:
  // Precondition: the mesh is regular, v is visible; it is hidden afterwards. False: the other
  // sites around v do not span the space; nothing is changed.
  bool remove(Mesh& mesh, Vertex v);

  std::size_t memory_bytes() const;

 private:
  struct OpenFacet {
    std::array<Vertex, 3> v;  // with an apex in the hole after them: positive
    std::uint32_t beyond;     // the neighbour: cell << 2 | slot
    bool inner;               // that is one of wrapped_
  };
  struct WrappedCell {
    Cell cell;
    std::array<bool, 4> inner;  // neighbour k is one of wrapped_
  };
  Vertex wrap_facet(const Mesh& mesh, const std::array<Vertex, 3>& f,
                    std::span<const Vertex> sites);
  void open(const std::array<Vertex, 3>& v, std::uint32_t beyond, bool inner);
  bool open_border(Mesh& mesh, const std::vector<std::uint32_t>& region);
  void link_wrapped(std::uint32_t cell, std::uint32_t k, const OpenFacet& facet);
  bool close_or_open_facets(std::uint32_t cell);
  bool wrap_hole(Mesh& mesh, const std::vector<std::uint32_t>& region,
                 std::span<const Vertex> sites);
  bool close_hole(Mesh& mesh, const std::vector<std::uint32_t>& region,
                  std::span<const Vertex> sites);

  std::vector<OpenFacet> open_;
  std::vector<std::uint64_t> open_keys_;  // of open_
  std::vector<WrappedCell> wrapped_;
  std::vector<std::pair<Vertex, double>> candidates_;  // of one facet
  std::vector<std::uint32_t> new_cells_;               // of wrapped_
};

}  // namespace scree::geometry
