// Two placed polygons as the closest-feature algorithm sees them: corners about a common origin,
// and signs that are never zero where the walk needs a side.
//
// The difference A - B = {a - b} is a convex polygon, too. Its sides are the sides of A and the
// reversed sides of B in the order of their directions; the polygons touch where the origin is on
// its border and overlap where it is inside. The walk over pairs of features of A and B is a walk
// along that border, which is why it ends and why its answer is the only one.
#pragma once

#include "geometry/polygon/polygon.hpp"

namespace scree::geometry {

// One of the two polygons.
class RingView {
 public:
  RingView(const PlacedPolygon& p, const Vec2& origin)
      : corners_(p.body->corners().data()),
        count_(p.body->size()),
        x_(p.x - origin),
        turn_(p.turn) {}

  std::uint32_t size() const { return count_; }
  std::uint32_t next(std::uint32_t k) const { return k + 1 == count_ ? 0 : k + 1; }
  std::uint32_t previous(std::uint32_t k) const { return k == 0 ? count_ - 1 : k - 1; }
  Vec2 corner(std::uint32_t k) const { return x_ + rotate(turn_, corners_[k]); }
  // The corner farthest along u; the climb starts at `from`.
  std::uint32_t farthest(const Vec2& u, std::uint32_t from) const;
  // The corner farthest out of a side that goes from `start` to `end`: exact.
  std::uint32_t farthest_out(const Vec2& start, const Vec2& end, std::uint32_t from) const;

 private:
  const Vec2* corners_;
  std::uint32_t count_;
  Vec2 x_;
  Turn2 turn_;
};

// Where a point lies on the line of a side of the other polygon, one of the two is taken to be
// shifted by an infinitesimal vector (e, e^2): always the same one, whatever the order of the two.
class PolygonPair {
 public:
  PolygonPair(const PlacedPolygon& a, const PlacedPolygon& b);

  const RingView& ring(int which) const { return which == 0 ? a_ : b_; }
  const RingView& a() const { return a_; }
  const RingView& b() const { return b_; }
  const Vec2& origin() const { return origin_; }
  Vec2 between_centres() const { return centres_; }  // from a to b

  // Is point p of the other polygon to the left of side k of polygon `which`? `tie` is set where
  // only the shift tells.
  bool left_of(int which, std::uint32_t k, const Vec2& p, bool& tie) const {
    const RingView& r = ring(which);
    return left_of(which, r.corner(k), r.corner(r.next(k)), p, tie);
  }
  // The same with the ends of the side.
  bool left_of(int which, const Vec2& from, const Vec2& to, const Vec2& p, bool& tie) const {
    const int side = side_of(from, to, p);
    if (side != 0) return side > 0;
    tie = true;
    return shifted_left(which, from, to);
  }

  // +1: b is the one that is shifted; -1: a.
  int shifted() const;

 private:
  bool shifted_left(int which, const Vec2& from, const Vec2& to) const;

  Vec2 origin_;  // half way between the two frames
  RingView a_, b_;
  Vec2 centres_;
};

}  // namespace scree::geometry
