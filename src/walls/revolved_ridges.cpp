// What a wall of revolution tells of itself to bodies that are not balls: round rims as points and
// straight pieces, the tip of a cone, lines along a side that bulges.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "walls/revolved.hpp"

namespace scree {
namespace {

// Numbers of points on rims, beyond those of segments, vertices and what is met across the axis.
constexpr std::uint32_t kFirstRimPoint = 1u << 8;
constexpr std::uint32_t kRimPoints = 1u << 13;

// A straight path in the frame of the axis: heights h, squares of distances from it s0 + s1 t + s2
// t^2.
struct StraightPath {
  double h0, h1, s0, s1, s2;
  double square(double t) const { return s0 + t * (s1 + t * s2); }
};

// Whether it crosses the piece of the profile from a to b, turned about the axis.
bool crosses(const StraightPath& w, const ProfilePoint& a, const ProfilePoint& b) {
  if (a.h == b.h) {
    const double t = (a.h - w.h0) / w.h1;
    if (!(t >= 0 && t <= 1)) return false;
    const double square = w.square(t), least = std::min(a.r, b.r), most = std::max(a.r, b.r);
    return square >= least * least && square <= most * most;
  }
  // The distance of the cone at the height of the path: c0 + c1 t.
  const double slope = (b.r - a.r) / (b.h - a.h);
  const double c0 = a.r + slope * (w.h0 - a.h), c1 = slope * w.h1;
  const double qa = w.s2 - c1 * c1, qb = w.s1 - 2 * c0 * c1, qc = w.s0 - c0 * c0;
  const auto is_on = [&](double t) {
    const double h = w.h0 + t * w.h1;
    return t >= 0 && t <= 1 && h >= std::min(a.h, b.h) && h <= std::max(a.h, b.h) &&
           c0 + c1 * t >= 0;
  };
  const double square = qb * qb - 4 * qa * qc;
  if (!(square >= 0)) return false;
  const double q = -0.5 * (qb + (qb < 0 ? -std::sqrt(square) : std::sqrt(square)));
  return (qa != 0 && is_on(q / qa)) || (q != 0 && is_on(qc / q));
}

}  // namespace

std::optional<bool> Revolved::lies_between(const Vec3& a, const Vec3& b) const {
  const Vec3 d = a - centre_, along = b - a;
  const double h0 = dot(frame_.axis, d), h1 = dot(frame_.axis, along);
  const Vec3 out = d - h0 * frame_.axis, across = along - h1 * frame_.axis;
  const StraightPath path{h0, h1, norm2(out), 2 * dot(out, across), norm2(across)};
  const auto& points = profile_.points();
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    if (profile_.is_endless()) {
      const double r2 = points[k].r * points[k].r;
      return (path.square(0) > r2) != (path.square(1) > r2);
    }
    if (crosses(path, points[k], points[k + 1])) return true;
  }
  return false;
}

// A rim, or a corner that grains are outside of.
bool Revolved::bulges_at(std::size_t j) const {
  const auto& points = profile_.points();
  if (profile_.is_endless() || !(points[j].r > 0)) return false;
  if (profile_.kind() != Profile::Kind::container) return true;
  if (j == 0 || j + 1 == points.size()) return true;
  const ProfilePoint &a = points[j - 1], &b = points[j], &c = points[j + 1];
  return (b.r - a.r) * (c.h - b.h) - (b.h - a.h) * (c.r - b.r) < 0;  // turns away from the inside
}

bool Revolved::bulges_along(std::size_t k) const {
  if (profile_.kind() == Profile::Kind::container) return false;
  return profile_.is_endless() || profile_.points()[k].h != profile_.points()[k + 1].h;
}

// Directions in which a circle of this radius may come nearer to x than `reach`, with their
// numbers.
template <class Visit>
void Revolved::visit_directions(Which which, double r, const Vec3& x, double reach,
                                Visit&& visit) const {
  const std::span<const CircleDirection> all = circle_directions(r, reach);
  if (which == Which::all) {
    for (std::size_t k = 0; k < all.size(); ++k) visit(k, all[k], all[(k + 1) % all.size()]);
    return;
  }
  const Vec3 d = x - centre_;
  const double a = dot(frame_.u, d), b = dot(frame_.w, d);
  const std::size_t n = all.size(), first = nearest_direction(all, a, b);
  const double far = reach + r * (2 * std::numbers::pi) / static_cast<double>(n);
  const auto near = [&](std::size_t k) {
    const double u = a - r * all[k].cos, v = b - r * all[k].sin;
    return u * u + v * v < far * far;
  };
  if (!near(first)) return;
  visit(first, all[first], all[(first + 1) % n]);
  for (std::size_t s = 1; s <= n / 2; ++s) {
    const std::size_t up = (first + s) % n, down = (first + n - s) % n;
    const bool up_near = near(up), down_near = near(down);
    if (up_near) visit(up, all[up], all[(up + 1) % n]);
    if (down_near && down != up) visit(down, all[down], all[(down + 1) % n]);
    if (!up_near && !down_near) break;
  }
}

void Revolved::tips(const Vec3& x, double reach, std::vector<WallTip>& out) const {
  find_tips(Which::near, x, reach, out);
}
void Revolved::all_tips(const Vec3& x, double reach, std::vector<WallTip>& out) const {
  find_tips(Which::all, x, reach, out);
}
void Revolved::ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const {
  find_ridges(Which::near, x, reach, out);
}
void Revolved::all_ridges(const Vec3& x, double reach, std::vector<WallRidge>& out) const {
  find_ridges(Which::all, x, reach, out);
}

void Revolved::find_tips(Which which, const Vec3& x, double reach,
                         std::vector<WallTip>& out) const {
  const auto& points = profile_.points();
  const double h = dot(frame_.axis, x - centre_);
  for (std::size_t j = 0; j < points.size(); ++j) {
    const auto number = kFirstRimPoint + static_cast<std::uint32_t>(j) * kRimPoints;
    const bool cap = points[j == 0 ? 1 : j - 1].h == points[j].h;
    if (!profile_.is_endless() && points[j].r == 0 && !cap &&
        profile_.kind() != Profile::Kind::container)
      out.push_back({place(0, points[j].h, {}), 0, number});
    if (!bulges_at(j)) continue;
    if (which == Which::near && !(std::abs(h - points[j].h) < reach)) continue;
    visit_directions(which, points[j].r, x, reach,
                     [&](std::size_t k, const CircleDirection& at, const CircleDirection&) {
                       out.push_back({place(points[j].r, points[j].h, at), 0,
                                      number + static_cast<std::uint32_t>(k)});
                     });
  }
}

void Revolved::find_ridges(Which which, const Vec3& x, double reach,
                           std::vector<WallRidge>& out) const {
  const auto& points = profile_.points();
  const double h = dot(frame_.axis, x - centre_);
  for (std::size_t j = 0; j < points.size(); ++j) {
    if (!bulges_at(j)) continue;
    if (which == Which::near && !(std::abs(h - points[j].h) < reach)) continue;
    visit_directions(which, points[j].r, x, reach,
                     [&](std::size_t, const CircleDirection& from, const CircleDirection& to) {
                       out.push_back({place(points[j].r, points[j].h, from),
                                      place(points[j].r, points[j].h, to)});
                     });
  }
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    if (!bulges_along(k)) continue;
    ProfilePoint a = points[k], b = points[k + 1];
    // Of an endless side a piece that is longer than any body that asks.
    if (profile_.is_endless()) a.h = h - 2 * reach, b.h = h + 2 * reach;
    if (which == Which::near && (h + reach < std::min(a.h, b.h) || h - reach > std::max(a.h, b.h)))
      continue;
    visit_directions(which, std::max(a.r, b.r), x, reach + std::abs(a.r - b.r),
                     [&](std::size_t, const CircleDirection& at, const CircleDirection&) {
                       out.push_back({place(a.r, a.h, at), place(b.r, b.h, at)});
                     });
  }
}

}  // namespace scree
