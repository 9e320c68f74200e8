#include "geometry/convex/surface_point.hpp"

#include <algorithm>

namespace scree::geometry {
SurfacePoint at_corner(const PlacedBody& b, std::uint32_t corner) {
  return {On::corner, corner, b.corner(corner)};
}

SurfacePoint nearest_on_face(const PlacedBody& b, std::uint32_t face, const Vec3& q) {
  const auto loop = b.body->face(face);
  const Plane plane = b.plane(face);
  const std::size_t n = loop.size();
  bool inside = true;
  SurfacePoint best;
  double least = 1e300;
  const Vec3 first = b.corner(loop[0]);
  Vec3 to = first;
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 from = to;
    to = k + 1 < n ? b.corner(loop[k + 1]) : first;
    const Vec3 side = to - from;
    if (dot(cross(side, q - from), plane.normal) >= 0) continue;
    inside = false;
    const double t = clamped_share(dot(q - from, side) / norm2(side));
    const Vec3 x = t == 1 ? to : from + t * side;
    const double d2 = norm2(q - x);
    if (!(d2 < least)) continue;
    least = d2;
    if (t == 0 || t == 1)
      best = at_corner(b, t == 0 ? loop[k] : loop[k + 1 < n ? k + 1 : 0]);
    else
      best = {On::edge, b.body->edges_of(face)[k], x};
  }
  if (!inside) return best;
  return {On::face, face, q - (dot(plane.normal, q) - plane.offset) * plane.normal};
}

SurfacePoint nearest_on_body(const PlacedBody& b, SurfacePoint p, const Vec3& q) {
  double d2 = norm2(q - p.x);
  for (;;) {
    SurfacePoint best = p;
    double least = d2;
    const auto try_face = [&](std::uint32_t face) {
      const SurfacePoint on = nearest_on_face(b, face, q);
      if (const double d = norm2(q - on.x); d < least) least = d, best = on;
    };
    if (p.on == On::face) {
      try_face(p.number);
    } else if (p.on == On::edge) {
      try_face(b.body->edges()[p.number].left);
      try_face(b.body->edges()[p.number].right);
    } else {
      for (const std::uint32_t f : b.body->faces_of(p.number)) try_face(f);
    }
    if (!(least < d2 * (1 - 1e-15))) return p;
    p = best;
    d2 = least;
  }
}

std::optional<Vec3> slid_to(const Polyhedron& body, On on, std::uint32_t number, const Vec3& q) {
  switch (on) {
    case On::corner: {
      const Vec3 x = body.corners()[number], d = q - x;
      for (const std::uint32_t k : body.neighbours(number))
        if (dot(d, body.corners()[k] - x) > 0) return std::nullopt;
      return x;
    }
    case On::edge: {
      const Polyhedron::Edge& e = body.edges()[number];
      const Vec3 from = body.corners()[e.from], along = body.corners()[e.to] - from;
      const Polyhedron::Lean& lean = body.lean(number);
      const double t = dot(q - from, along), l2 = norm2(along);
      if (!(t > 0 && t < l2) || dot(q - from, lean.left) > 0 || dot(q - from, lean.right) > 0)
        return std::nullopt;
      return from + (t / l2) * along;
    }
    case On::face: {
      const auto loop = body.face(number);
      const auto sides = body.edges_of(number);
      for (std::size_t k = 0; k < loop.size(); ++k) {
        const Polyhedron::Lean& lean = body.lean(sides[k]);
        const Vec3& in = body.edges()[sides[k]].left == number ? lean.left : lean.right;
        if (!(dot(in, q - body.corners()[loop[k]]) > 0)) return std::nullopt;
      }
      const Plane& plane = body.plane(number);
      const double over = dot(plane.normal, q) - plane.offset;
      if (!(over > 0)) return std::nullopt;
      return q - over * plane.normal;
    }
  }
  return std::nullopt;
}

}  // namespace scree::geometry
