#include "walls/revolved.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "walls/tessellate.hpp"

namespace scree {
int Revolved::max_contacts() const {
  if (profile_.kind() == Profile::Kind::solid) return 1;
  if (profile_.segments() == 1 && profile_.points()[0].r == 0 &&
      profile_.points()[0].h == profile_.points()[1].h)
    return 1;  // a disc has no hole to sit in
  return std::min(2 * profile_.segments(), WallTouches::kMax);
}

Bounds Revolved::bounds() const {
  Bounds b{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
  for (int k = 0; k < 3; ++k) {
    const double along = frame_.axis[k];
    const double across = std::sqrt(std::max(0.0, 1 - along * along));
    for (const ProfilePoint& p : profile_.points()) {
      // An endless line has h = +-inf: 0 * inf must stay 0 for an axis normal to k.
      const double h = along == 0 ? 0 : std::clamp(p.h * along, -1e300, 1e300);
      b.lo[k] = std::min(b.lo[k], centre_[k] + h - p.r * across);
      b.hi[k] = std::max(b.hi[k], centre_[k] + h + p.r * across);
    }
  }
  return b;
}

WallExtent Revolved::extent(const Vec3& u) const {
  const double along = dot(frame_.axis, u), across = norm(u - along * frame_.axis);
  WallExtent e{1e300, -1e300};
  for (const ProfilePoint& p : profile_.points()) {
    const double h = std::abs(along) < 1e-12 ? 0 : std::clamp(p.h * along, -1e300, 1e300);
    e.lo = std::min(e.lo, dot(centre_, u) + h - p.r * across);
    e.hi = std::max(e.hi, dot(centre_, u) + h + p.r * across);
  }
  return e;
}

bool Revolved::endless_along(const Vec3& u) const {
  return profile_.is_endless() && norm(u - dot(frame_.axis, u) * frame_.axis) < 1e-12;
}

double Revolved::area() const {
  if (profile_.is_endless()) return 0;
  double sum = 0;
  for (int k = 0; k < profile_.segments(); ++k) {
    const ProfilePoint &a = profile_.points()[k], &b = profile_.points()[k + 1];
    sum += std::numbers::pi * (a.r + b.r) * exact::hypot(b.r - a.r, b.h - a.h);
  }
  return sum;
}

int Revolved::side(const Vec3& x) const {
  const Meridian m = meridian(x);
  switch (profile_.kind()) {
    case Profile::Kind::container:
      return profile_.inside(m.r, m.h) ? 1 : -1;
    case Profile::Kind::solid:
      return profile_.inside(m.r, m.h) ? -1 : 1;
    case Profile::Kind::shell:
      break;
  }
  if (one_sided_) {
    const ProfilePoint &a = profile_.points()[0], &b = profile_.points()[1];
    return m.h < a.h && m.r >= a.r && m.r <= b.r ? -1 : 1;
  }
  return 0;
}

bool Revolved::encloses(const Vec3& x) const {
  if (profile_.kind() != Profile::Kind::shell) return side(x) >= 0;
  const Meridian m = meridian(x);
  return profile_.inside(m.r, m.h);
}

// A disc bounds the grains if it covers them all, from the side where most of them are.
WallShape::Space Revolved::flat_space(std::span<const Vec3> centres) const {
  const ProfilePoint &a = profile_.points()[0], &b = profile_.points()[1];
  const bool covers = a.r == 0 && std::all_of(centres.begin(), centres.end(),
                                              [&](const Vec3& x) { return meridian(x).r <= b.r; });
  if (!covers || centres.empty()) return {};
  const bool above =
      one_sided_ || most(centres, [&](const Vec3& x) { return meridian(x).h > a.h; });
  return {Space::Kind::parts, {{centre_ + a.h * frame_.axis, above ? -frame_.axis : frame_.axis}}};
}

WallShape::Space Revolved::space(std::span<const Vec3> centres) const {
  const auto& points = profile_.points();
  if (profile_.is_endless()) {
    if (profile_.kind() == Profile::Kind::solid) return {};
    return {Space::Kind::parts, {{centre_, frame_.axis, points[0].r}}};
  }
  if (profile_.segments() == 1 && points[0].h == points[1].h) return flat_space(centres);
  if (profile_.kind() == Profile::Kind::solid) return {};
  if (profile_.kind() == Profile::Kind::shell &&
      !most(centres, [&](const Vec3& x) { return encloses(x); }))
    return {};
  // Convex where the line turns to the left all the way, with the axis as its last side.
  Space out{Space::Kind::parts, {}};
  for (int k = 0; k < profile_.segments(); ++k) {
    const ProfilePoint &a = points[static_cast<std::size_t>(k)],
                       &b = points[static_cast<std::size_t>(k) + 1];
    const double dr = b.r - a.r, dh = b.h - a.h;
    if (k + 1 < profile_.segments()) {
      const ProfilePoint& c = points[static_cast<std::size_t>(k) + 2];
      if (!(dr * (c.h - b.h) - dh * (c.r - b.r) > 0)) return {Space::Kind::not_convex, {}};
    }
    const Vec3 x = centre_ + a.h * frame_.axis;
    if (dh == 0)
      out.parts.push_back({x, dr > 0 ? -frame_.axis : frame_.axis});
    else
      out.parts.push_back({x, frame_.axis, a.r, dr / dh});
  }
  return out;
}

WallMesh Revolved::mesh(const Bounds& view) const {
  if (!profile_.is_endless()) return revolve(profile_.points(), centre_, frame_);
  const Bounds box = drawable(view);
  double lo = 1e300, hi = -1e300;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p{corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                 corner & 4 ? box.hi.z : box.lo.z};
    const double h = dot(frame_.axis, p - centre_);
    lo = std::min(lo, h), hi = std::max(hi, h);
  }
  const double radius = profile_.points()[0].r;
  const ProfilePoint line[] = {{radius, lo}, {radius, hi}};
  return revolve(line, centre_, frame_);
}

std::unique_ptr<WallShape> make_revolved(const RevolvedSpec& spec, const Vec3& centre,
                                         const Vec3& axis) {
  std::vector<ProfilePoint> line = spec.closed;
  const bool open_bottom = spec.open == "bottom" || spec.open == "both";
  const bool open_top = spec.open == "top" || spec.open == "both";
  // The end of a cone with radius 0 is a tip, not a cap: nothing to open there.
  const auto cap = [](const ProfilePoint& a, const ProfilePoint& b) { return a.h == b.h; };
  if (open_bottom && line.size() > 2 && cap(line[0], line[1])) line.erase(line.begin());
  if (open_top && line.size() > 2 && cap(line[line.size() - 2], line.back())) line.pop_back();
  const bool closed = line.size() == spec.closed.size();
  const Profile::Kind kind = !closed       ? Profile::Kind::shell
                             : spec.inside ? Profile::Kind::container
                                           : Profile::Kind::solid;
  return std::unique_ptr<WallShape>(
      new Revolved(Profile(std::move(line), kind), centre, frame_along(axis)));
}

}  // namespace scree
