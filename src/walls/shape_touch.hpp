// Where a primitive of any shape touches a wall of which only the touches of balls are known.
//
// A shape is its corners, balls with the radius of its rounding, and the edges between them: the
// balls on the line between two corners, with radii in between. Along an edge the gap g(t) between
// ball and wall has the slope
//     g' = n . (b - a) - (r_b - r_a),        n the normal of the nearest touch.
// Flat and hollow walls make g straight or bent down: the least gap is at an end, a corner, and all
// corners within reach count, so that a capsule that lies on a floor rests on both ends. A wall
// that bulges (a rim, a ridge of a mesh, a cylinder from outside) makes g bent up, and the edge
// touches where g' goes through zero. The corners from which the gap falls on the way to such a
// point are none of their own: the touch wanders from the edge into the corner and on without a
// jump.
//
// A corner that is sharp, or whose ball is smaller than its depth, has its middle behind the
// surface. Where the wall has two sides (a rectangle, an open box) it is then pushed back to where
// the middle of the shape is. Sharp edges that cross a rim of such a wall, and sharp corners in a
// mesh whose triangles are smaller than the shape, are not: they need a rounding.
//
// g changes no faster than L = |b - a| + |r_b - r_a|, so (g_0 + g_1 - L (t_1 - t_0))/2 is a lower
// bound between two points, and most edges are done after the first look. Of two bulges nearer to
// each other than an eighth of an edge one is found.
#pragma once

#include <algorithm>
#include <cmath>

#include "walls/wall.hpp"

namespace scree {

// Query: (x, reach, WallTouches&), as WallShape::touch.
template <class Query>
class ShapeOnWall {
 public:
  ShapeOnWall(const Shape& shape, const Pose& at, double reach, const Query& query,
              ShapeTouches& out)
      : shape_(shape), at_(at), reach_(reach), query_(query), out_(out) {}

  void find() {
    const std::span<const Edge> edges = shape_.edges();
    corners_ = static_cast<std::uint32_t>(shape_.corners().size());
    for (std::size_t k = 0; k < edges.size(); ++k) search(edges[k], static_cast<std::uint32_t>(k));
    for (std::uint32_t c = 0; c < corners_; ++c)
      if (!passed_over(c)) touch_corner(c);
  }

 private:
  static constexpr double kLeaf = 1.0 / 8;  // of an edge
  // Rounding of n . (b - a) on a flat wall is no slope.
  static constexpr double kFlat = 1e-12;
  // How deep a corner may be in a thin wall, as a part of the way to the middle of the shape.
  static constexpr double kThrough = 0.5;

  struct Line {
    Vec3 a, along;
    double radius, growth;
    double length;  // by which the gap changes at most
    std::uint32_t piece;
  };
  struct Point {
    double t = 0, gap = 0, slope = 0;
    bool near = false;  // gap and slope are known; else the gap is `beyond` at least
    Vec3 normal{};
    std::uint32_t feature = 0;
  };

  // How far the nearest touch of a ball on the line is asked for: farther than it matters, so that
  // slopes are known at the ends of the intervals that are searched.
  double beyond(const Line& line) const { return reach_ + line.length; }

  Point look(const Line& line, double t) {
    const double radius = line.radius + t * line.growth;
    near_.count = 0;
    query_(line.a + t * line.along, radius + beyond(line), near_);
    if (near_.count == 0) return {.t = t, .gap = beyond(line)};
    const WallTouch& n = nearest();
    return {.t = t,
            .gap = n.distance - radius,
            .slope = dot(n.normal, line.along) - line.growth,
            .near = true,
            .normal = n.normal,
            .feature = n.feature};
  }
  const WallTouch& nearest() const {
    return *std::min_element(
        near_.touch.begin(), near_.touch.begin() + near_.count,
        [](const WallTouch& a, const WallTouch& b) { return a.distance < b.distance; });
  }

  void search(const Edge& e, std::uint32_t number) {
    const Corner &a = shape_.corners()[e.a], &b = shape_.corners()[e.b];
    const Vec3 from = to_world(at_, a.x), along = to_world(at_, b.x) - from;
    const Line line{from,
                    along,
                    a.radius,
                    b.radius - a.radius,
                    norm(along) + std::abs(b.radius - a.radius),
                    corners_ + number};
    if (!(line.length > 0)) return;
    const Point first = look(line, 0), last = look(line, 1);
    const int before = found_;
    between(line, first, last);
    if (found_ == before) return;
    if (first.slope < 0) pass_over(e.a);
    if (last.slope > 0) pass_over(e.b);
  }

  void between(const Line& line, const Point& p, const Point& q) {
    const double width = q.t - p.t;
    if (0.5 * (p.gap + q.gap - line.length * width) >= reach_) return;
    if (width > kLeaf) {
      const Point middle = look(line, 0.5 * (p.t + q.t));
      between(line, p, middle);
      between(line, middle, q);
      // A minimum at the middle itself is seen from neither side.
      if (middle.near && std::abs(middle.slope) <= kFlat * line.length && falls(line, p) &&
          rises(line, q) && !crosses(p, q))
        add(line, middle.t);
      return;
    }
    if (falls(line, p) && rises(line, q) && !crosses(p, q)) add(line, bottom(line, p.t, q.t));
  }
  // Through a surface with two sides, where the gap is least because it changes sides.
  static bool crosses(const Point& p, const Point& q) {
    return p.feature == q.feature && dot(p.normal, q.normal) < -0.999;
  }
  static bool falls(const Line& line, const Point& p) {
    return p.near && p.slope < -kFlat * line.length;
  }
  static bool rises(const Line& line, const Point& p) {
    return p.near && p.slope > kFlat * line.length;
  }

  // Where the slope goes through zero: halving, to the last bit that a position has.
  double bottom(const Line& line, double lo, double hi) {
    while (hi - lo > 1e-15) {
      const double t = 0.5 * (lo + hi);
      if (t <= lo || t >= hi) break;
      (look(line, t).slope < 0 ? lo : hi) = t;
    }
    return 0.5 * (lo + hi);
  }

  void add(const Line& line, double t) {
    const Point p = look(line, t);
    ++found_;
    if (p.near && p.gap < reach_)
      out_.add({line.a + t * line.along, line.radius + t * line.growth, line.piece, nearest()});
  }

  void touch_corner(std::uint32_t c) {
    const Corner& corner = shape_.corners()[c];
    const Vec3 x = to_world(at_, corner.x), inwards = at_.x - x;
    const double wanted = corner.radius + reach_, through = kThrough * norm(inwards);
    near_.count = 0;
    query_(x, corner.radius < through ? std::max(wanted, through) : wanted, near_);
    const WallTouches found = near_;
    for (int k = 0; k < found.count; ++k) {
      WallTouch t = found.touch[static_cast<std::size_t>(k)];
      if (corner.radius < through && dot(t.normal, inwards) + t.distance < 0 &&
          has_passed(x, inwards, through, t))
        t.normal = -t.normal, t.distance = -t.distance;
      if (t.distance < wanted) out_.add({x, corner.radius, c, t});
    }
  }
  // A surface with two sides pushes a point away on either of them. The corner has gone through it
  // where a point farther in meets the same piece from the other side. At a rim it does not.
  bool has_passed(const Vec3& x, const Vec3& inwards, double through, const WallTouch& t) {
    near_.count = 0;
    query_(x + kThrough * inwards, 2 * through, near_);
    for (int k = 0; k < near_.count; ++k) {
      const WallTouch& n = near_.touch[static_cast<std::size_t>(k)];
      if (n.feature == t.feature && dot(n.normal, t.normal) < -0.5) return true;
    }
    return false;
  }

  void pass_over(std::uint32_t corner) {
    if (passed_count_ < passed_.size()) passed_[passed_count_++] = corner;
  }
  bool passed_over(std::uint32_t corner) const {
    const auto end = passed_.begin() + static_cast<std::ptrdiff_t>(passed_count_);
    return std::find(passed_.begin(), end, corner) != end;
  }

  const Shape& shape_;
  const Pose& at_;
  double reach_;
  const Query& query_;
  ShapeTouches& out_;
  WallTouches near_;
  std::uint32_t corners_ = 0;
  int found_ = 0;
  std::array<std::uint32_t, 64> passed_;
  std::size_t passed_count_ = 0;
};

}  // namespace scree
