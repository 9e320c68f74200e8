#include "geometry/polygon/round.hpp"

#include "geometry/polygon/pair.hpp"

namespace scree::geometry {
namespace {

// A gap along n between surfaces at p and q; negative: so deep.
RoundGap along_normal(double gap, const Vec2& n, const Vec2& p, const Vec2& q, int iterations) {
  return {gap > 0 ? gap : 0, gap < 0 ? -gap : 0, n, p, q, iterations};
}

// The border of a polygon as a point sees it.
class PointWalk {
 public:
  PointWalk(const RingView& ring, const Vec2& x) : ring_(ring), x_(x) {}

  // Is the point outside of side k, or on its line?
  bool outside(std::uint32_t k) const {
    return side_of(ring_.corner(k), ring_.corner(ring_.next(k)), x_) <= 0;
  }
  // Its place along side k from the side's start (0) or end (1).
  int along(std::uint32_t k, int end) const {
    const Vec2 p = ring_.corner(k), q = ring_.corner(ring_.next(k));
    return sign_dot(x_, end == 0 ? p : q, q, p);
  }
  // A side that the point is outside of; the number of sides: there is none.
  std::uint32_t seen_side(std::uint32_t from, int& iterations) const {
    std::uint32_t up = from, down = from;
    for (std::uint32_t step = 0; step < ring_.size(); ++step) {
      ++iterations;
      if (outside(up)) return up;
      if (outside(down)) return down;
      up = ring_.next(up);
      down = ring_.previous(down);
    }
    return ring_.size();
  }
  // From a side that the point is outside of to the nearest feature: a side, or (`corner`) its
  // start.
  std::uint32_t nearest(std::uint32_t side, bool& corner, int& iterations) const {
    const bool back = along(side, 0) <= 0;
    for (std::uint32_t step = 0; step <= ring_.size(); ++step) {
      ++iterations;
      corner = false;
      if (back) {
        if (along(side, 0) > 0) return side;
        corner = true;
        if (along(ring_.previous(side), 1) >= 0) return side;
        side = ring_.previous(side);
      } else {
        if (along(side, 1) < 0) return side;
        side = ring_.next(side);
        corner = true;
        if (along(side, 0) <= 0) return side;
      }
    }
    return side;
  }

 private:
  const RingView& ring_;
  Vec2 x_;
};

struct NearestOnRing {
  double distance = -1e300;  // of the point from the border, out of the polygon
  Vec2 at, out;
};

NearestOnRing nearest_on_side(const RingView& ring, std::uint32_t k, const Vec2& x) {
  const Vec2 p = ring.corner(k), side = ring.corner(ring.next(k)) - p;
  const double l2 = norm2(side);
  const Vec2 out = outward(side) / __builtin_sqrt(l2);
  return {dot(out, x - p), p + (dot(side, x - p) / l2) * side, out};
}

NearestOnRing nearest_from_within(const RingView& ring, const Vec2& x) {
  NearestOnRing best;
  for (std::uint32_t k = 0; k < ring.size(); ++k) {
    const NearestOnRing n = nearest_on_side(ring, k, x);
    if (n.distance > best.distance) best = n;
  }
  return best;
}

// The corner at the start of `side` is nearest; where the point is that corner, half way between
// the directions of the two sides.
NearestOnRing nearest_at_corner(const RingView& ring, std::uint32_t side, const Vec2& x) {
  const Vec2 p = ring.corner(side);
  const double d = norm(x - p);
  if (d > 0) return {d, p, (x - p) / d};
  const Vec2 before = nearest_on_side(ring, ring.previous(side), x).out;
  return {0, p, normalized(before + nearest_on_side(ring, side, x).out)};
}

}  // namespace

RoundGap disc_gap(const Disc& a, const Disc& b) {
  const Vec2 link = b.x - a.x;
  const double d = norm(link);
  const Vec2 n = d > 0 ? link / d : Vec2{0, 1};
  return along_normal(d - (a.radius + b.radius), n, a.x + a.radius * n, b.x - b.radius * n, 1);
}

RoundGap disc_gap(const PlacedPolygon& a, const Disc& b, FeatureHint& hint) {
  const RingView ring(a, b.x);  // about the centre of the disc
  const PointWalk walk(ring, {});
  int iterations = 0;
  const std::uint32_t seen = walk.seen_side(hint.a % ring.size(), iterations);
  NearestOnRing n;
  if (seen == ring.size()) {
    n = nearest_from_within(ring, {});
  } else {
    bool corner = false;
    hint.a = walk.nearest(seen, corner, iterations);
    n = corner ? nearest_at_corner(ring, hint.a, {}) : nearest_on_side(ring, hint.a, {});
  }
  hint.kind = FeatureHint::Kind::side_of_a;
  return along_normal(n.distance - b.radius, n.out, b.x + n.at, b.x - b.radius * n.out, iterations);
}

RoundGap rounded_gap(const PlacedPolygon& a, double radius_a, const PlacedPolygon& b,
                     double radius_b, FeatureHint& hint) {
  const PolygonGap g = polygon_gap(a, b, hint);
  return along_normal((g.overlap ? -g.depth : g.distance) - (radius_a + radius_b), g.normal,
                      g.on_a + radius_a * g.normal, g.on_b - radius_b * g.normal, g.iterations);
}

}  // namespace scree::geometry
