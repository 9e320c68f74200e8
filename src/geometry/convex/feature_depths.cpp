#include "geometry/convex/feature_depths.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/convex/kept_features.hpp"
#include "geometry/convex/near_parts.hpp"
#include "geometry/convex/surface_point.hpp"

namespace scree::geometry {
namespace {

// Of the size of a body: nearer than this a direction is mostly rounding.
constexpr double kNoDirection = 1e-9;

// Corners of `part` against the whole of `to`, whose near part lies in `box`. `sign` is 1 where
// they are those of the first body.
void corners_on_body(const NearParts& parts, const NearPart& part, const PlacedBody& of,
                     const PlacedBody& to, const PlaneBox& box, double range, double sign,
                     std::vector<FeatureDepth>& out) {
  for (const NearCorner& c : part.corners) {
    if (!parts.is_near(c, box)) continue;
    FeatureDepth f = depth_of_point(to, of.corner(c.number), range);
    if (!(f.depth > 0)) continue;
    // depth_of_point answers for `to` as the first body.
    if (sign > 0) f.normal = -f.normal, std::swap(f.on_a, f.on_b);
    out.push_back(f);
  }
}

void edges_on_edges(const NearParts& parts, double range, std::vector<FeatureDepth>& out) {
  FeatureDepth f;
  for (const NearEdge& e : parts.a.edges)
    for (const NearEdge& g : parts.b.edges)
      if (parts.are_near(e, g) && depth_of_edges(e.start, e.along, g.start, g.along, range, f))
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
  const auto [face, outermost] = a.body->outermost(own, a.size);
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

namespace {

bool are_apart(const PlacedBody& a, const PlacedBody& b, const Gap& gap) {
  return gap.distance > kNoDirection * std::min(a.radius(), b.radius());
}

// The gap itself where it stands for edges or for all; true: there is more.
bool add_gap(const Gap& gap, double range, bool apart, std::vector<FeatureDepth>& out) {
  if (!apart || !(gap.distance < range))
    out.push_back(
        {.normal = gap.normal, .on_a = gap.on_a, .on_b = gap.on_b, .depth = range - gap.distance});
  return gap.distance < range;
}

void search_features(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap,
                     bool apart, std::vector<FeatureDepth>& out) {
  static thread_local NearParts parts;  // for their room
  parts.find(a, b, range, gap);
  corners_on_body(parts, parts.a, a, b, parts.b.box, range, 1, out);
  corners_on_body(parts, parts.b, b, a, parts.a.box, range, -1, out);
  if (!apart) return;
  parts.place_edges(a, b);
  edges_on_edges(parts, range, out);
}

}  // namespace

void feature_depths(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap,
                    std::vector<FeatureDepth>& out) {
  const bool apart = are_apart(a, b, gap);
  if (add_gap(gap, range, apart, out)) search_features(a, b, range, gap, apart, out);
}

void feature_depths(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap,
                    std::unique_ptr<KeptFeatures>& kept, std::vector<FeatureDepth>& out) {
  const bool apart = are_apart(a, b, gap);
  if (!add_gap(gap, range, apart, out)) return;
  if (!kept) kept = std::make_unique<KeptFeatures>();
  const bool held = kept->holds(a, b, range);
  if (!held && apart) kept->collect(a, b, range, gap);
  if ((held || apart) && kept->is_complete())
    kept->press(a, b, range, gap, apart, out);
  else
    search_features(a, b, range, gap, apart, out);
}

}  // namespace scree::geometry
