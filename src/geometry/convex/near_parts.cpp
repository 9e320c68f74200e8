#include "geometry/convex/near_parts.hpp"

#include <algorithm>
#include <cmath>

namespace scree::geometry {

// Directions in the frame of the body, times its size: one product per coordinate of a corner.
struct NearParts::View {
  Vec3 own_n, own_u, own_v;
  double base_n, base_u, base_v;

  // `towards` points from the body to the other, whose plane is at `limit` along it; u and v are
  // counted from `origin`.
  View(const PlacedBody& b, const Vec3& towards, double limit, const Vec3& u, const Vec3& v,
       const Vec3& origin)
      : own_n(b.size * b.turn.back(towards)),
        own_u(b.size * b.turn.back(u)),
        own_v(b.size * b.turn.back(v)),
        base_n(limit - dot(towards, b.x)),
        base_u(dot(u, b.x - origin)),
        base_v(dot(v, b.x - origin)) {}
};

void NearParts::find(const PlacedBody& pa, const PlacedBody& pb, double range, const Gap& gap) {
  range_ = range;
  gap_ = std::max(gap.distance, 0.0);
  // Rounding must not leave out what touches.
  const double reach = (1 + 1e-9) * range + 1e-14 * (pa.radius() + pb.radius());
  reach2_ = reach * reach;
  const Vec3 &n = gap.normal, u = any_perpendicular(n), v = cross(n, u);
  find_part(pa, {pa, n, dot(n, gap.on_b), u, v, pa.x}, a);
  find_part(pb, {pb, -n, -dot(n, gap.on_a), u, v, pa.x}, b);
}

void NearParts::find_part(const PlacedBody& body, const View& view, NearPart& part) const {
  const auto own = body.body->corners();
  part.corners.clear(), part.edges.clear();
  part.box = {};
  body.body->heights(view.own_n, view.base_n, part.height_);
  const double* height = part.height_.data();
  const auto include = [&](std::uint32_t k, double share, const NearCorner& from, PlaneBox& box) {
    const double u = view.base_u + dot(view.own_u, own[k]),
                 v = view.base_v + dot(view.own_v, own[k]);
    box.include(from.box.lo_u + share * (u - from.box.lo_u),
                from.box.lo_v + share * (v - from.box.lo_v));
  };
  for (std::uint32_t k = 0; k < own.size(); ++k) {
    if (!(height[k] < range_)) continue;
    NearCorner c{k, height[k], {}};
    c.box.include(view.base_u + dot(view.own_u, own[k]), view.base_v + dot(view.own_v, own[k]));
    part.box.include(c.box);
    part.corners.push_back(c);
    for (const std::uint32_t end : body.body->neighbours(k)) {
      const bool both = height[end] < range_;
      if (both && end < k) continue;  // it has been added from there
      NearEdge e{k, end, std::min(height[k], height[end]), c.box, {}, {}};
      include(end, both ? 1 : (range_ - height[k]) / (height[end] - height[k]), c, e.box);
      part.box.include(e.box);
      part.edges.push_back(e);
    }
  }
}

void NearParts::place_edges(const PlacedBody& pa, const PlacedBody& pb) {
  place(pa, b.box, a);
  place(pb, a.box, b);
}

void NearParts::place(const PlacedBody& body, const PlaneBox& other, NearPart& part) const {
  const auto is_far = [&](const NearEdge& e) {
    return !(e.height * e.height + e.box.aside2(other) < reach2_);
  };
  std::erase_if(part.edges, is_far);
  for (NearEdge& e : part.edges) {
    e.start = body.corner(e.from);
    e.along = body.corner(e.to) - e.start;
  }
}

}  // namespace scree::geometry
