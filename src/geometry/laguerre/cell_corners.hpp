// One Laguerre cell from its corners, the power centres of the tetrahedra about its site, each
// found once. The fast way to faces and derivatives of a cell that the box does not touch; where
// that is not so beyond doubt, or a tetrahedron is so flat that its centre is not known well,
// CellClipper cuts the cell out instead.
//
// Neighbours are taken in the order of their rows, the corners of a face from the lowest neighbour
// on, those of a tetrahedron in turn from the lowest: equal triangulations give equal bits, however
// their cells are stored. The clipper's faces are the same within rounding.
#pragma once

#include <vector>

#include "geometry/laguerre/laguerre.hpp"
#include "geometry/triangulation/star.hpp"

namespace scree::geometry {

// Scratch of one thread.
class CellCorners {
 public:
  using Vertex = Triangulation::Vertex;

  // Appends the faces and their moments (the integral of y - x over each, x the site). False, and
  // nothing is appended: it has to be cut out. Precondition: the star is that of v, ranked.
  bool find(const Triangulation& t, Vertex v, const ClipBox& box, const Star& star,
            std::vector<LaguerreFace>& faces, std::vector<Vec3>& moments);
  // Of the last cell that was found.
  double volume() const { return volume_; }
  double reach2() const { return reach2_; }  // square of the greatest distance of a corner

 private:
  struct Plane {
    Vec3 p;  // to the neighbour
    double g = 0, squared = 0;
  };
  bool find_corners(const Star& star, const Vec3& low, const Vec3& high);
  bool add_face(const Star& star, std::uint32_t k, LaguerreFace& face, Vec3& moment);

  std::vector<Plane> planes_;  // by rank
  std::vector<Vec3> corners_;  // one per tetrahedron of the star
  std::vector<std::uint32_t> link_of_;
  std::vector<const Vec3*> ring_;
  double volume_ = 0, reach2_ = 0, turn_ = 1;
};

}  // namespace scree::geometry
