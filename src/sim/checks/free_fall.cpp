#include "sim/checks/free_fall.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/exact_math.hpp"
#include "walls/images.hpp"

namespace scree {
namespace {

void include(const Vec3& x, double r, Vec3& lo, Vec3& hi) {
  for (int a = 0; a < 3; ++a) lo[a] = std::min(lo[a], x[a] - r), hi[a] = std::max(hi[a], x[a] + r);
}

double distance_to_box(const Vec3& x, const Vec3& lo, const Vec3& hi) {
  Vec3 d;
  for (int a = 0; a < 3; ++a) d[a] = std::max({lo[a] - x[a], x[a] - hi[a], 0.0});
  return norm(d);
}

Vec3 corner_of(const Vec3& lo, const Vec3& hi, int k) {
  return {k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z};
}

bool is_bounded(const Bounds& b) { return norm(b.lo) < 1e100 && norm(b.hi) < 1e100; }

Vec3 in_wall_frame(const Wall& w, const Vec3& x) { return rotate_back(w.pose.q, x - w.pose.x); }

Vec3 wrapped_into(const PeriodicBox& box, Vec3 x) {
  for (int a = 0; a < 3; ++a)
    if (box.periodic[a]) x[a] -= box.length(a) * std::floor((x[a] - box.lo[a]) / box.length(a));
  return x;
}

bool closes_along(const PeriodicBox& box, const Vec3& gravity) {
  for (int a = 0; a < 3; ++a)
    if (box.periodic[a] && gravity[a] != 0) return true;
  return false;
}

}  // namespace

FallPaths::FallPaths(const World& world) : world_(world) {
  for (const Wall& w : world.walls) {
    const Bounds b = w.shape->bounds();
    bounded_ = bounded_ && is_bounded(b);
    for (int k = 0; k < 8 && is_bounded(b); ++k)
      include(w.pose.x + rotate(w.pose.q, corner_of(b.lo, b.hi, k)), 0, lo_, hi_);
  }
  for (std::size_t s = 0; s < world.particles.size(); ++s)
    if ((world.particles.ws[s].flags & kFixed) != 0)
      include(world.particles.xr[s].x, world.particles.xr[s].r, fixed_lo_, fixed_hi_);
  if (!(fixed_lo_.x > fixed_hi_.x))
    include(fixed_lo_, 0, lo_, hi_), include(fixed_hi_, 0, lo_, hi_);
}

// How far the ball may go before it could touch a wall; 0 when it touches one.
double FallPaths::clear_of_walls(const Vec3& x, double radius) const {
  double clear = 1e100;
  for (const Wall& w : world_.walls) {
    const Vec3 local = in_wall_frame(w, x);
    const Bounds b = w.shape->bounds();
    double reach = 1e100;
    if (is_bounded(b)) {
      // Far away the box answers for the surface in it; near, a short reach keeps meshes fast.
      const double to_box = distance_to_box(local, b.lo, b.hi);
      reach = 0.05 * norm(b.hi - b.lo) + 2 * radius;
      if (to_box > reach) {
        clear = std::min(clear, to_box - radius);
        continue;
      }
    }
    WallTouches touches;
    w.shape->touch(local, reach, touches);
    double nearest = reach;
    for (int k = 0; k < touches.count; ++k)
      nearest = std::min(nearest, touches.touch[static_cast<std::size_t>(k)].distance);
    clear = std::min(clear, std::max(nearest - radius, 0.0));
  }
  return clear;
}

double FallPaths::clear_of_fixed(const Vec3& x, double radius) const {
  if (fixed_lo_.x > fixed_hi_.x) return 1e100;
  return std::max(distance_to_box(x, fixed_lo_, fixed_hi_) - radius, 0.0);
}

bool FallPaths::in_outlet(const Vec3& x) const {
  for (const Outlet& o : world_.outlets)
    if (o.region->depth(x) > 0) return true;
  return false;
}

// Nothing of the scene is farther along.
bool FallPaths::beyond(const Vec3& x, double radius, const Vec3& down) const {
  double lowest = -1e300;
  for (int k = 0; k < 8; ++k) lowest = std::max(lowest, dot(down, corner_of(lo_, hi_, k)));
  return bounded_ && world_.outlets.empty() && dot(down, x) > lowest + radius;
}

// Sphere tracing: from every point of the path one may go on by the distance to the nearest surface
// without passing through it.
Fall FallPaths::from(const Vec3& x, double radius, const Vec3& velocity,
                     const Vec3& gravity) const {
  const double g = norm(gravity);
  if (!(g > 0) || closes_along(world_.box, gravity)) return {Fall::End::never_ends, 0, 0};
  const Vec3 down = (1 / g) * gravity;
  double t = 0;
  // Each round comes at least a tenth of a radius farther; what is not met after so many is not
  // beneath (an endless plane is met after a few dozen).
  for (int round = 0; round < 20000; ++round) {
    const Vec3 displacement = t * velocity + (0.5 * t * t) * gravity;
    const Vec3 now = wrapped_into(world_.box, x + displacement);
    const double speed = norm(velocity + t * gravity);
    const double wall = clear_of_walls(now, radius), fixed = clear_of_fixed(now, radius);
    const double fallen = dot(down, displacement);
    if (in_outlet(now)) return {Fall::End::outlet, fallen, speed};
    if (wall <= 1e-6 * radius) return {Fall::End::wall, fallen, speed};
    if (fixed <= 1e-6 * radius) return {Fall::End::fixed_grains, fallen, speed};
    if (beyond(now, radius, down)) break;
    // Far beyond everything an outlet may still take it; the distance to it is not known.
    double step = std::max(std::min(wall, fixed), 0.1 * radius);
    if (!world_.outlets.empty()) step = std::min(step, std::max(radius, 0.1 * fallen));
    if (step > 1e60) break;
    t += (std::sqrt(speed * speed + 2 * g * step) - speed) / g;
  }
  return {Fall::End::nothing, 0, 0};
}

std::string wall_in_the_way(const World& world, const Vec3& x, double radius) {
  for (const Wall& w : world.walls) {
    const Vec3 local = in_wall_frame(w, x);
    if (w.shape->side(local) < 0) return w.name;
    WallTouches touches;
    w.shape->touch(local, radius * (1 - world.max_start_overlap), touches);
    if (touches.count > 0) return w.name;
  }
  return {};
}

namespace {

constexpr int kAcross = 8;  // points of an opening in each direction

// From rim to rim: the edges of an opening are what misses first.
Vec3 point_of_opening(const Inlet& inlet, int i, int j) {
  const double a = i / (kAcross - 1.0);
  if (!inlet.disc)
    return inlet.centre +
           ((2 * a - 1) * inlet.axis_u + (2 * (j / (kAcross - 1.0)) - 1) * inlet.axis_v);
  const auto [sin, cos] = exact::sin_cos(2 * std::numbers::pi * ((j + 0.5) / kAcross));
  return inlet.centre + ((a * cos) * inlet.axis_u + (a * sin) * inlet.axis_v);
}

// A wall that stands still for ever, with its images.
struct FixedWall {
  const Wall* wall;
  WallImages images;
  bool in_the_way(const Vec3& x, double radius) const {
    if (images.side(*wall, x, radius) < 0) return true;
    WallTouches touches;
    images.touch(*wall, x, radius, touches);
    return touches.count > 0;
  }
};

}  // namespace

const Wall* fixed_wall_around(const World& world, const Inlet& inlet) {
  std::vector<FixedWall> walls;
  for (const Wall& w : world.walls)
    if (!w.motion) walls.push_back({&w, WallImages(w, world.box)});
  const Vec3 n = inlet.line() ? inlet.normal() : cross(inlet.axis_u, inlet.axis_v);
  const Vec3 up = norm(n) > 0 ? (0.5 * inlet.thickness / norm(n)) * n : Vec3{};
  const double r = inlet.smallest_radius() * (1 - world.max_start_overlap);
  const Wall* around = nullptr;
  for (const double level : {0.0, -1.0, 1.0})
    for (int i = 0; i < kAcross; ++i)
      for (int j = 0; j < kAcross; ++j) {
        const Vec3 x = wrapped_into(world.box, point_of_opening(inlet, i, j) + level * up);
        const auto blocking = std::find_if(walls.begin(), walls.end(),
                                           [&](const FixedWall& w) { return w.in_the_way(x, r); });
        if (blocking == walls.end()) return nullptr;
        around = blocking->wall;
      }
  return around;
}

PouredPast poured_past(const World& world, const Inlet& inlet, double time) {
  const Vec3 gravity = world.gravity.at(time);
  const double r = 0.5 * inlet.sizes.largest();
  PouredPast out;
  // Where nothing is, nothing was meant to be hit.
  const FallPaths paths(world);
  if (paths.nothing_there()) return out;
  for (int i = 0; i < kAcross; ++i)
    for (int j = 0; j < kAcross; ++j) {
      const Vec3 x = point_of_opening(inlet, i, j);
      constexpr double kEach = 1.0 / (kAcross * kAcross);
      if (const std::string wall = wall_in_the_way(world, x, r); !wall.empty())
        out.in_a_wall += kEach, out.wall = wall;
      else if (paths.from(x, r, inlet.velocity, gravity).end == Fall::End::nothing)
        out.nothing_beneath += kEach;
    }
  return out;
}

}  // namespace scree
