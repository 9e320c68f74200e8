// Laguerre (power) cells of the sites of a triangulation, clipped to a box:
// docs/theory/laguerre.md.
//
// The cell of a site is where its power |x - x_i|^2 - w_i is least. Two methods for its volume:
//
//   clipping  laguerre_cell, laguerre_cells: every face on its own, as a polygon in its plane that
//             the neighbours around the edge and the box cut. No power centres, no tolerance: right
//             for every input, flat or unbounded. 2 to 4 us per cell.
//   pieces    laguerre_volumes: signed pieces of all tetrahedra for the cells whose corners are
//             safely known and inside the box, or that one side of it cuts; clipping for the others
//             (edges of the box, uncertain ones). About 0.2 us per cell.
//
// Results depend neither on the number of threads nor on the instruction set.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "geometry/triangulation/triangulation.hpp"

namespace scree::geometry {

struct ClipBox {
  Vec3 low, high;
  double volume() const {  // 0 for a box that is empty or turned inside out
    const Vec3 s = high - low;
    return s.x > 0 && s.y > 0 && s.z > 0 ? s.x * s.y * s.z : 0;
  }
};

struct LaguerreFace {
  // Neighbours from box_face on are the box's: box_face + 2 axis, + 1 at the high end.
  static constexpr Triangulation::Vertex box_face = 0xfffffff0u;
  Triangulation::Vertex neighbour = 0;
  double area = 0;
  bool of_box() const { return neighbour >= box_face; }
};

struct LaguerreCell {
  double volume = 0;
  bool hidden = false;
  std::vector<LaguerreFace> faces;  // neighbours in the order of the star, then the box
  // If requested: corners of each face, counter-clockwise from outside.
  std::vector<std::vector<Vec3>> polygons;
};

// Faces smaller than this share of the cell's surface are left out: rounding cannot tell them from
// the faces of no area that belong to edges chosen by a tie.
inline constexpr double least_face = 1e-12;

LaguerreCell laguerre_cell(const Triangulation& t, Triangulation::Vertex v, const ClipBox& box,
                           bool polygons = false);

// All cells, flat: the faces of cell i are faces[begin[i]] to faces[begin[i + 1]].
struct LaguerreCells {
  std::vector<double> volume;
  std::vector<std::uint32_t> begin;
  std::vector<LaguerreFace> faces;
};
LaguerreCells laguerre_cells(const Triangulation& t, const ClipBox& box, int threads = 0);

struct VolumeOptions {
  int threads = 0;                       // 0: as many as OpenMP gives
  const char* instruction_set = "auto";  // "plain", "avx2", "avx512"; never changes the result
};
struct VolumeReport {
  std::size_t clipped = 0;  // cells that did not come from pieces
};
// The volume of every cell, 0 for hidden sites.
std::vector<double> laguerre_volumes(const Triangulation& t, const ClipBox& box,
                                     const VolumeOptions& options = {},
                                     VolumeReport* report = nullptr);

}  // namespace scree::geometry
