// The plane with the greatest gap between two convex polyhedra, over all directions at which the
// gap can have its greatest value while they overlap: normals of the faces of either, and of the
// pairs of edges whose arcs on the sphere of normals cross (only those make a face of the
// difference of the bodies). In the frame of the first body; of equal gaps the first asked wins.
#include <cmath>

#include "geometry/convex/pair_frame.hpp"

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

void try_faces(const PairFrame& f, Best& best) {
  std::uint32_t at = 0;
  for (const Plane& p : f.a.planes()) {
    at = f.b.farthest(f.turn.back(-p.normal), at);
    const Vec3 x = f.corner_b(at);
    const double d = dot(p.normal, x) - f.size_a * p.offset;
    best.note(d, p.normal, x - d * p.normal, x);
  }
  at = 0;
  for (const Plane& p : f.b.planes()) {
    const Vec3 n = f.turn * p.normal;
    at = f.a.farthest(-n, at);
    const Vec3 x = f.corner_a(at);
    const double d = dot(n, x - f.x) - f.size_b * p.offset;
    best.note(d, -n, x, x - d * n);
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

// Where two lines are nearest to each other, their directions not parallel.
void note_crossing(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v, const Vec3& n,
                   const Vec3& unit, Best& best) {
  const double n2 = norm2(n);
  const Vec3 d = q - p;
  const double s = dot(cross(d, v), n) / n2, t = dot(cross(d, u), n) / n2;
  const Vec3 on_a = p + s * u, on_b = q + t * v;
  // Of these points, not of the far ends: nearly parallel edges leave an error in the direction.
  best.note(dot(unit, on_b - on_a), unit, on_a, on_b);
}

void try_edges(const PairFrame& f, Best& best) {
  static thread_local Turned b;
  const double rounding = 1e-12 * f.size;
  b.fill(f, best.gap.distance - rounding);
  const std::size_t faces = b.nx.size();
  const Vec3 centre = f.x + f.turn * (f.size_b * f.b.centre());
  const double inner = f.size_b * f.b.inner_radius();
  for (const Polyhedron::Edge& e : f.a.edges()) {
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
      note_crossing(p, u, b.corners[g.from], v, n, (outward > 0 ? 1 : -1) / std::sqrt(n2) * n,
                    best);
    }
  }
}

}  // namespace

Gap widest_plane(const PlacedBody& a, const PlacedBody& b) {
  const PairFrame f(a, b);
  Best best;
  try_faces(f, best);
  try_edges(f, best);
  best.gap.iterations = 1;
  return PairFrame::in_world(a, best.gap);
}

}  // namespace scree::geometry
