#include "convex/reference.hpp"

#include <algorithm>
#include <cmath>

namespace scree::bench {
namespace {

double clamped(double t) { return std::min(1.0, std::max(0.0, t)); }

double to_segment2(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a;
  return norm2(p - (a + clamped(dot(p - a, d) / norm2(d)) * d));
}

// The foot on the plane if it is inside, else the nearest of the sides.
double to_triangle2(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  const bool inside = dot(cross(b - a, p - a), n) >= 0 && dot(cross(c - b, p - b), n) >= 0 &&
                      dot(cross(a - c, p - c), n) >= 0;
  if (inside) {
    const double h = dot(p - a, n);
    return h * h / norm2(n);
  }
  return std::min({to_segment2(p, a, b), to_segment2(p, b, c), to_segment2(p, c, a)});
}

double segments2(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  double least = std::min(
      {to_segment2(a, c, d), to_segment2(b, c, d), to_segment2(c, a, b), to_segment2(d, a, b)});
  const Vec3 u = b - a, v = d - c, n = cross(u, v);
  const double n2 = norm2(n);
  if (n2 > 0) {
    const double s = dot(cross(c - a, v), n) / n2, t = dot(cross(c - a, u), n) / n2;
    if (s > 0 && s < 1 && t > 0 && t < 1) {
      const double h = dot(c - a, n);
      least = std::min(least, h * h / n2);
    }
  }
  return least;
}

std::vector<Vec3> in_world(const geometry::Polyhedron& body, const Vec3& x, const Quat& q) {
  std::vector<Vec3> out;
  for (const Vec3& c : body.corners()) out.push_back(x + rotate(q, c));
  return out;
}

}  // namespace

double brute_distance(const geometry::Polyhedron& a, const geometry::Polyhedron& b,
                      const PairPose& pose) {
  const std::vector<Vec3> pa = in_world(a, pose.x_a, pose.q_a),
                          pb = in_world(b, pose.x_b, pose.q_b);
  double least = 1e300;
  for (const auto& t : a.triangles())
    for (const Vec3& x : pb) least = std::min(least, to_triangle2(x, pa[t[0]], pa[t[1]], pa[t[2]]));
  for (const auto& t : b.triangles())
    for (const Vec3& x : pa) least = std::min(least, to_triangle2(x, pb[t[0]], pb[t[1]], pb[t[2]]));
  for (const auto& e : a.edges())
    for (const auto& g : b.edges())
      least = std::min(least, segments2(pa[e.from], pa[e.to], pb[g.from], pb[g.to]));
  return std::sqrt(least);
}

}  // namespace scree::bench
