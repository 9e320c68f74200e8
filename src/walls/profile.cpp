#include "walls/profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {

Profile::Profile(std::vector<ProfilePoint> points, Kind kind)
    : points_(std::move(points)), kind_(kind) {
  for (std::size_t k = 0; k + 1 < points_.size(); ++k) {
    const ProfilePoint &a = points_[k], &b = points_[k + 1];
    const double dr = b.r - a.r, dh = b.h - a.h;
    const double length = std::sqrt(dr * dr + dh * dh);
    const double t_r = dr / length, t_h = dh / length;
    segments_.push_back({a, b, t_r, t_h, 0.0 - t_h, t_r});
    slack_ = std::max({slack_, 1e-13 * b.r, 1e-13 * std::abs(b.h)});
  }
}

Profile Profile::endless(double radius, Kind kind) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  Profile p;
  p.points_ = {{radius, -inf}, {radius, inf}};
  p.segments_ = {{{radius, 0}, {radius, 0}, 0, 1, -1, 0}};
  p.kind_ = kind;
  p.endless_ = true;
  return p;
}

// Crossings of the ray towards greater r; the axis closes the polygon and is never crossed.
bool Profile::inside(double r, double h) const {
  if (endless_) return r < points_[0].r;
  bool in = false;
  for (const Segment& s : segments_) {
    if ((s.a.h > h) == (s.b.h > h)) continue;
    const double crossing = s.a.r + (h - s.a.h) * (s.b.r - s.a.r) / (s.b.h - s.a.h);
    if (crossing > r) in = !in;
  }
  return in;
}

// The distance vector may be so short that its square vanishes: then the normal of a segment.
ProfileHit Profile::at_vertex(int j, double r, double h) const {
  const ProfilePoint& v = points_[j];
  const double dr = r - v.r, dh = h - v.h, d = std::sqrt(dr * dr + dh * dh);
  if (d > 1e-150) return {dr / d, dh / d, d, v.r, kVertex + j};
  const Segment& s = segments_[j > 0 ? j - 1 : 0];
  return {s.n_r, s.n_h, 0, v.r, kVertex + j};
}

// The closest point of the line. The distance is negative on the forbidden side.
ProfileHit Profile::nearest(double r, double h) const {
  const bool in = inside(r, h);
  const double sign = in == (kind_ == Kind::container) ? 1 : -1;
  double best = std::numeric_limits<double>::infinity();
  ProfileHit hit;
  hit.distance = best;  // stays for a point that is not a number
  for (int k = 0; k < segments(); ++k) {
    const Segment& s = segments_[k];
    const bool before = !endless_ && s.from_a(r, h) < 0;
    const bool after = !endless_ && s.from_b(r, h) > 0;
    if (!before && !after) {
      const double d = s.distance(r, h);
      if (std::abs(d) >= best) continue;
      best = std::abs(d);
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

void Profile::collect_faces(double r, double h, double reach, bool opposite,
                            ProfileHits& out) const {
  for (int k = 0; k < segments(); ++k) {
    const Segment& s = segments_[k];
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
void Profile::collect_vertices(double r, double h, double reach, bool opposite,
                               ProfileHits& out) const {
  if (endless_) return;
  const int n = segments();
  for (int j = 0; j <= n; ++j) {
    const ProfilePoint& v = points_[j];
    if (opposite && (!(v.r > 0) || -r > v.r)) continue;
    if (j > 0 && !(segments_[j - 1].from_b(r, h) > 0)) continue;
    if (j < n && !(segments_[j].from_a(r, h) < 0)) continue;
    const ProfileHit hit = at_vertex(j, r, h);
    if (hit.distance < reach) out.add(hit);
  }
}

// The centre has left a container. The ball is taken to sit on the surface at the nearest point,
// with the depth added there, so that the other contacts of a corner last while it is pushed back.
void Profile::collect_escaped(double r, double h, double reach, ProfileHits& out) const {
  const ProfileHit lost = nearest(r, h);
  if (!(lost.distance < reach)) return;
  const double y_r = r - lost.distance * lost.n_r, y_h = h - lost.distance * lost.n_h;
  ProfileHits others;
  if (!endless_) collect_faces(y_r, y_h, reach, false, others);
  for (int i = 0; i < others.count; ++i) {
    const int k = others.hit[i].feature;
    const int j = lost.feature - kVertex;
    if (k != lost.feature && k != j && k != j - 1) out.add(others.hit[i]);
  }
  out.add(lost);
}

void Profile::collect(double r, double h, double reach, bool opposite, ProfileHits& out) const {
  if (kind_ == Kind::solid) {
    const ProfileHit hit = nearest(r, h);
    if (!opposite && hit.distance < reach) out.add(hit);
    return;
  }
  if (kind_ == Kind::container && !inside(std::abs(r), h)) {
    if (!opposite) collect_escaped(r, h, reach, out);
    return;
  }
  collect_faces(r, h, reach, opposite, out);
  collect_vertices(r, h, reach, opposite, out);
}

}  // namespace scree
