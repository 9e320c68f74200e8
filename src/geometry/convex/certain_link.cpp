#include <cmath>

#include "geometry/convex/feature.hpp"
#include "geometry/convex/pair_frame.hpp"

namespace scree::geometry {
namespace {

// How far from the border of its feature an end must lie, and how far behind the plane the rest of
// a body, both of the size: much more than rounding, which moves them by 1e-16 times a few.
constexpr double kInside = 1e-9;
// Twice what shortest_link() takes for touching, so that both agree.
constexpr double kCertain = 2e-8;

struct EdgeLine {
  Vec3 from, along;
};

EdgeLine edge_a(const PairFrame& f, std::uint32_t k) {
  const Polyhedron::Edge& e = f.a.edges()[k];
  const Vec3 from = f.corner_a(e.from);
  return {from, f.corner_a(e.to) - from};
}
EdgeLine edge_b(const PairFrame& f, std::uint32_t k) {
  const Polyhedron::Edge& e = f.b.edges()[k];
  const Vec3 from = f.corner_b(e.from);
  return {from, f.corner_b(e.to) - from};
}

// The body lies behind the plane across n through its corner: all neighbours do.
bool behind_corner(const Polyhedron& body, std::uint32_t corner, const Vec3& n, double slack) {
  const Vec3 at = body.corners()[corner];
  double most = -1e300;
  for (const std::uint32_t k : body.neighbours(corner)) {
    const double h = dot(n, body.corners()[k] - at);
    most = h > most ? h : most;
  }
  return most < -slack;
}
// Behind the plane across n through its edge: both of its faces lean away from n.
bool behind_edge(const Polyhedron& body, std::uint32_t edge, const Vec3& n, double slack) {
  const Polyhedron::Lean& lean = body.lean(edge);
  return dot(n, lean.left) < -slack && dot(n, lean.right) < -slack;
}
bool within_edge(double s) { return s > kInside && s < 1 - kInside; }

bool within_face(const Polyhedron& body, std::uint32_t face, const Vec3& foot) {
  const auto loop = body.face(face);
  const Vec3& n = body.plane(face).normal;
  const double least = kInside * body.radius();
  Vec3 from = body.corners()[loop.back()];
  bool inside = true;
  for (const std::uint32_t k : loop) {
    const Vec3 to = body.corners()[k], side = to - from;
    const double h = dot(cross(n, side), foot - from);
    inside = inside && h > least * (std::abs(side.x) + std::abs(side.y) + std::abs(side.z));
    from = to;
  }
  return inside;
}

// An own direction of a link is as sure as rounding is small against its length.
double slack_of(const PairFrame& f, double distance) { return kInside + 1e-13 * f.size / distance; }

bool take(const Vec3& on_a, const Vec3& on_b, Gap& out) {
  const Vec3 v = on_b - on_a;
  out.distance = norm(v);
  if (!(out.distance > 0)) return false;
  out.normal = v / out.distance;
  out.on_a = on_a;
  out.on_b = on_b;
  return true;
}

bool corners_link(const PairFrame& f, std::uint32_t i, std::uint32_t j, Gap& out) {
  if (!take(f.corner_a(i), f.corner_b(j), out)) return false;
  const double slack = slack_of(f, out.distance);
  return behind_corner(f.a, i, out.normal, slack * f.a.radius()) &&
         behind_corner(f.b, j, f.turn.back(-out.normal), slack * f.b.radius());
}

bool edge_corner_link(const PairFrame& f, std::uint32_t edge, std::uint32_t j, Gap& out) {
  const EdgeLine e = edge_a(f, edge);
  const Vec3 q = f.corner_b(j);
  const double s = dot(q - e.from, e.along) / norm2(e.along);
  if (!within_edge(s) || !take(e.from + s * e.along, q, out)) return false;
  const double slack = slack_of(f, out.distance);
  return behind_edge(f.a, edge, out.normal, slack) &&
         behind_corner(f.b, j, f.turn.back(-out.normal), slack * f.b.radius());
}

bool corner_edge_link(const PairFrame& f, std::uint32_t i, std::uint32_t edge, Gap& out) {
  const EdgeLine e = edge_b(f, edge);
  const Vec3 p = f.corner_a(i);
  const double s = dot(p - e.from, e.along) / norm2(e.along);
  if (!within_edge(s) || !take(p, e.from + s * e.along, out)) return false;
  const double slack = slack_of(f, out.distance);
  return behind_edge(f.b, edge, f.turn.back(-out.normal), slack) &&
         behind_corner(f.a, i, out.normal, slack * f.a.radius());
}

bool face_corner_link(const PairFrame& f, std::uint32_t face, std::uint32_t j, Gap& out) {
  const Plane& plane = f.a.plane(face);
  const Vec3 q = f.corner_b(j);
  out.normal = plane.normal;
  out.distance = dot(plane.normal, q) - f.size_a * plane.offset;
  out.on_a = q - out.distance * plane.normal;
  out.on_b = q;
  return behind_corner(f.b, j, f.turn.back(-plane.normal), kInside * f.b.radius()) &&
         within_face(f.a, face, (1 / f.size_a) * out.on_a);
}

bool corner_face_link(const PairFrame& f, std::uint32_t i, std::uint32_t face, Gap& out) {
  const Plane& plane = f.b.plane(face);
  const Vec3 p = f.corner_a(i), own = f.turn.back(p - f.x);
  const double d = dot(plane.normal, own) - f.size_b * plane.offset;
  const Vec3 foot = own - d * plane.normal;
  out.normal = -(f.turn * plane.normal);
  out.distance = d;
  out.on_a = p;
  out.on_b = f.x + f.turn * foot;
  return behind_corner(f.a, i, out.normal, kInside * f.a.radius()) &&
         within_face(f.b, face, (1 / f.size_b) * foot);
}

bool edges_link(const PairFrame& f, std::uint32_t i, std::uint32_t j, Gap& out) {
  const EdgeLine e = edge_a(f, i), g = edge_b(f, j);
  const Vec3 n = cross(e.along, g.along);
  const double n2 = norm2(n);
  // Nearly parallel edges: the direction across both is not sure.
  if (!(n2 > 1e-12 * norm2(e.along) * norm2(g.along))) return false;
  const Vec3 d = g.from - e.from;
  const double per = 1 / n2;
  const double s = dot(cross(d, g.along), n) * per, t = dot(cross(d, e.along), n) * per;
  if (!within_edge(s) || !within_edge(t)) return false;
  const Polyhedron::Lean& lean = f.a.lean(i);
  const bool outward = dot(n, lean.left) < 0;
  out.normal = ((outward ? 1 : -1) / std::sqrt(n2)) * n;
  out.distance = dot(out.normal, d);
  out.on_a = e.from + s * e.along;
  out.on_b = g.from + t * g.along;
  return behind_edge(f.a, i, out.normal, kInside) &&
         behind_edge(f.b, j, f.turn.back(-out.normal), kInside);
}

}  // namespace

bool certain_link(const PairFrame& f, std::uint32_t feature_a, std::uint32_t feature_b, Gap& out) {
  Feature a, b;
  a.code = feature_a;
  b.code = feature_b;
  if (!has_feature(f.a, a) || !has_feature(f.b, b)) return false;
  bool sure = false;
  switch (a.kind() * 4 + b.kind()) {
    case Feature::corner * 4 + Feature::corner:
      sure = corners_link(f, a.number(), b.number(), out);
      break;
    case Feature::edge * 4 + Feature::corner:
      sure = edge_corner_link(f, a.number(), b.number(), out);
      break;
    case Feature::corner * 4 + Feature::edge:
      sure = corner_edge_link(f, a.number(), b.number(), out);
      break;
    case Feature::face * 4 + Feature::corner:
      sure = face_corner_link(f, a.number(), b.number(), out);
      break;
    case Feature::corner * 4 + Feature::face:
      sure = corner_face_link(f, a.number(), b.number(), out);
      break;
    case Feature::edge * 4 + Feature::edge:
      sure = edges_link(f, a.number(), b.number(), out);
      break;
    default:  // parallel pieces: more than one shortest link
      return false;
  }
  // Nearer than this the bodies may as well overlap, where another rule holds.
  return sure && out.distance > kCertain * f.radii;
}

}  // namespace scree::geometry
