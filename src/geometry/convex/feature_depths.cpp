#include "geometry/convex/feature_depths.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/convex/surface_point.hpp"

namespace scree::geometry {
namespace {

// Of the size of a body: nearer than this a direction is mostly rounding.
constexpr double kNoDirection = 1e-9;

// An edge with the box around it.
struct NearEdge {
  Vec3 from, along, lo, hi;
  NearEdge(const Vec3& p, const Vec3& q) : from(p), along(q - p) {
    for (int k = 0; k < 3; ++k) lo[k] = std::min(p[k], q[k]), hi[k] = std::max(p[k], q[k]);
  }
  bool may_touch(const NearEdge& other, double range) const {
    for (int k = 0; k < 3; ++k)
      if (lo[k] - other.hi[k] > range || other.lo[k] - hi[k] > range) return false;
    return true;
  }
};

// What of one body lies within `range` of the other, seen along the normal of the gap.
struct NearPart {
  std::vector<Vec3> corners;
  std::vector<NearEdge> edges;
  std::vector<char> near;  // of all corners

  // `u` points from the body to the other, whose nearest plane across u is at height `limit`.
  void find(const PlacedBody& b, const Vec3& u, double limit, double range) {
    const auto own = b.body->corners();
    near.assign(own.size(), 0);
    corners.clear(), edges.clear();
    const Vec3 own_u = b.turn.back(u);
    const double base = dot(u, b.x);
    for (std::size_t k = 0; k < own.size(); ++k) {
      if (!(limit - (base + b.size * dot(own_u, own[k])) < range)) continue;
      near[k] = 1;
      corners.push_back(b.corner(k));
    }
    for (const Polyhedron::Edge& e : b.body->edges())
      if (near[e.from] || near[e.to]) edges.emplace_back(b.corner(e.from), b.corner(e.to));
  }
};

struct NearParts {
  NearPart a, b;
};

// Corners of `from` against the whole of `to`. `sign` is 1 where `from` is the first body.
void corners_on_body(const NearPart& part, const PlacedBody& to, double range, double sign,
                     std::vector<FeatureDepth>& out) {
  for (const Vec3& x : part.corners) {
    FeatureDepth f = depth_of_point(to, x, range);
    if (!(f.depth > 0)) continue;
    // depth_of_point answers for `to` as the first body.
    if (sign > 0) f.normal = -f.normal, std::swap(f.on_a, f.on_b);
    out.push_back(f);
  }
}

void edges_on_edges(const NearPart& a, const NearPart& b, double range,
                    std::vector<FeatureDepth>& out) {
  FeatureDepth f;
  for (const NearEdge& e : a.edges)
    for (const NearEdge& g : b.edges)
      if (e.may_touch(g, range) && depth_of_edges(e.from, e.along, g.from, g.along, range, f))
        out.push_back(f);
}

}  // namespace

bool depth_of_edges(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v, double range,
                    FeatureDepth& out) {
  const SegmentLink link = segment_link(p, u, q, v);
  out.on_a = p + link.s * u, out.on_b = q + link.t * v;
  const Vec3 d = out.on_b - out.on_a;
  const double d2 = norm2(d);
  if (!(d2 < range * range) || !(d2 > 0)) return false;
  const double per = 1 / (norm2(u) * norm2(v)), distance = std::sqrt(d2);
  const Vec3 c = cross(u, v);
  out.normal = d / distance;
  out.depth = range - distance;
  out.weight = norm2(c) * per;
  out.turn = (2 * dot(u, v) * per) * c;
  return true;
}

FeatureDepth depth_of_point(const PlacedBody& a, const Vec3& x, double range, double reach) {
  const Vec3 own = a.turn.back(x - a.x);
  const auto planes = a.body->planes();
  double outermost = -HUGE_VAL;
  std::uint32_t face = 0;
  for (std::uint32_t f = 0; f < planes.size(); ++f) {
    const double d = dot(planes[f].normal, own) - a.size * planes[f].offset;
    if (d > outermost) outermost = d, face = f;
  }
  FeatureDepth out{.on_b = x, .depth = range - outermost};
  if (!(out.depth > -reach)) return out;
  out.normal = a.normal(face);
  double distance = outermost;
  out.on_a = x - distance * out.normal;
  if (outermost > 0) {
    const SurfacePoint on = nearest_on_body(a, nearest_on_face(a, face, x), x);
    const Vec3 d = x - on.x;
    distance = norm(d);
    out.on_a = on.x;
    if (distance > kNoDirection * a.radius()) out.normal = d / distance;
  }
  out.depth = range - distance;
  return out;
}

void feature_depths(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap,
                    std::vector<FeatureDepth>& out) {
  const bool apart = gap.distance > kNoDirection * std::min(a.radius(), b.radius());
  if (!apart || !(gap.distance < range))
    out.push_back(
        {.normal = gap.normal, .on_a = gap.on_a, .on_b = gap.on_b, .depth = range - gap.distance});
  if (!(gap.distance < range)) return;
  static thread_local NearParts parts;  // for their room
  parts.a.find(a, gap.normal, dot(gap.normal, gap.on_b), range);
  parts.b.find(b, -gap.normal, -dot(gap.normal, gap.on_a), range);
  corners_on_body(parts.a, b, range, 1, out);
  corners_on_body(parts.b, a, range, -1, out);
  if (apart) edges_on_edges(parts.a, parts.b, range, out);
}

}  // namespace scree::geometry
