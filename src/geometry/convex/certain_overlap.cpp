// That a facet of the difference is the widest plane of two bodies that overlap, without asking the
// others.
//
// Let the facet have the depth d and the unit normal n, and let the origin's foot lie in it, at
// least s from its border. The difference M = A - B holds the disc of radius s about the foot, and
// a ball of radius R about c, the difference of the centres. Along a unit vector m at the angle phi
// to n it reaches at least as far as either:
//
//     h(m) >= d cos(phi) + s sin(phi),        h(m) >= m . c + R.
//
// The first is above d up to the angle pi - theta with tan(theta/2) = d/s. Beyond, m points
// backwards, where c lies, and the second is least at the border of that cap. So a shallow overlap
// well inside its facet is the least there is, and the proof costs a few products.
//
// The other facets lie at least kApart in angle from n: nothing but the pieces at the facet may
// touch its plane when it is tilted by so much. There the first bound exceeds d by kLead, far more
// than the rounding of any facet, so that widest_plane() would come to the same facet, and this
// answers with the same arithmetic.
#include <algorithm>

#include "geometry/convex/facet.hpp"
#include "geometry/convex/feature.hpp"

namespace scree::geometry {
namespace {

constexpr double kApart = 1e-3;    // radians
constexpr double kLead = 1e-6;     // of the radii
constexpr double kOverlap = 1e-7;  // of the radii: nearer to touching, a link may be asked for

// All neighbours of a corner, but one, stay below the plane across n when it is tilted by kApart.
bool stands_alone(const Polyhedron& body, std::uint32_t corner, const Vec3& n,
                  std::uint32_t but = 0xffffffffu) {
  const Vec3 at = body.corners()[corner];
  const double least = -2 * kApart * body.radius();  // no edge is longer than twice the radius
  bool below = true;
  for (const std::uint32_t k : body.neighbours(corner))
    below = below && (k == but || dot(n, body.corners()[k] - at) < least);
  return below;
}
bool face_stands_alone(const Polyhedron& body, std::uint32_t face) {
  return body.clearance(face) > 2 * kApart * body.radius();
}
bool edge_stands_alone(const Polyhedron& body, std::uint32_t edge, const Vec3& n) {
  const Polyhedron::Edge& e = body.edges()[edge];
  return stands_alone(body, e.from, n, e.to) && stands_alone(body, e.to, n, e.from);
}

// How far a point of a face's plane lies inside the face; below 0 outside.
double inside_face(const Polyhedron& body, std::uint32_t face, const Vec3& x) {
  const auto loop = body.face(face);
  const auto sides = body.edges_of(face);
  double least = 1e300;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Polyhedron::Lean& lean = body.lean(sides[k]);
    const Vec3& in = body.edges()[sides[k]].left == face ? lean.left : lean.right;
    least = std::min(least, dot(in, x - body.corners()[loop[k]]));
  }
  return least;
}

// No other facet is as near: see above. `s`: how far inside its facet the foot lies.
bool is_least(const PairFrame& f, const Gap& facet, double s) {
  const double d = -facet.distance, lead = kLead * f.radii;
  if (!(d > kOverlap * f.radii) || !(s > d + lead) || !(s * kApart > 1.02 * lead)) return false;
  const double tangent = (d + lead) / s, per = 1 / (1 + tangent * tangent);
  const double cos_theta = (1 - tangent * tangent) * per, sin_theta = 2 * tangent * per;
  const Vec3 c = f.x + f.turn * (f.size_b * f.b.centre()) - f.size_a * f.a.centre();
  const double ahead = dot(facet.normal, c);
  const double aside = norm(c - ahead * facet.normal);
  const double inner = f.size_a * f.a.inner_radius() + f.size_b * f.b.inner_radius();
  return ahead > 0 && ahead * cos_theta - aside * sin_theta + inner > d + lead;
}

bool face_corner(const PairFrame& f, std::uint32_t face, std::uint32_t corner, Gap& out) {
  out = gap_at_face_of_a(f, face, corner);
  return face_stands_alone(f.a, face) && stands_alone(f.b, corner, f.turn.back(-out.normal)) &&
         is_least(f, out, f.size_a * inside_face(f.a, face, (1 / f.size_a) * out.on_a));
}

bool corner_face(const PairFrame& f, std::uint32_t corner, std::uint32_t face, Gap& out) {
  out = gap_at_face_of_b(f, face, f.normal_b(face), corner);
  const Vec3 own = (1 / f.size_b) * f.turn.back(out.on_b - f.x);
  return face_stands_alone(f.b, face) && stands_alone(f.a, corner, out.normal) &&
         is_least(f, out, f.size_b * inside_face(f.b, face, own));
}

bool edges(const PairFrame& f, std::uint32_t i, std::uint32_t j, Gap& out) {
  const Polyhedron::Edge &e = f.a.edges()[i], &g = f.b.edges()[j];
  const Vec3 p = f.corner_a(e.from), u = f.corner_a(e.to) - p;
  const Vec3 q = f.corner_b(g.from), v = f.corner_b(g.to) - q;
  const Vec3 n = cross(u, v);
  const double n2 = norm2(n), u2 = norm2(u), v2 = norm2(v);
  if (!(n2 > kApart * kApart * u2 * v2)) return false;
  const bool outward = dot(n, f.a.plane(e.left).normal) + dot(n, f.a.plane(e.right).normal) > 0;
  const EdgesGap at = gap_at_edges(p, u, q, v, n, outward);
  out = at.gap;
  // The facet is the parallelogram of the two edges.
  const double s = std::min(at.s, 1 - at.s) * std::sqrt(n2 / v2);
  const double t = std::min(at.t, 1 - at.t) * std::sqrt(n2 / u2);
  return is_least(f, out, std::min(s, t)) && edge_stands_alone(f.a, i, out.normal) &&
         edge_stands_alone(f.b, j, f.turn.back(-out.normal));
}

}  // namespace

bool certain_overlap(const PairFrame& f, std::uint32_t feature_a, std::uint32_t feature_b,
                     Gap& out) {
  Feature a, b;
  a.code = feature_a;
  b.code = feature_b;
  if (!has_feature(f.a, a) || !has_feature(f.b, b)) return false;
  switch (a.kind() * 4 + b.kind()) {
    case Feature::face * 4 + Feature::corner:
      return face_corner(f, a.number(), b.number(), out);
    case Feature::corner * 4 + Feature::face:
      return corner_face(f, a.number(), b.number(), out);
    case Feature::edge * 4 + Feature::edge:
      return edges(f, a.number(), b.number(), out);
    default:  // no facet
      return false;
  }
}

}  // namespace scree::geometry
