// Distances of polygons that are apart, where the nearest features are known from a step before and
// beyond doubt: the bits of polygon_gap() and disc_gap(), without their walks.
//
// A pair of features is the nearest one where the link between its nearest points leaves both
// polygons at once (the conditions of Kuhn and Tucker): signs of a few products, each beyond its
// bound of rounding. Where one is in doubt, or features have changed, the answer is false.
#pragma once

#include "geometry/polygon/gap.hpp"
#include "geometry/polygon/pair.hpp"

namespace scree::geometry {

struct SureGap {
  double distance = 0;
  Vec2 normal;  // unit, from a to b; of a point: out of the polygon
};

// (p - q) . (r - s), or 0 where its sign is in doubt: bound as in sign_dot().
HD double sure_dot(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s) {
  const double h = (p.x - q.x) * (r.x - s.x), v = (p.y - q.y) * (r.y - s.y);
  const double value = h + v;
  const double bound = 6 * rounding::u * (__builtin_fabs(h) + __builtin_fabs(v));
  return __builtin_fabs(value) > bound ? value : 0.0;
}
HD double sure_cross(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s) {
  return sure_dot(p, q, {r.y, -r.x}, {s.y, -s.x});
}

// Corner x lies over the inside of the side from p to q, out of its polygon.
HD bool surely_over(const Vec2& p, const Vec2& q, const Vec2& x) {
  return sure_cross(q, p, x, p) < 0 && sure_dot(x, p, q, p) > 0 && sure_dot(x, q, q, p) < 0;
}
// No neighbour of corner x is as low over the side from p to q.
HD bool surely_lowest(const Vec2& p, const Vec2& q, const Vec2& x, const Vec2& before,
                      const Vec2& after) {
  return sure_cross(q, p, before, x) < 0 && sure_cross(q, p, after, x) < 0;
}

// As the plain answers compute it.
HD SureGap over_side(const Vec2& p, const Vec2& q, const Vec2& x) {
  const Vec2 side = q - p, out = outward(side) / __builtin_sqrt(norm2(side));
  return {dot(out, x - p), out};
}

inline bool sure_gap(const PlacedPolygon& pa, const PlacedPolygon& pb, const FeatureHint& hint,
                     SureGap& out) {
  using Kind = FeatureHint::Kind;
  if (hint.kind != Kind::side_of_a && hint.kind != Kind::side_of_b) return false;
  if (hint.a >= pa.body->size() || hint.b >= pb.body->size()) return false;
  const Vec2 origin = 0.5 * (pa.x + pb.x);
  const RingView a(pa, origin), b(pb, origin);
  const std::uint32_t i = hint.a, j = hint.b;
  const Vec2 ai = a.corner(i), bj = b.corner(j), a1 = a.corner(a.next(i)), b1 = b.corner(b.next(j)),
             a0 = a.corner(a.previous(i)), b0 = b.corner(b.previous(j));
  if (hint.kind == Kind::side_of_b) {
    if (!surely_over(bj, b1, ai) || !surely_lowest(bj, b1, ai, a0, a1)) return false;
    out = over_side(bj, b1, ai);
    out.normal = -out.normal;
    return true;
  }
  if (surely_over(ai, a1, bj)) {
    if (!surely_lowest(ai, a1, bj, b0, b1)) return false;
    out = over_side(ai, a1, bj);
    return true;
  }
  // Two corners: the link leaves both of each.
  if (!(sure_dot(bj, ai, a1, ai) < 0 && sure_dot(bj, ai, a0, ai) < 0 &&
        sure_dot(bj, ai, bj, b1) < 0 && sure_dot(bj, ai, bj, b0) < 0))
    return false;
  const double l = norm(bj - ai);
  out = {l, (bj - ai) / l};
  return true;
}

// Of a point outside a polygon; `side`: near the one that is nearest.
inline bool sure_distance(const PlacedPolygon& p, const Vec2& point, std::uint32_t side,
                          SureGap& out) {
  const RingView ring(p, point);  // about the point
  const Vec2 x{};
  for (int tries = 0; tries < 3; ++tries) {
    const Vec2 from = ring.corner(side), to = ring.corner(ring.next(side));
    const double start = sure_dot(x, from, to, from), end = sure_dot(x, to, to, from);
    if (start > 0 && end < 0) {
      if (!(sure_cross(to, from, x, from) < 0)) return false;
      out = over_side(from, to, x);
      return true;
    }
    const bool back = start<0, on = end> 0;
    if (back == on) return false;
    const std::uint32_t next = back ? ring.previous(side) : ring.next(side);
    const Vec2 far = ring.corner(back ? next : ring.next(next));
    const Vec2& corner = back ? from : to;
    if (sure_dot(x, corner, far, corner) < 0) {
      const double d = norm(x - corner);
      out = {d, (x - corner) / d};
      return d > 0;
    }
    side = next;
  }
  return false;
}

}  // namespace scree::geometry
