#include "geometry/convex/surface_point.hpp"

#include <algorithm>

namespace scree::geometry {
namespace {

double clamp01(double t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

}  // namespace

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
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 from = b.corner(loop[k]), to = b.corner(loop[(k + 1) % n]);
    const Vec3 side = to - from;
    if (dot(cross(side, q - from), plane.normal) >= 0) continue;
    inside = false;
    const double t = clamp01(dot(q - from, side) / norm2(side));
    const Vec3 x = t == 1 ? to : from + t * side;
    const double d2 = norm2(q - x);
    if (!(d2 < least)) continue;
    least = d2;
    if (t == 0 || t == 1)
      best = at_corner(b, t == 0 ? loop[k] : loop[(k + 1) % n]);
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

// Of parallel segments: the middle of the stretch where they lie side by side.
SegmentLink segment_link(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v) {
  const Vec3 d = p - q;
  const double a = norm2(u), e = norm2(v), f = dot(v, d), c = dot(u, d), b = dot(u, v);
  const double denominator = a * e - b * b;
  double s = 0;
  if (denominator > 1e-20 * a * e) {
    s = clamp01((b * f - c * e) / denominator);
  } else {
    const double s0 = clamp01(-c / a), s1 = clamp01((dot(v, u) - c) / a);
    s = 0.5 * (s0 + s1);
  }
  double t = (b * s + f) / e;
  if (t < 0) {
    t = 0;
    s = clamp01(-c / a);
  } else if (t > 1) {
    t = 1;
    s = clamp01((b - c) / a);
  }
  return {s, t};
}

}  // namespace scree::geometry
