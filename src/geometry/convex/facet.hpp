// The facets of the difference of two bodies: a face of one with a corner of the other, and two
// edges whose arcs on the sphere of normals cross. Each is a direction at which the gap of
// overlapping bodies can have its greatest value. One arithmetic for all who ask, so that the bits
// of a facet do not depend on who found it.
#pragma once

#include <cmath>

#include "geometry/convex/pair_frame.hpp"

namespace scree::geometry {

inline Gap gap_at_face_of_a(const PairFrame& f, std::uint32_t face, std::uint32_t corner) {
  const Plane& p = f.a.plane(face);
  const Vec3 x = f.corner_b(corner);
  const double d = dot(p.normal, x) - f.size_a * p.offset;
  return {d, p.normal, x - d * p.normal, x};
}

// `n`: the normal of the face in the frame of the pair.
inline Gap gap_at_face_of_b(const PairFrame& f, std::uint32_t face, const Vec3& n,
                            std::uint32_t corner) {
  const Vec3 x = f.corner_a(corner);
  const double d = dot(n, x - f.x) - f.size_b * f.b.plane(face).offset;
  return {d, -n, x, x - d * n};
}

// Edges as lines p + s u of the first body and q + t v of the second; n = u x v is not 0, and
// `outward` tells whether it leaves the first body there.
struct EdgesGap {
  Gap gap;
  double s, t;
};
inline EdgesGap gap_at_edges(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v,
                             const Vec3& n, bool outward) {
  const double n2 = norm2(n);
  const Vec3 unit = (outward ? 1 : -1) / std::sqrt(n2) * n;
  const Vec3 d = q - p;
  const double s = dot(cross(d, v), n) / n2, t = dot(cross(d, u), n) / n2;
  const Vec3 on_a = p + s * u, on_b = q + t * v;
  // Of these points, not of the far ends: nearly parallel edges leave an error in the direction.
  return {{dot(unit, on_b - on_a), unit, on_a, on_b}, s, t};
}

}  // namespace scree::geometry
