#include "geometry/convex/feature_depths.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/convex/surface_point.hpp"

namespace scree::geometry {
namespace {

// Of the size of a body: nearer than this a direction is mostly rounding.
constexpr double kNoDirection = 1e-9;

// The two bodies lie on either side of two planes across the normal n of the gap, `least` apart.
// What is nearer than `range` has at most the height `range` over the plane of the other, and lies
// at most sqrt(range^2 - least^2) aside of it: little more than where they press.
struct Slab {
  Vec3 n, u, v;
  double range, aside;
  Slab(const Gap& gap, double within)
      : n(gap.normal), u(any_perpendicular(gap.normal)), v(cross(n, u)), range(within) {
    const double least = std::max(gap.distance, 0.0);
    // Rounding must not leave out what touches.
    aside = std::sqrt(std::max(0.0, range * range - least * least)) + 1e-9 * range;
  }
};

// In the plane across n.
struct PlaneBox {
  double lo_u = HUGE_VAL, hi_u = -HUGE_VAL, lo_v = HUGE_VAL, hi_v = -HUGE_VAL;
  void include(double u, double v) {
    lo_u = std::min(lo_u, u), hi_u = std::max(hi_u, u);
    lo_v = std::min(lo_v, v), hi_v = std::max(hi_v, v);
  }
  void include(const PlaneBox& b) { include(b.lo_u, b.lo_v), include(b.hi_u, b.hi_v); }
  bool is_near(const PlaneBox& b, double aside) const {
    return !(lo_u - b.hi_u > aside || b.lo_u - hi_u > aside || lo_v - b.hi_v > aside ||
             b.lo_v - hi_v > aside);
  }
};

// An edge, and the box around the part of it that is low enough.
struct NearEdge {
  Vec3 from, along;
  PlaneBox box;
};
struct NearCorner {
  Vec3 x;
  std::uint32_t number;
  PlaneBox box;
};

// What of one body is low enough over the plane of the other.
struct NearPart {
  std::vector<NearCorner> corners;
  std::vector<NearEdge> edges;
  std::vector<double> height;  // of all corners
  PlaneBox box;                // around all that is near

  // `towards` points from the body to the other, whose plane is at `limit` along it. Edges that are
  // not near `other`, the near part of the other, are left out; null: it is not known yet.
  void find(const PlacedBody& b, const Vec3& towards, double limit, const Slab& slab,
            const PlaneBox* other) {
    const auto own = b.body->corners();
    height.resize(own.size());
    corners.clear(), edges.clear();
    box = {};
    const Vec3 own_u = b.size * b.turn.back(towards);
    const double base = limit - dot(towards, b.x);
    for (std::uint32_t k = 0; k < own.size(); ++k) {
      height[k] = base - dot(own_u, own[k]);
      if (!(height[k] < slab.range)) continue;
      NearCorner c{b.corner(k), k, {}};
      c.box.include(dot(slab.u, c.x), dot(slab.v, c.x));
      box.include(c.box);
      corners.push_back(c);
    }
    for (const NearCorner& c : corners) add_edges(b, c, slab, other);
  }

 private:
  void add_edges(const PlacedBody& b, const NearCorner& c, const Slab& slab,
                 const PlaneBox* other) {
    for (const std::uint32_t end : b.body->neighbours(c.number)) {
      const bool both = height[end] < slab.range;
      if (both && end < c.number) continue;  // it has been added from there
      NearEdge e{c.x, b.corner(end) - c.x, c.box};
      const double low =
          both ? 1 : (slab.range - height[c.number]) / (height[end] - height[c.number]);
      e.box.include(c.box.lo_u + low * dot(slab.u, e.along),
                    c.box.lo_v + low * dot(slab.v, e.along));
      box.include(e.box);
      if (other == nullptr || e.box.is_near(*other, slab.aside)) edges.push_back(e);
    }
  }
};

struct NearParts {
  NearPart a, b;
};

// Corners of `part` against the whole of `to`, whose near part lies in `box`. `sign` is 1 where
// they are those of the first body.
void corners_on_body(const NearPart& part, const PlacedBody& to, const PlaneBox& box,
                     const Slab& slab, double sign, std::vector<FeatureDepth>& out) {
  for (const NearCorner& c : part.corners) {
    if (!c.box.is_near(box, slab.aside)) continue;
    FeatureDepth f = depth_of_point(to, c.x, slab.range);
    if (!(f.depth > 0)) continue;
    // depth_of_point answers for `to` as the first body.
    if (sign > 0) f.normal = -f.normal, std::swap(f.on_a, f.on_b);
    out.push_back(f);
  }
}

void edges_on_edges(const NearPart& a, const NearPart& b, const Slab& slab,
                    std::vector<FeatureDepth>& out) {
  FeatureDepth f;
  for (const NearEdge& e : a.edges) {
    if (!e.box.is_near(b.box, slab.aside)) continue;
    for (const NearEdge& g : b.edges)
      if (e.box.is_near(g.box, slab.aside) &&
          depth_of_edges(e.from, e.along, g.from, g.along, slab.range, f))
        out.push_back(f);
  }
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
    // Over the face that lies farthest out nothing is nearer than the face.
    SurfacePoint on = nearest_on_face(a, face, x);
    if (on.on != On::face) on = nearest_on_body(a, on, x);
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
  const Slab slab(gap, range);
  parts.a.find(a, gap.normal, dot(gap.normal, gap.on_b), slab, nullptr);
  parts.b.find(b, -gap.normal, -dot(gap.normal, gap.on_a), slab, &parts.a.box);
  corners_on_body(parts.a, b, parts.b.box, slab, 1, out);
  corners_on_body(parts.b, a, parts.a.box, slab, -1, out);
  if (apart) edges_on_edges(parts.a, parts.b, slab, out);
}

}  // namespace scree::geometry
