// Where a primitive of any shape touches a wall of which only the touches of balls are known.
//
// A shape is its corners, balls with the radius of its rounding, and the edges between them: the
// balls on the line between two corners, with radii in between. Along an edge the gap g(t) between
// ball and wall has the slope
//     g' = n . (b - a) - (r_b - r_a),        n the normal of the nearest touch.
// Flat and hollow walls make g straight or bent down: the least gap is at an end, a corner, and all
// corners within reach count, so that a capsule that lies on a floor rests on both ends. A wall
// that bulges (a rim, a ridge of a mesh, a cylinder from outside) makes g bent up, and the edge
// touches where g' goes through zero, or where the flat piece on which it lies ends. The corners
// from which the gap falls on the way to such a point are none of their own, unless the wall is
// flat between: a box that lies half on a plate has its corners there, and its edges on the rim.
// Last, the tips of a wall (corners of a plate, vertices of a mesh) poke into faces of the shape.
//
// Points that come together become one: each has the share d^2 / (d^2 + sum of w d_other^2) of the
// law, d its depth, and w falls from 1 to 0 while the other is farther away, up to the radius of
// the edge. So a touch wanders from an edge into a corner and on without a jump.
//
// A corner that is sharp, or whose ball is smaller than its depth, has its middle behind the
// surface. Where the wall has two sides (a rectangle, an open box, a mesh) it is then pushed back
// to where the middle of the shape is. A sharp edge meets a rim by the balls of a line inside the
// shape (Shape::edge_axes).
//
// g changes no faster than L = |b - a| + |r_b - r_a|, so (g_0 + g_1 - L (t_1 - t_0))/2 is a lower
// bound between two points, and most edges are done after the first look. Of two bulges of one
// piece of the wall nearer to each other than an eighth of an edge one is found.
#pragma once

#include <algorithm>
#include <cmath>

#include "walls/wall.hpp"

namespace scree {

// Query: touch(), nearest(), tips(), pokes() and lies_between() as those of WallShape.
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
    touch_faces(corners_ + static_cast<std::uint32_t>(edges.size()));
    give_shares();
  }

 private:
  static constexpr double kLeaf = 1.0 / 8, kFinest = 1.0 / 128;  // of an edge
  // Rounding of n . (b - a) on a flat wall is not a slope.
  static constexpr double kFlat = 1e-12;
  // How deep a corner may be in a thin wall, as a part of the way to the middle of the shape.
  static constexpr double kThrough = 0.5;
  // Of two normals: the wall is flat between.
  static constexpr double kSameNormal = 1e-9;
  // Points whose normals differ by more than 30 degrees stay two.
  static constexpr double kOneSide = 0.8660254037844386;

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
    nearest_ = query_.nearest(line.a + t * line.along, radius + beyond(line), near_);
    if (nearest_ == nullptr) return {.t = t, .gap = beyond(line)};
    return {.t = t,
            .gap = nearest_->distance - radius,
            .slope = dot(nearest_->normal, line.along) - line.growth,
            .near = true,
            .normal = nearest_->normal,
            .feature = nearest_->feature};
  }

  Line line_of(const Edge& e, std::uint32_t number) const {
    const std::span<const EdgeAxis> axes = shape_.edge_axes();
    const Corner& a = axes.empty() ? shape_.corners()[e.a] : axes[number].a;
    const Corner& b = axes.empty() ? shape_.corners()[e.b] : axes[number].b;
    const Vec3 from = to_world(at_, a.x), along = to_world(at_, b.x) - from;
    return {from,
            along,
            a.radius,
            b.radius - a.radius,
            norm(along) + std::abs(b.radius - a.radius),
            corners_ + number};
  }

  void search(const Edge& e, std::uint32_t number) {
    const Line line = line_of(e, number);
    if (!(line.length > 0)) return;
    first_ = look(line, 0), last_ = look(line, 1);
    found_ = flat_first_ = flat_last_ = false;
    between(line, first_, last_);
    // A sharp corner touches only once it is through the surface, and then it does.
    if (!found_ || !shape_.edge_axes().empty()) return;
    if (first_.slope < 0 && !flat_first_) pass_over(e.a);
    if (last_.slope > 0 && !flat_last_) pass_over(e.b);
  }

  void between(const Line& line, const Point& p, const Point& q) {
    const double width = q.t - p.t;
    if (0.5 * (p.gap + q.gap - line.length * width) >= reach_) return;
    if (width > kLeaf || is_coarse(line, p, q)) {
      const Point middle = look(line, 0.5 * (p.t + q.t));
      between(line, p, middle);
      between(line, middle, q);
      // A minimum at the middle itself is seen from neither side.
      if (middle.near && std::abs(middle.slope) <= kFlat * line.length && falls(line, p) &&
          rises(line, q) && !crosses(p, q))
        add_least(line, middle.t);
      return;
    }
    if (!p.near || !q.near || crosses(p, q)) return;
    if (falls(line, p) && rises(line, q)) return add_least(line, bottom(line, p.t, q.t));
    // Where the wall is flat and ends, and the gap does not fall towards the end.
    if (p.feature == q.feature) return;
    if (!falls(line, p)) add_end(line, p, q.t);
    if (!rises(line, q)) add_end(line, q, p.t);
  }
  // Where one piece of the wall follows another: down to what shares even out.
  static bool is_coarse(const Line& line, const Point& p, const Point& q) {
    const double width = q.t - p.t;
    return p.near && q.near && p.feature != q.feature && width > kFinest &&
           width * line.length > 0.5 * std::min(line.radius, line.radius + line.growth);
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

  static bool same_plane(const Point& p, const Point& q) {
    return q.near && p.feature == q.feature &&
           norm2(p.normal - q.normal) < kSameNormal * kSameNormal;
  }
  // The place between p and `to` where the plane in which p has its foot ends at a rim, around
  // which the normal turns; nothing where the wall is not flat at p, or has no rim there.
  std::optional<double> end_of_flat(const Line& line, const Point& p, double to) {
    double in = p.t, out = to;
    for (int k = 0; k < 60; ++k) {
      const double t = 0.5 * (in + out);
      if (t == in || t == out) break;
      (same_plane(p, look(line, t)) ? in : out) = t;
    }
    // A rim at p itself: flat is what lies on its other side.
    const double back = p.t + (p.t > to ? 0.5 : -0.5) * kLeaf;
    if (!(std::abs(in - p.t) > 1e-9) && !(back > 0 && back < 1 && same_plane(p, look(line, back))))
      return std::nullopt;
    const Point beyond_end = look(line, out);
    if (!beyond_end.near || norm2(beyond_end.normal - p.normal) > 1e-12) return std::nullopt;
    return in;
  }
  void add_end(const Line& line, const Point& p, double to) {
    if (const auto t = end_of_flat(line, p, to)) add(line, look(line, *t));
  }
  void add_least(const Line& line, double t) {
    const auto is_flat = [&](const Point& end) {
      return end.near && !same_plane(end, look(line, t)) && end_of_flat(line, end, t);
    };
    flat_first_ = flat_first_ || is_flat(first_);
    flat_last_ = flat_last_ || is_flat(last_);
    found_ = add(line, look(line, t)) || found_;
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

  // The line has gone through a surface with two sides there, which pushes it on, away from the
  // body.
  bool is_behind(const Line& line, const Point& p) const {
    const Vec3 inwards = at_.x - (line.a + p.t * line.along);
    return p.near && dot(p.normal, inwards) + (p.gap + line.radius + p.t * line.growth) < 0;
  }
  // `p` was looked at last.
  bool add(const Line& line, const Point& p) {
    if (!p.near || is_behind(line, p)) return false;
    if (p.gap < reach_)
      out_.add({line.a + p.t * line.along, line.radius + p.t * line.growth, line.piece, *nearest_});
    return true;
  }

  void touch_corner(std::uint32_t c) {
    const Corner& corner = shape_.corners()[c];
    const Vec3 x = to_world(at_, corner.x), inwards = at_.x - x;
    const double wanted = corner.radius + reach_, through = kThrough * norm(inwards);
    if (corner.radius < through && is_before(x, inwards)) {
      // Nothing is behind the surface: what is farther than wanted is not asked for. Of several
      // touches the order is that of the larger question.
      near_.count = 0;
      query_.touch(x, wanted, near_);
      if (near_.count == 0) return;
      if (near_.count == 1) return out_.add({x, corner.radius, c, near_.touch[0]});
    }
    near_.count = 0;
    query_.touch(x, corner.radius < through ? std::max(wanted, through) : wanted, near_);
    const WallTouches found = near_;
    for (int k = 0; k < found.count; ++k) {
      WallTouch t = found.touch[static_cast<std::size_t>(k)];
      if (corner.radius < through && dot(t.normal, inwards) + t.distance < 0 &&
          has_passed(x, inwards, through, t) && !is_at_rim(x, inwards, t))
        t.normal = -t.normal, t.distance = -t.distance;
      if (t.distance < wanted) out_.add({x, corner.radius, c, t});
    }
  }
  // The wall knows that its surface does not lie between the corner and a point farther in.
  bool is_before(const Vec3& x, const Vec3& inwards) const {
    const std::optional<bool> between = query_.lies_between(x, x + kThrough * inwards);
    return between && !*between;
  }
  // A surface with two sides pushes a point away on either of them. The corner has gone through it
  // where it lies between the corner and a point farther in; else where that point meets the same
  // piece from the other side. At a rim it does not.
  bool has_passed(const Vec3& x, const Vec3& inwards, double through, const WallTouch& t) {
    const Vec3 inside = x + kThrough * inwards;
    if (const std::optional<bool> between = query_.lies_between(x, inside)) return *between;
    near_.count = 0;
    query_.touch(inside, 2 * through, near_);
    for (int k = 0; k < near_.count; ++k) {
      const WallTouch& n = near_.touch[static_cast<std::size_t>(k)];
      if (n.feature == t.feature && dot(n.normal, t.normal) < -0.5) return true;
    }
    return false;
  }

  // The segment from the corner inwards crosses the surface near its rim, nearer than the corner is
  // deep: the rim is in the body, and not the corner behind the surface.
  bool is_at_rim(const Vec3& x, const Vec3& inwards, const WallTouch& t) {
    const double rate = -dot(t.normal, inwards);                           // > distance
    const Vec3 aside = (t.distance / rate) * (inwards + rate * t.normal);  // from foot to crossing
    const double length = norm(aside);
    if (!(length > 0)) return false;
    const Vec3 crossing = x - t.distance * t.normal + aside;
    near_.count = 0;
    query_.touch(crossing + (t.distance / length) * aside, 0.5 * t.distance, near_);
    return near_.count == 0;
  }

  void touch_faces(std::uint32_t first) {
    static thread_local std::vector<WallTip> tips;
    tips.clear();
    query_.tips(at_.x, shape_.bounding_radius() + reach_, tips);
    for (const WallTip& tip : tips) {
      const auto face = shape_.face_beside(rotate_back(at_.q, tip.x - at_.x));
      if (!face || !(face->height - tip.radius < reach_)) continue;
      const Vec3 n = rotate(at_.q, face->normal);
      if (!query_.pokes(tip, n)) continue;
      out_.add({tip.x - face->height * n,
                0,
                first + face->face,
                {.normal = -n,
                 .distance = face->height - tip.radius,
                 .feature = tip.feature,
                 .shift = tip.shift}});
    }
  }

  void give_shares() {
    std::array<double, ShapeTouches::kMax> share;
    for (int i = 0; i < out_.count; ++i) {
      const ShapeTouch& a = out_.touch[static_cast<std::size_t>(i)];
      share[static_cast<std::size_t>(i)] = 1;
      const double d2 = a.gap() * a.gap();
      if (!(a.gap() < 0)) continue;
      double others = 0;
      for (int j = 0; j < out_.count; ++j) {
        const ShapeTouch& b = out_.touch[static_cast<std::size_t>(j)];
        // Touches of one ball are those of different places of the wall.
        if (a.x == b.x || !(b.gap() < 0)) continue;
        others += nearness(a, b) * (b.gap() * b.gap());
      }
      if (others > 0) share[static_cast<std::size_t>(i)] = d2 / (d2 + others);
    }
    for (int i = 0; i < out_.count; ++i)
      out_.touch[static_cast<std::size_t>(i)].share = share[static_cast<std::size_t>(i)];
  }
  static Vec3 place(const ShapeTouch& t) { return t.x - t.radius * t.at.normal; }
  // 1: at one place; 0: farther apart than an edge is thick, or at another side of the wall.
  static double nearness(const ShapeTouch& a, const ShapeTouch& b) {
    const double radius = std::max(a.radius, b.radius), aligned = dot(a.at.normal, b.at.normal);
    const double d = norm(place(a) - place(b));
    if (!(d < radius) || !(aligned > kOneSide)) return 0;
    return (1 - d / radius) * std::min(1.0, (aligned - kOneSide) / (1 - kOneSide));
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
  const WallTouch* nearest_ = nullptr;  // of the last look
  std::uint32_t corners_ = 0;
  // Of the edge that is searched: its ends, whether a least gap was found between them, and whether
  // the wall is flat from an end to the rim at which it lies.
  Point first_, last_;
  bool found_ = false, flat_first_ = false, flat_last_ = false;
  std::array<std::uint32_t, 64> passed_;
  std::size_t passed_count_ = 0;
};

}  // namespace scree
