// How the volumes of Laguerre cells change when sites move: dV_i / dx_j from the face between them,
// docs/theory/voronoi.md.
//
//   dV_i / dx_j = A_ij (x_j - c_ij) / d_ij        A_ij, c_ij  area and centroid of the face
//   dV_i / dx_i = sum_j A_ij (c_ij - x_i) / d_ij  d_ij        distance of the sites
//
// The box stands still. The columns of a site add up to zero, because the cells fill the box; so do
// the rows of a cell that does not touch it, because it moves with its sites.
#pragma once

#include "geometry/laguerre/cell_clipper.hpp"

namespace scree::geometry {

struct LaguerreGradient {
  struct Entry {
    Triangulation::Vertex site = 0;  // j
    Vec3 slope;                      // dV_i / dx_j
  };
  std::vector<double> volume;
  // Row i is entries[begin[i]] to entries[begin[i + 1]], j ascending, j = i among them. Hidden
  // sites have none: their volume is 0 until they come out.
  std::vector<std::uint32_t> begin;
  std::vector<Entry> entries;
};

// By clipping, 2 to 4 us per cell. The result does not depend on the number of threads.
LaguerreGradient laguerre_gradient(const Triangulation& t, const ClipBox& box, int threads = 0);

// Single rows, with the scratch of one thread.
class GradientRows {
 public:
  // Appends the row of one cell and returns its volume. 0 and no entry for a hidden site.
  double add(const Triangulation& t, Triangulation::Vertex v, const ClipBox& box,
             std::vector<LaguerreGradient::Entry>& to);

 private:
  CellClipper clipper_;
  std::vector<LaguerreFace> faces_;
  std::vector<Vec3> moments_;
};

}  // namespace scree::geometry
