// The plane with the greatest gap between two convex polyhedra, over all directions at which the
// gap can have its greatest value while they overlap: normals of the faces of either, and of the
// pairs of edges whose arcs on the sphere of normals cross (only those make a face of the
// difference of the bodies). In the frame of the first body; of equal gaps the first asked wins.
#include <cmath>

#include "geometry/convex/facet.hpp"
#include "geometry/convex/feature.hpp"

namespace scree::geometry {
namespace {

struct Best {
  Gap gap;
  Feature a, b;
  bool any = false;
  void note(const Gap& asked, Feature of_a, Feature of_b) {
    if (any && !(asked.distance > gap.distance)) return;
    gap = asked;
    a = of_a, b = of_b;
    any = true;
  }
};

void try_faces(const PairFrame& f, Best& best) {
  std::uint32_t at = 0;
  for (std::uint32_t k = 0; k < f.a.face_count(); ++k) {
    at = f.b.farthest(f.turn.back(-f.a.plane(k).normal), at);
    best.note(gap_at_face_of_a(f, k, at), {Feature::face, k}, {Feature::corner, at});
  }
  at = 0;
  for (std::uint32_t k = 0; k < f.b.face_count(); ++k) {
    const Vec3 n = f.normal_b(k);
    at = f.a.farthest(-n, at);
    best.note(gap_at_face_of_b(f, k, n, at), {Feature::corner, at}, {Feature::face, k});
  }
}

// No plane whose normal lies between n1 and n2, those of the faces at an edge, has a gap above
// this: the other body reaches at least `inner` beyond its centre, which lies at w from the edge.
// Edges on the far sides of the bodies end here.
double most_gap(const Vec3& n1, const Vec3& n2, const Vec3& w, double inner) {
  const double h1 = dot(n1, w), h2 = dot(n2, w), most = h1 > h2 ? h1 : h2;
  // A unit vector between them is x n1 + y n2 with 1 <= x + y <= 1 / cos of half the angle.
  return (most > 0 ? most * std::sqrt(2 / (1 + dot(n1, n2))) : most) - inner;
}

// What the search over pairs of edges asks again and again, of the second body in the frame of the
// first. Kept from call to call: no allocation in a step.
struct Turned {
  std::vector<Vec3> corners;
  std::vector<std::uint32_t> edges;  // that could make a wider gap than the faces do
  std::vector<double> nx, ny, nz;    // normals of the faces, turned round: faces of the difference
  std::vector<double> side;          // of an edge of the first body, on which each of these lies

  void fill(const PairFrame& f, double least) {
    const std::size_t faces = f.b.face_count();
    corners.resize(f.b.corners().size());
    for (std::vector<double>* v : {&nx, &ny, &nz, &side}) v->resize(faces);
    for (std::uint32_t k = 0; k < corners.size(); ++k) corners[k] = f.corner_b(k);
    for (std::uint32_t k = 0; k < faces; ++k) {
      const Vec3 n = -f.normal_b(k);
      nx[k] = n.x, ny[k] = n.y, nz[k] = n.z;
    }
    const Vec3 centre = f.size_a * f.a.centre();
    const double inner = f.size_a * f.a.inner_radius();
    edges.clear();
    for (std::uint32_t k = 0; k < f.b.edges().size(); ++k) {
      const Polyhedron::Edge& e = f.b.edges()[k];
      const Vec3 w = corners[e.from] - centre;  // the normals are turned round
      if (most_gap(normal(e.left), normal(e.right), w, inner) > least) edges.push_back(k);
    }
  }
  Vec3 normal(std::size_t k) const { return {nx[k], ny[k], nz[k]}; }
};

void try_edges(const PairFrame& f, Best& best) {
  static thread_local Turned b;
  const double rounding = 1e-12 * f.size;
  b.fill(f, best.gap.distance - rounding);
  const std::size_t faces = b.nx.size();
  const Vec3 centre = f.x + f.turn * (f.size_b * f.b.centre());
  const double inner = f.size_b * f.b.inner_radius();
  for (std::uint32_t m = 0; m < f.a.edges().size(); ++m) {
    const Polyhedron::Edge& e = f.a.edges()[m];
    const Vec3 p = f.corner_a(e.from), u = f.corner_a(e.to) - p;
    const Vec3 &a1 = f.a.plane(e.left).normal, &a2 = f.a.plane(e.right).normal;
    if (!(most_gap(a1, a2, centre - p, inner) > best.gap.distance - rounding)) continue;
    for (std::size_t k = 0; k < faces; ++k)
      b.side[k] = b.nx[k] * u.x + b.ny[k] * u.y + b.nz[k] * u.z;
    for (const std::uint32_t k : b.edges) {
      const Polyhedron::Edge& g = f.b.edges()[k];
      // The arc a1-a2 lies in the plane across u, the arc b1-b2 in that across v: they cross where
      // the ends of each lie on different sides of the other, and on one half of the sphere.
      if (!(b.side[g.left] * b.side[g.right] < 0)) continue;
      const Vec3 v = b.corners[g.to] - b.corners[g.from];
      if (!(dot(a1, v) * dot(a2, v) < 0)) continue;
      const Vec3 n = cross(u, v);
      const double n2 = norm2(n);
      if (!(n2 > 1e-24 * norm2(u) * norm2(v))) continue;  // parallel: a face has this normal
      const double outward = dot(n, a1) + dot(n, a2);
      // On one half: the direction that leaves a at this edge also leaves the turned b.
      if (!(outward * (dot(n, b.normal(g.left)) + dot(n, b.normal(g.right))) > 0)) continue;
      best.note(gap_at_edges(p, u, b.corners[g.from], v, n, outward > 0).gap, {Feature::edge, m},
                {Feature::edge, k});
    }
  }
}

// A corner of a feature.
std::uint32_t corner_of(const Polyhedron& body, Feature f) {
  return f.kind() == Feature::corner ? f.number()
         : f.kind() == Feature::edge ? body.edges()[f.number()].from
                                     : body.face(f.number()).front();
}

}  // namespace

Gap widest_plane(const PlacedBody& a, const PlacedBody& b) {
  GapHint unused;
  return widest_plane(a, b, unused);
}

Gap widest_plane(const PlacedBody& a, const PlacedBody& b, GapHint& hint) {
  const PairFrame f(a, b);
  Best best;
  try_faces(f, best);
  try_edges(f, best);
  best.gap.iterations = 1;
  const Gap widest = PairFrame::in_world(a, best.gap);
  hint.axis = widest.normal;
  hint.feature_a = best.a.code;
  hint.feature_b = best.b.code;
  hint.corner_a = corner_of(f.a, best.a);
  hint.corner_b = corner_of(f.b, best.b);
  return widest;
}

}  // namespace scree::geometry
