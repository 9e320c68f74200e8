#include "geometry/convex/erosion.hpp"

namespace scree::geometry {

// By duality about the centre c: the plane n.(x - c) = f becomes the point n/f, and the faces of
// the hull of these points are the corners of the body that the planes enclose.
Result<Polyhedron> eroded(const Polyhedron& body, double by) {
  if (by == 0) return body;
  const Vec3& c = body.centre();
  std::vector<Vec3> dual;
  dual.reserve(body.face_count());
  for (const Plane& p : body.planes())
    dual.push_back(p.normal / (p.offset - dot(p.normal, c) - by));
  const auto hull = Polyhedron::make(dual);
  if (!hull) return hull.errors();
  std::vector<Vec3> corners;
  corners.reserve(hull->face_count());
  for (const Plane& p : hull->planes()) corners.push_back(c + p.normal / p.offset);
  return Polyhedron::make(corners);
}

}  // namespace scree::geometry
