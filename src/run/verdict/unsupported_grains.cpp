#include "run/verdict/unsupported_grains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scree::run {
namespace {

constexpr std::size_t kMostLooks = 200;

// Of the nearest surface of a wall from x, at most `reach`.
double wall_distance(const World& w, const Vec3& x, double reach) {
  double nearest = reach;
  for (const Wall& wall : w.walls) {
    WallTouches touches;
    wall.shape->touch(to_wall(wall.pose, x), nearest, touches);
    for (int k = 0; k < touches.count; ++k)
      nearest = std::min(nearest, std::abs(touches.touch[k].distance));
  }
  return nearest;
}

// How far a fall is followed: many times the size of grains and walls together.
double longest_fall(const World& w) {
  Vec3 lo{1e300, 1e300, 1e300}, hi = -1.0 * lo;
  const auto include = [&](const Vec3& p) {
    for (int k = 0; k < 3; ++k) lo[k] = std::min(lo[k], p[k]), hi[k] = std::max(hi[k], p[k]);
  };
  for (const PositionRadius& g : w.particles.xr) include(g.x);
  for (const Wall& wall : w.walls) {
    include(wall.pose.x);
    const Bounds b = wall.shape->bounds();
    if (norm(b.hi - b.lo) < 1e100)
      include(wall.pose.x + from_wall(wall.pose, b.lo)),
          include(wall.pose.x + from_wall(wall.pose, b.hi));
  }
  return 100 * std::max(norm(hi - lo), 1e-9);
}

bool in_outlet(const World& w, const Vec3& x) {
  return std::any_of(w.outlets.begin(), w.outlets.end(),
                     [&](const Outlet& o) { return o.region->depth(x) > 0; });
}

// From a grain along the unit vector u: by steps no longer than the distance to the nearest
// surface, so that none is passed. A wall counts when the centre comes nearer than half a radius: a
// grain that starts beside a wall is not held by it.
bool falls_out(const World& w, const PositionRadius& g, const Vec3& u, double longest) {
  constexpr int kSteps =
      3000;  // along a plane, a grain's size away, over a hundred sizes of the scene
  double gone = 0;
  for (int k = 0; k < kSteps; ++k) {
    const Vec3 x = g.x + gone * u;
    if (in_outlet(w, x)) return false;
    const double d = wall_distance(w, x, longest);
    if (d < 0.5 * g.r) return false;
    gone += d;
    if (gone >= longest) return true;
  }
  return false;  // along a surface, without end: not known
}

std::string axis_name(int axis, double sign) {
  return std::string(sign < 0 ? "-" : "+") + "xyz"[axis];
}

}  // namespace

FallReport find_falling_out(const World& w) {
  FallReport out;
  const Vec3 g = w.gravity.g;
  const double size = norm(g);
  if (w.walls.empty() || w.particles.empty() || !(size > 0) || !w.gravity.constant()) return out;
  for (int k = 0; k < 3; ++k)
    if (w.box.periodic[k] && std::abs(g[k]) > 1e-3 * size) return out;
  const auto fixed = [&](std::size_t s) { return w.particles.vm[s].inv_mass == 0; };
  const std::size_t n = w.particles.size();
  if (w.bodies.empty())  // members of bodies carry no mass of their own
    for (std::size_t s = 0; s < n; ++s)
      if (fixed(s)) return out;
  const double longest = longest_fall(w);
  const std::size_t every = 1 + (n - 1) / kMostLooks;
  const auto count = [&](const Vec3& u) {
    std::size_t fallen = 0;
    for (std::size_t s = 0; s < n; s += every)
      fallen += falls_out(w, w.particles.xr[s], u, longest);
    return fallen;
  };
  out.tried = (n + every - 1) / every;
  out.out = count((1 / size) * g);
  if (out.out < out.tried) return out;
  int along = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(g[k]) > std::abs(g[along])) along = k;
  out.gravity = axis_name(along, g[along]);
  // The same direction along another axis first: -z instead of -y.
  for (const double sign : {g[along] < 0 ? -1.0 : 1.0, g[along] < 0 ? 1.0 : -1.0})
    for (int k = 0; k < 3; ++k) {
      if ((k == along && (g[along] < 0) == (sign < 0)) || w.box.periodic[k]) continue;
      Vec3 u{};
      u[k] = sign;
      if (!out.caught_along.empty() || count(u) > 0) continue;
      out.caught_along = axis_name(k, sign);
      std::array<std::string, 3> parts{"0", "0", "0"};
      parts[static_cast<std::size_t>(k)] = fmt::format("{:g}", sign * size);
      out.proposed = fmt::format("[{}, {}, {}]", parts[0], parts[1], parts[2]);
    }
  return out;
}

}  // namespace scree::run
