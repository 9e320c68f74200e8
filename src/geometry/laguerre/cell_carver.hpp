// A convex cell, given by the polygons of its faces, cut by one plane after another.
//
// Each face is a polygon of its own: it is cut as such, and the face in a cutting plane is a large
// square, cut by the planes of the faces that reach it. A cut of a convex polygon cannot fail.
// What rounding may do is to take one corner, which every face around it has found for itself, for
// beyond the plane in one face and for behind it in another, or to count two faces in one plane.
// Then the surface does not close, and is_closed() says so: ProjectionScheme finds such cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/halfspaces/projection.hpp"

namespace scree::geometry {

// Scratch of one thread. All is seen from one point, the origin of the cell.
class CellCarver {
 public:
  struct Face {
    UnitPlane plane;
    std::uint32_t label = 0;  // whatever the caller calls it
    std::uint32_t first = 0, size = 0;
  };

  void start();
  // Counter-clockwise from outside; `shift` is added to each corner.
  void add_face(const UnitPlane& plane, std::uint32_t label, std::span<const Vec3> polygon,
                const Vec3& shift);
  // Keeps what is behind the plane. The new face comes last. False: all corners are behind it, and
  // nothing has changed.
  bool cut(const UnitPlane& plane, std::uint32_t label);

  bool empty() const { return faces_.empty(); }
  double reach() const { return reach_; }  // of the farthest corner
  std::span<const Face> faces() const { return faces_; }
  std::span<const Vec3> corners(const Face& f) const { return {&corners_[f.first], f.size}; }
  // Integrals of each face; returns the volume.
  double integrate(std::vector<FaceIntegrals>& out) const;
  // Do area vectors add up to zero, and do all three axes give this volume?
  bool is_closed(std::span<const FaceIntegrals> integrals, double volume) const;

 private:
  void cut_polygon(const UnitPlane& plane);
  void find_reach();

  std::vector<Face> faces_, old_faces_;
  std::vector<Vec3> corners_, old_corners_, polygon_, kept_;
  std::vector<double> beyond_, distance_;  // of each corner; of those of polygon_
  double reach_ = 0;
};

}  // namespace scree::geometry
