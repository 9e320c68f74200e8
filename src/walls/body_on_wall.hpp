// Where a rounded body presses on a wall: the features of both that are nearer to each other than
// the rounding, as one contact from a potential (shapes/contact_potential.hpp).
//
//     a corner of the core     and what the wall answers for a ball there
//     a tip of the wall        and the whole core
//     a ridge of the wall      and an edge of the core
//
// The core itself stays clear of the wall, so that thin walls have no wrong side: a body is where
// its core is. Only a corner that was pushed through a surface with two sides, deeper than its
// rounding, is taken back to where the middle of the body is.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/convex/feature_depths.hpp"
#include "shapes/contact_potential.hpp"
#include "walls/wall.hpp"

namespace scree {

// Query: touch(), tips(), ridges() and lies_between() as those of WallShape, in the frame of `at`.
template <class Query>
class BodyOnWall {
 public:
  BodyOnWall(const RoundedCore& core, const Pose& at, double radius, double reach,
             const Query& query)
      : core_(core), body_(core.placed(at)), radius_(radius), reach_(reach), query_(query) {}

  void press(ContactPoints& out) {
    features_.clear();
    touch_corners();
    touch_tips();
    touch_ridges();
    combine_features(features_, radius_, core_.radius, out);
  }

  // The surface of the wall goes through the core.
  bool pierces() {
    const auto edges = body_.body->edges();
    corners_.clear();
    for (std::size_t k = 0; k < body_.corner_count(); ++k) corners_.push_back(body_.corner(k));
    for (const auto& e : edges)
      if (query_.lies_between(corners_[e.from], corners_[e.to]).value_or(false)) return true;
    static thread_local std::vector<WallTip> tips;
    tips.clear();
    query_.tips(body_.x, radius_, tips);
    for (const WallTip& t : tips)
      if (geometry::depth_of_point(body_, t.x, t.radius).depth > t.radius) return true;
    static thread_local std::vector<WallRidge> ridges;
    ridges.clear();
    query_.ridges(body_.x, radius_, ridges);
    for (const WallRidge& r : ridges)
      if (passes_through(r)) return true;
    return false;
  }

 private:
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
    const double range = core_.radius + reach_;
    for (std::size_t k = 0; k < body_.corner_count(); ++k) {
      const Vec3 x = body_.corner(k);
      near_.count = 0;
      near_.power = 2;
      query_.touch(x, range, near_);
      for (int i = 0; i < near_.count; ++i) add_corner(x, near_.touch[static_cast<std::size_t>(i)]);
    }
  }
  void add_corner(const Vec3& x, const WallTouch& t) {
    Vec3 n = -t.normal;
    double distance = t.distance;
    if (distance > 0 && is_through(x, t)) n = -n, distance = -distance;
    const double depth = core_.radius - distance;
    features_.push_back({.normal = n,
                         .point = x + (core_.radius - 0.5 * depth) * n,
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
      const double range = core_.radius + tip.radius;
      const auto f = geometry::depth_of_point(body_, tip.x, range, reach_);
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
    const double range = core_.radius + reach_;
    for (const geometry::Plane& p : body_.body->planes()) {
      const double from = body_.size * p.offset + range;
      if (dot(p.normal, a) > from && dot(p.normal, b) > from) return false;
    }
    return true;
  }
  void touch_ridge(const WallRidge& r) {
    const double range = core_.radius + reach_;
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

  const RoundedCore& core_;
  geometry::PlacedBody body_;
  double radius_, reach_;
  const Query& query_;
  WallTouches near_;
  inline static thread_local std::vector<PressedFeature> features_;
  inline static thread_local std::vector<Vec3> corners_;
};

}  // namespace scree
