// Where a rounded body presses on a wall: the features of both that are nearer to each other than
// the rounding, as one contact from a potential (shapes/contact_potential.hpp).
//
//     a corner of the core     and what the wall answers for a ball there
//     a tip of the wall        and the whole core
//     a ridge of the wall      and an edge of the core
//
// In two dimensions a ridge is a tip, and the core a polygon.
//
// The core itself stays clear of the wall, so that thin walls have no wrong side: a body is where
// its core is. Only a corner that was pushed through a surface with two sides, deeper than its
// rounding, is taken back to where the middle of the body is.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "geometry/convex/feature_depths.hpp"
#include "geometry/polygon/round.hpp"
#include "shapes/contact_potential.hpp"
#include "walls/wall.hpp"

namespace scree {

// A polygon as the core of a body: in space, at z = 0.
struct FlatCore {
  geometry::PlacedPolygon polygon;
  Vec3 x;

  explicit FlatCore(const geometry::PlacedPolygon& p) : polygon(p), x(in_space(p.x)) {}
  static Vec3 in_space(const geometry::Vec2& v) { return {v.x, v.y, 0}; }
  std::size_t corner_count() const { return polygon.body->size(); }
  Vec3 corner(std::size_t k) const {
    return in_space(polygon.corner(static_cast<std::uint32_t>(k)));
  }
  Vec3 centre() const { return in_space(polygon.centroid()); }
};
inline geometry::FeatureDepth depth_of_point(const FlatCore& core, const Vec3& x, double range,
                                             double /*reach*/ = 0) {
  geometry::FeatureHint hint;
  const geometry::RoundGap gap = geometry::disc_gap(core.polygon, {{x.x, x.y}, range}, hint);
  return {.normal = FlatCore::in_space(gap.normal),
          .depth = gap.distance > 0 ? -gap.distance : gap.depth};
}

// Query: touch(), front(), tips(), ridges() and lies_between() as those of WallShape, in the frame
// of the body. Body: a placed core, geometry::PlacedBody or FlatCore.
template <class Body, class Query>
class BodyOnWall {
 public:
  static constexpr bool kFlat = std::is_same_v<Body, FlatCore>;

  // `rounding`: of the core; `radius`: of the ball around the whole.
  BodyOnWall(const Body& body, double rounding, double radius, double reach, const Query& query)
      : body_(body), rounding_(rounding), radius_(radius), reach_(reach), query_(query) {}

  void press(ContactPoints& out) {
    features_.clear();
    touch_corners();
    touch_tips();
    if constexpr (!kFlat) touch_ridges();
    combine_features(features_, radius_, rounding_, out);
  }

  // The surface of the wall goes through the core.
  bool pierces() {
    if (edge_crosses()) return true;
    static thread_local std::vector<WallTip> tips;
    tips.clear();
    query_.tips(body_.x, radius_, tips);
    for (const WallTip& t : tips)
      if (depth_of_point(body_, t.x, t.radius).depth > t.radius) return true;
    if constexpr (!kFlat) {
      static thread_local std::vector<WallRidge> ridges;
      ridges.clear();
      query_.ridges(body_.x, radius_, ridges);
      for (const WallRidge& r : ridges)
        if (passes_through(r)) return true;
    }
    return false;
  }

 private:
  bool edge_crosses() {
    corners_.clear();
    for (std::size_t k = 0; k < body_.corner_count(); ++k) corners_.push_back(body_.corner(k));
    const auto crosses = [&](std::size_t from, std::size_t to) {
      return query_.lies_between(corners_[from], corners_[to]).value_or(false);
    };
    if constexpr (kFlat) {
      for (std::size_t k = 0; k < corners_.size(); ++k)
        if (crosses(k, k + 1 == corners_.size() ? 0 : k + 1)) return true;
    } else {
      for (const auto& e : body_.body->edges())
        if (crosses(e.from, e.to)) return true;
    }
    return false;
  }

  // A part of the ridge lies inside all planes of the core.
  bool passes_through(const WallRidge& r) const {
    const Vec3 a = body_.turn.back(r.a - body_.x), along = body_.turn.back(r.b - r.a);
    double first = 0, last = 1;
    for (const geometry::Plane& p : body_.body->planes()) {
      const double room = body_.size * p.offset - dot(p.normal, a), slope = dot(p.normal, along);
      if (slope > 0) last = std::min(last, room / slope);
      if (slope < 0) first = std::max(first, room / slope);
      if (slope == 0 && !(room > 0)) return false;
    }
    return first < last;
  }

  // How deep a corner may be in a thin wall, as a part of the way to the middle of the body.
  static constexpr double kThrough = 0.5;

  void touch_corners() {
    const double range = rounding_ + reach_;
    if constexpr (!kFlat) {
      if (const auto front = query_.front()) return touch_low_corners(range, *front);
    }
    for (std::size_t k = 0; k < body_.corner_count(); ++k) touch_corner(k, range);
  }
  // What is higher than the range, and than rounding may be off, touches nothing.
  void touch_low_corners(double range, const WallShape::Front& front) {
    const Vec3 down = -body_.size * body_.turn.back(front.normal);
    body_.body->heights(down, dot(front.normal, body_.x) - front.offset, heights_);
    const double slack = 1e-12 * (radius_ + norm(body_.x) + std::abs(front.offset));
    for (std::size_t k = 0; k < body_.corner_count(); ++k)
      if (heights_[k] < range + slack) touch_corner(k, range);
  }
  void touch_corner(std::size_t k, double range) {
    const Vec3 x = body_.corner(k);
    near_.count = 0;
    near_.power = 2;
    query_.touch(x, range, near_);
    for (int i = 0; i < near_.count; ++i) add_corner(x, near_.touch[static_cast<std::size_t>(i)]);
  }
  void add_corner(const Vec3& x, const WallTouch& t) {
    Vec3 n = -t.normal;
    double distance = t.distance;
    if (distance > 0 && is_through(x, t)) n = -n, distance = -distance;
    const double depth = rounding_ - distance;
    features_.push_back({.normal = n,
                         .point = x + (rounding_ - 0.5 * depth) * n,
                         .depth = depth,
                         .slope = t.slope,
                         .shift = t.shift});
  }
  // The wall lies between the corner and the middle of the body.
  bool is_through(const Vec3& x, const WallTouch& t) const {
    const Vec3 inwards = body_.centre() - x;
    if (!(dot(t.normal, inwards) + t.distance < 0)) return false;
    return query_.lies_between(x, x + kThrough * inwards).value_or(false);
  }

  void touch_tips() {
    static thread_local std::vector<WallTip> tips;
    tips.clear();
    query_.tips(body_.x, radius_ + reach_, tips);
    for (const WallTip& tip : tips) {
      const double range = rounding_ + tip.radius;
      const auto f = depth_of_point(body_, tip.x, range, reach_);
      if (!(f.depth > -reach_)) continue;
      features_.push_back({.normal = f.normal,
                           .point = tip.x + (0.5 * f.depth - tip.radius) * f.normal,
                           .depth = f.depth,
                           .shift = tip.shift});
    }
  }

  void touch_ridges() {
    static thread_local std::vector<WallRidge> ridges;
    ridges.clear();
    query_.ridges(body_.x, radius_ + reach_, ridges);
    if (ridges.empty()) return;
    corners_.clear();
    for (std::size_t k = 0; k < body_.corner_count(); ++k) corners_.push_back(body_.corner(k));
    for (const WallRidge& r : ridges)
      if (may_touch(r)) touch_ridge(r);
  }
  // Not beyond one of the planes of the core as a whole.
  bool may_touch(const WallRidge& r) const {
    const Vec3 a = body_.turn.back(r.a - body_.x), b = body_.turn.back(r.b - body_.x);
    const double range = rounding_ + reach_;
    for (const geometry::Plane& p : body_.body->planes()) {
      const double from = body_.size * p.offset + range;
      if (dot(p.normal, a) > from && dot(p.normal, b) > from) return false;
    }
    return true;
  }
  void touch_ridge(const WallRidge& r) {
    const double range = rounding_ + reach_;
    geometry::FeatureDepth f;
    for (const auto& e : body_.body->edges()) {
      const Vec3& p = corners_[e.from];
      if (!geometry::depth_of_edges(p, corners_[e.to] - p, r.a, r.b - r.a, range, f)) continue;
      const double depth = f.depth - reach_;
      features_.push_back({.normal = f.normal,
                           .point = f.on_b + (0.5 * depth) * f.normal,
                           .depth = depth,
                           .weight = f.weight,
                           .turn = f.turn,
                           .shift = r.shift});
    }
  }

  Body body_;
  double rounding_, radius_, reach_;
  const Query& query_;
  WallTouches near_;
  inline static thread_local std::vector<PressedFeature> features_;
  inline static thread_local std::vector<Vec3> corners_;
  inline static thread_local std::vector<double> heights_;
};

}  // namespace scree
