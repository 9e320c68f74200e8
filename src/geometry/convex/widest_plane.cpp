// The plane with the greatest gap between two convex polyhedra, over all directions at which the
// gap can have its greatest value while they overlap: normals of the faces of either, and of the
// pairs of edges whose arcs on the sphere of normals cross (only those make a face of the
// difference of the bodies).
#include <cmath>

#include "geometry/convex/gap.hpp"

namespace scree::geometry {
namespace {

struct Best {
  Gap gap;
  bool any = false;
  void note(double distance, const Vec3& normal, const Vec3& on_a, const Vec3& on_b) {
    if (any && !(distance > gap.distance)) return;
    gap.distance = distance;
    gap.normal = normal;
    gap.on_a = on_a;
    gap.on_b = on_b;
    any = true;
  }
};

// Faces of `a` against the corners of b; `sign` 1 where a is the first body.
void try_faces(const PlacedBody& a, const PlacedBody& b, double sign, Best& best) {
  std::uint32_t at = 0;
  for (std::size_t f = 0; f < a.body->face_count(); ++f) {
    const Plane p = a.plane(f);
    at = b.farthest(-p.normal, at);
    const Vec3 x = b.corner(at);
    const double d = dot(p.normal, x) - p.offset;
    const Vec3 foot = x - d * p.normal;
    if (sign > 0)
      best.note(d, p.normal, foot, x);
    else
      best.note(d, -p.normal, x, foot);
  }
}

// Where two lines are nearest to each other, their directions not parallel.
struct Crossing {
  Vec3 on_a, on_b;
};
Crossing crossing(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v, const Vec3& n) {
  const double n2 = norm2(n);
  const Vec3 d = q - p;
  const double s = dot(cross(d, v), n) / n2, t = dot(cross(d, u), n) / n2;
  return {p + s * u, q + t * v};
}

void try_edges(const PlacedBody& a, const PlacedBody& b, Best& best) {
  // Normals of the faces once, those of b turned round: faces of the difference.
  std::vector<Vec3> na(a.body->face_count()), nb(b.body->face_count());
  for (std::size_t f = 0; f < na.size(); ++f) na[f] = a.plane(f).normal;
  for (std::size_t f = 0; f < nb.size(); ++f) nb[f] = -b.plane(f).normal;
  for (const Polyhedron::Edge& e : a.body->edges()) {
    const Vec3 u = a.corner(e.to) - a.corner(e.from);
    const Vec3 &a1 = na[e.left], &a2 = na[e.right];
    for (const Polyhedron::Edge& g : b.body->edges()) {
      const Vec3 v = b.corner(g.to) - b.corner(g.from);
      const Vec3 &b1 = nb[g.left], &b2 = nb[g.right];
      // The arc a1-a2 lies in the plane across u, the arc b1-b2 in that across v: they cross where
      // the ends of each lie on different sides of the other, and on one half of the sphere.
      const double s1 = dot(b1, u), s2 = dot(b2, u), t1 = dot(a1, v), t2 = dot(a2, v);
      if (!(s1 * s2 < 0 && t1 * t2 < 0)) continue;
      const Vec3 n = cross(u, v);
      const double n2 = norm2(n);
      if (!(n2 > 1e-24 * norm2(u) * norm2(v))) continue;  // parallel: a face has this normal
      const double outward = dot(n, a1) + dot(n, a2);
      // On one half: the direction that leaves a at this edge also leaves the turned b.
      if (!(outward * (dot(n, b1) + dot(n, b2)) > 0)) continue;
      const Vec3 unit = (outward > 0 ? 1 : -1) / std::sqrt(n2) * n;
      const double d = dot(unit, b.corner(g.from) - a.corner(e.from));
      if (best.any && !(d > best.gap.distance)) continue;
      const Crossing at = crossing(a.corner(e.from), u, b.corner(g.from), v, n);
      best.note(d, unit, at.on_a, at.on_b);
    }
  }
}

}  // namespace

Gap widest_plane(const PlacedBody& a, const PlacedBody& b) {
  Best best;
  try_faces(a, b, 1, best);
  try_faces(b, a, -1, best);
  try_edges(a, b, best);
  best.gap.iterations = 1;
  return best.gap;
}

}  // namespace scree::geometry
