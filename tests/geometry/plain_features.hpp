// Features of two bodies by asking all corners and edges that are low enough, one by one: what the
// fast search is held to, bit by bit.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "geometry/convex/feature_depths.hpp"
#include "geometry/convex/surface_point.hpp"

namespace scree::geometry::plain {

inline FeatureDepth depth_of_point(const PlacedBody& a, const Vec3& x, double range) {
  const Vec3 own = a.turn.back(x - a.x);
  double outermost = -HUGE_VAL;
  std::uint32_t face = 0;
  for (std::uint32_t f = 0; f < a.body->face_count(); ++f) {
    const Plane& p = a.body->plane(f);
    const double d = dot(p.normal, own) - a.size * p.offset;
    if (d > outermost) outermost = d, face = f;
  }
  FeatureDepth out{.on_b = x, .depth = range - outermost};
  if (!(out.depth > 0)) return out;
  out.normal = a.normal(face);
  double distance = outermost;
  out.on_a = x - distance * out.normal;
  if (outermost > 0) {
    SurfacePoint on = nearest_on_face(a, face, x);
    if (on.on != On::face) on = nearest_on_body(a, on, x);
    const Vec3 d = x - on.x;
    distance = norm(d);
    out.on_a = on.x;
    if (distance > 1e-9 * a.radius()) out.normal = d / distance;
  }
  out.depth = range - distance;
  return out;
}

struct Edge {
  Vec3 from, along;
};
struct Part {
  std::vector<Vec3> corners;
  std::vector<Edge> edges;

  Part(const PlacedBody& b, const Vec3& towards, double limit, double range) {
    const auto own = b.body->corners();
    const Vec3 own_u = b.size * b.turn.back(towards);
    const double base = limit - dot(towards, b.x);
    const auto height = [&](std::uint32_t k) { return base - dot(own_u, own[k]); };
    for (std::uint32_t k = 0; k < own.size(); ++k) {
      if (!(height(k) < range)) continue;
      corners.push_back(b.corner(k));
      for (const std::uint32_t end : b.body->neighbours(k))
        if (!(height(end) < range && end < k))
          edges.push_back({b.corner(k), b.corner(end) - b.corner(k)});
    }
  }
};

inline std::vector<FeatureDepth> feature_depths(const PlacedBody& a, const PlacedBody& b,
                                                double range, const Gap& gap) {
  std::vector<FeatureDepth> out;
  const bool apart = gap.distance > 1e-9 * std::min(a.radius(), b.radius());
  if (!apart || !(gap.distance < range))
    out.push_back(
        {.normal = gap.normal, .on_a = gap.on_a, .on_b = gap.on_b, .depth = range - gap.distance});
  if (!(gap.distance < range)) return out;
  const Part of_a(a, gap.normal, dot(gap.normal, gap.on_b), range);
  const Part of_b(b, -gap.normal, -dot(gap.normal, gap.on_a), range);
  for (const Vec3& x : of_a.corners) {
    FeatureDepth f = plain::depth_of_point(b, x, range);
    f.normal = -f.normal, std::swap(f.on_a, f.on_b);
    if (f.depth > 0) out.push_back(f);
  }
  for (const Vec3& x : of_b.corners) {
    const FeatureDepth f = plain::depth_of_point(a, x, range);
    if (f.depth > 0) out.push_back(f);
  }
  FeatureDepth f;
  for (const Edge& e : of_a.edges)
    for (const Edge& g : of_b.edges)
      if (apart && depth_of_edges(e.from, e.along, g.from, g.along, range, f)) out.push_back(f);
  return out;
}

}  // namespace scree::geometry::plain
