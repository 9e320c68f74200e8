// A polyline in the half plane (r, h) of a body of revolution, and where a ball around a
// point of that plane touches it. Cylinder, cone, disc, annulus and hourglass are this polyline
// turned about the axis.
//
//      h ^   (0,H) <--- (R,H)      The line runs with the inside on its left, so n points inwards.
//        |                ^        Ends on the axis close the body; an end off the axis is a rim.
//        |   (0,0) --->  (R,0)
//        +-----------------> r
//
// A value: the processor and a graphics card ask it by the same functions.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/macros.hpp"
#include "walls/profile_point.hpp"

namespace scree {

// One contact point, in the half plane.
struct ProfileHit {
  double n_r = 0, n_h = 0;  // from the line to the point
  double distance = 0;
  double foot_r = 0;
  int feature = 0;  // segment k: k; vertex j: kVertex + j
};

struct ProfileHits {
  static constexpr int kMax = 16;
  std::array<ProfileHit, kMax> hit;
  int count = 0;
  HD void add(const ProfileHit& h) {
    if (count < kMax) hit[static_cast<std::size_t>(count++)] = h;
  }
};

class Profile {
 public:
  static constexpr int kMaxSegments = 8;
  static constexpr int kVertex = kMaxSegments;
  // container: closed, grains inside. solid: closed and convex, grains outside. shell: open or
  // flat, no thickness, grains on both sides.
  enum class Kind { container, solid, shell };

  Profile() = default;  // nothing
  // Precondition: at most kMaxSegments + 1 points, consecutive ones distinct; a solid is convex.
  Profile(const std::vector<ProfilePoint>& points, Kind kind);
  // The line r = radius without ends (container or solid).
  static Profile endless(double radius, Kind kind);

  // Every local minimum of the distance below `reach`. `r` may be negative: the point seen from the
  // opposite side of the axis (`opposite` = true), where only concave parts can be touched.
  HD void collect(double r, double h, double reach, bool opposite, ProfileHits& out) const;

  HD bool inside(double r, double h) const;
  HD bool is_endless() const { return endless_; }
  HD Kind kind() const { return kind_; }
  std::span<const ProfilePoint> points() const {
    return std::span(points_).first(static_cast<std::size_t>(count_) + 1);
  }
  HD int segments() const { return count_; }

 private:
  struct Segment {
    ProfilePoint a, b;
    double t_r = 0, t_h = 0;  // unit, from a to b
    double n_r = 0, n_h = 0;  // unit, to the left
    HD double distance(double r, double h) const { return n_r * (r - a.r) + n_h * (h - a.h); }
    HD double from_a(double r, double h) const { return t_r * (r - a.r) + t_h * (h - a.h); }
    HD double from_b(double r, double h) const { return t_r * (r - b.r) + t_h * (h - b.h); }
  };
  HD const Segment& segment(int k) const { return segments_[static_cast<std::size_t>(k)]; }
  HD ProfileHit at_vertex(int j, double r, double h) const;
  HD ProfileHit nearest(double r, double h) const;
  HD void collect_faces(double r, double h, double reach, bool opposite, ProfileHits& out) const;
  HD void collect_vertices(double r, double h, double reach, bool opposite, ProfileHits& out) const;
  HD void collect_escaped(double r, double h, double reach, ProfileHits& out) const;

  std::array<ProfilePoint, kMaxSegments + 1> points_{};
  std::array<Segment, kMaxSegments> segments_{};
  int count_ = 0;  // of segments
  Kind kind_ = Kind::shell;
  double slack_ = 0;  // by which inside() and the sign of a distance may disagree: rounding
  bool endless_ = false;
};

// Crossings of the ray towards greater r; the axis closes the polygon and is never crossed.
HD bool Profile::inside(double r, double h) const {
  if (endless_) return r < points_[0].r;
  bool in = false;
  for (int k = 0; k < segments(); ++k) {
    const Segment& s = segment(k);
    if ((s.a.h > h) == (s.b.h > h)) continue;
    const double crossing = s.a.r + (h - s.a.h) * (s.b.r - s.a.r) / (s.b.h - s.a.h);
    if (crossing > r) in = !in;
  }
  return in;
}

// The distance vector may be so short that its square vanishes: then the normal of a segment.
HD ProfileHit Profile::at_vertex(int j, double r, double h) const {
  const ProfilePoint& v = points_[static_cast<std::size_t>(j)];
  const double dr = r - v.r, dh = h - v.h, d = __builtin_sqrt(dr * dr + dh * dh);
  if (d > 1e-150) return {dr / d, dh / d, d, v.r, kVertex + j};
  const Segment& s = segment(j > 0 ? j - 1 : 0);
  return {s.n_r, s.n_h, 0, v.r, kVertex + j};
}

// The closest point of the line. The distance is negative on the forbidden side.
HD ProfileHit Profile::nearest(double r, double h) const {
  const bool in = inside(r, h);
  const double sign = in == (kind_ == Kind::container) ? 1 : -1;
  double best = __builtin_inf();
  ProfileHit hit;
  hit.distance = best;  // stays for a point that is not a number
  for (int k = 0; k < segments(); ++k) {
    const Segment& s = segment(k);
    const bool before = !endless_ && s.from_a(r, h) < 0;
    const bool after = !endless_ && s.from_b(r, h) > 0;
    if (!before && !after) {
      const double d = s.distance(r, h);
      if (__builtin_fabs(d) >= best) continue;
      best = __builtin_fabs(d);
      const double face = kind_ == Kind::solid ? -1 : 1;  // n points inwards
      hit = {face * s.n_r + 0.0, face * s.n_h + 0.0, face * d, r - d * s.n_r, k};
    } else {
      const int j = before ? k : k + 1;
      const ProfileHit v = at_vertex(j, r, h);
      if (v.distance >= best) continue;
      best = v.distance;
      hit = {sign * v.n_r, sign * v.n_h, sign * v.distance, v.foot_r, v.feature};
    }
  }
  return hit;
}

HD void Profile::collect_faces(double r, double h, double reach, bool opposite,
                               ProfileHits& out) const {
  for (int k = 0; k < segments(); ++k) {
    const Segment& s = segment(k);
    double d = s.distance(r, h), n_r = s.n_r, n_h = s.n_h;
    if (d < 0 && kind_ == Kind::container) {
      if (d < -slack_) continue;  // the back of another chamber
    } else if (d < 0) {
      d = -d, n_r = 0.0 - n_r, n_h = 0.0 - n_h;
    }
    if (!(d < reach)) continue;
    if (!endless_ && (s.from_a(r, h) < 0 || s.from_b(r, h) > 0)) continue;
    const double foot_r = r - d * n_r;
    // Seen across the axis, a surface is met only by a point inside its ring: for one outside the
    // near side is in between. On the axis itself a flat cap is met once, not twice.
    if (opposite && (!(foot_r > 0) || -r > foot_r)) continue;
    out.add({n_r, n_h, d, foot_r, k});
  }
}

// A vertex is a local minimum when the point lies beyond the end of each segment that meets there.
// The face test above asks the same two numbers, so a point never falls between the two rules.
HD void Profile::collect_vertices(double r, double h, double reach, bool opposite,
                                  ProfileHits& out) const {
  if (endless_) return;
  const int n = segments();
  for (int j = 0; j <= n; ++j) {
    const ProfilePoint& v = points_[static_cast<std::size_t>(j)];
    if (opposite && (!(v.r > 0) || -r > v.r)) continue;
    if (j > 0 && !(segment(j - 1).from_b(r, h) > 0)) continue;
    if (j < n && !(segment(j).from_a(r, h) < 0)) continue;
    const ProfileHit hit = at_vertex(j, r, h);
    if (hit.distance < reach) out.add(hit);
  }
}

// The centre has left a container. The ball is taken to sit on the surface at the nearest point,
// with the depth added there, so that the other contacts of a corner last while it is pushed back.
HD void Profile::collect_escaped(double r, double h, double reach, ProfileHits& out) const {
  const ProfileHit lost = nearest(r, h);
  if (!(lost.distance < reach)) return;
  const double y_r = r - lost.distance * lost.n_r, y_h = h - lost.distance * lost.n_h;
  ProfileHits others;
  if (!endless_) collect_faces(y_r, y_h, reach, false, others);
  for (int i = 0; i < others.count; ++i) {
    const int k = others.hit[static_cast<std::size_t>(i)].feature;
    const int j = lost.feature - kVertex;
    if (k != lost.feature && k != j && k != j - 1) out.add(others.hit[static_cast<std::size_t>(i)]);
  }
  out.add(lost);
}

HD void Profile::collect(double r, double h, double reach, bool opposite, ProfileHits& out) const {
  if (kind_ == Kind::solid) {
    const ProfileHit hit = nearest(r, h);
    if (!opposite && hit.distance < reach) out.add(hit);
    return;
  }
  if (kind_ == Kind::container && !inside(__builtin_fabs(r), h)) {
    if (!opposite) collect_escaped(r, h, reach, out);
    return;
  }
  collect_faces(r, h, reach, opposite, out);
  collect_vertices(r, h, reach, opposite, out);
}

}  // namespace scree
