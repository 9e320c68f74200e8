#include "run/forecast/fastest_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "run/folder/quantity_text.hpp"
#include "sim/checks/free_fall.hpp"

namespace scree::run {
namespace {

constexpr double kPacked = 0.6;  // solid share of a bed at rest

// Grains that stand above each other along gravity, in columns as wide as the largest of them.
struct Column {
  std::size_t lowest = 0;
  double bottom = -1e300, top = 1e300;  // along gravity: the bottom is the greater
};

struct Columns {
  std::map<std::pair<std::int64_t, std::int64_t>, Column> all;
  double width = 0;  // m
  double volume = 0, mass = 0;
  double depth = 0;  // 1 m in two dimensions, else their width
  double area() const { return static_cast<double>(all.size()) * width * depth; }
};

Columns columns_of(const World& w, const Vec3& down) {
  Columns out;
  const Particles& p = w.particles;
  for (const PositionRadius& g : p.xr) out.width = std::max(out.width, 2 * g.r);
  const bool two_d = p.dimensions() == Dimensions::two;
  out.depth = two_d ? 1 : out.width;
  const Vec3 helper = two_d                    ? Vec3{0, 0, 1}
                      : std::abs(down.x) < 0.7 ? Vec3{1, 0, 0}
                                               : Vec3{0, 1, 0};
  const Vec3 u = normalized(cross(down, helper)), v = cross(down, u);
  for (std::size_t s = 0; s < p.size(); ++s) {
    if ((p.ws[s].flags & kFixed) != 0) continue;
    const auto cell = [&](const Vec3& axis) {
      return static_cast<std::int64_t>(
          std::clamp(std::floor(dot(axis, p.xr[s].x) / out.width), -1e15, 1e15));
    };
    Column& c = out.all[{cell(u), cell(v)}];
    const double depth = dot(down, p.xr[s].x);
    if (depth > c.bottom) c.bottom = depth, c.lowest = s;
    c.top = std::min(c.top, depth);
    const double volume = ball_measure(p.xr[s].r, p.dimensions());
    out.volume += volume;
    if (!(p.ws[s].flags & kMember)) out.mass += p.mass(s);
  }
  for (const Body& b : w.bodies.body) out.mass += b.mass();
  return out;
}

void note(double speed, double& most, std::string& by, const std::string& cause) {
  if (speed > most) most = speed, by = cause;
}

std::string fall_text(double height) {
  return fmt::format("after a fall of {}", quantity_text(height, "m"));
}

// The lowest grain of a column falls on what is beneath; the highest on a bed that has settled.
void note_drops(const World& w, const FallPaths& paths, const Columns& columns, const Vec3& gravity,
                Fastest& out) {
  const double g = norm(gravity);
  const double settled = columns.volume / (kPacked * columns.area());
  const std::size_t stride = columns.all.size() / 1000 + 1;
  std::size_t k = 0;
  for (const auto& [cell, c] : columns.all) {
    if (k++ % stride != 0) continue;
    const PositionRadius& low = w.particles.xr[c.lowest];
    const Vec3 v = w.particles.vm[c.lowest].v;
    const Fall fall = paths.from(low.x, low.r, v, gravity);
    if (fall.end == Fall::End::wall)
      note(fall.speed, out.wall, out.wall_by, fall_text(fall.height));
    if (fall.end == Fall::End::fixed_grains)
      note(fall.speed, out.grains, out.grains_by, fall_text(fall.height));
    if (fall.end != Fall::End::wall && fall.end != Fall::End::fixed_grains) continue;
    const double height = c.bottom - c.top + fall.height - settled;
    if (height > 0)
      note(std::sqrt(norm2(v) + 2 * g * height), out.grains, out.grains_by, fall_text(height));
  }
}

void note_inlets(const World& w, const FallPaths& paths, const Vec3& gravity, Fastest& out) {
  for (const Inlet& i : w.inlets)
    for (const Vec3& x : {i.centre, i.centre + i.axis_u, i.centre - i.axis_u, i.centre + i.axis_v,
                          i.centre - i.axis_v}) {
      const Fall fall = paths.from(x, 0.5 * i.sizes.largest(), i.velocity, gravity);
      const bool lands = fall.end == Fall::End::wall || fall.end == Fall::End::fixed_grains;
      const double speed = lands ? fall.speed : norm(i.velocity);
      const std::string cause = fmt::format("{} of {}", fall_text(fall.height), i.name);
      note(speed, out.wall, out.wall_by, cause);
      note(speed, out.grains, out.grains_by, cause);
    }
}

void note_velocities(const World& w, Fastest& out) {
  Vec3 lo{1e300, 1e300, 1e300}, hi = -1 * lo;
  double most = 0;
  for (const VelocityMass& g : w.particles.vm) {
    most = std::max(most, norm(g.v));
    for (int a = 0; a < 3; ++a) lo[a] = std::min(lo[a], g.v[a]), hi[a] = std::max(hi[a], g.v[a]);
  }
  if (w.particles.empty()) return;
  note(most, out.wall, out.wall_by, "at the start");
  note(norm(hi - lo), out.grains, out.grains_by, "at the start");
}

// Greatest speed of a wall along its own normal: a drum that turns about its axis has none.
double normal_speed(const Wall& w, const WallPose& pose, const Bounds& view) {
  double most = 0;
  const WallMesh m = w.shape->mesh(view);
  for (const auto& t : m.triangles) {
    const Vec3 &a = m.points[t[0]], &b = m.points[t[1]], &c = m.points[t[2]];
    const Vec3 n = cross(b - a, c - a);
    if (!(norm(n) > 0)) continue;
    const Vec3 arm = rotate(pose.q, (1.0 / 3.0) * (a + b + c));
    const Vec3 v = pose.v + cross(pose.omega, arm);
    most = std::max(most, std::abs(dot(v, rotate(pose.q, normalized(n)))));
  }
  return most;
}

double wall_speed(const Wall& w, const WallDrive& drive, double duration, const Bounds& view) {
  if (!w.motion) return 0;
  if (w.motion->needs_load()) return drive.max_speed;
  Cloned<WallMotion> motion = w.motion;  // to ask it is to move it
  WallPose fastest;
  double most = -1;
  constexpr int kInstants = 4000;
  for (int k = 0; k <= kInstants; ++k) {
    const WallPose pose = motion->advance(duration * k / kInstants, 0, {.area = w.area});
    const double speed = norm(pose.v) + norm(pose.omega);
    if (speed > most) most = speed, fastest = pose;
  }
  return normal_speed(w, fastest, view);
}

// The least of all walls: smooth ones carry nothing.
double wall_friction(const World& w) {
  double least = 1e300;
  for (const Wall& wall : w.walls)
    least = std::min(least,
                     w.materials[wall.material.value].tangential.params.number_or("friction", 0));
  return least < 1e300 ? least : 0;
}

// Bulk weight over the area that the grains stand on; what is still to come makes a heap, or fills
// the widest wall that ends on all sides.
double bed_pressure(const World& w, const Columns& columns, double g) {
  double volume = columns.volume, mass = columns.mass;
  for (const Inlet& i : w.inlets) {
    const double density = w.materials[i.material.value].density;
    const double more =
        i.count > 0 ? static_cast<double>(i.count) * i.mean_volume() : i.mass / density;
    volume += more, mass += more * density;
  }
  if (!(volume > 0)) return 0;
  const double stands_on = columns.area();
  // A cone that rises 0.4 a unit of radius: V = pi H^3/(3 0.4^2); in two dimensions a wedge,
  // H^2/0.4.
  const bool two_d = w.particles.dimensions() == Dimensions::two;
  const double bulk = volume / kPacked;
  double height = two_d ? std::sqrt(0.4 * bulk) : std::cbrt(3 * 0.16 * bulk / std::numbers::pi);
  if (stands_on > 0) height = std::max(height, columns.volume / kPacked / stands_on);
  double area = 0;
  for (const Wall& wall : w.walls) {
    const Bounds b = wall.shape->bounds();
    if (norm(b.lo) < 1e100 && norm(b.hi) < 1e100 && wall.shape->encloses(0.5 * (b.lo + b.hi)))
      area = std::max(area, (b.hi.x - b.lo.x) * (two_d ? 1 : b.hi.z - b.lo.z));
  }
  if (area > 0 && !w.inlets.empty()) height = std::max(height, bulk / area);
  const double weight = kPacked * mass / volume * g;
  if (!(area > 0)) return weight * height;
  // Walls that rub carry a part of it (Janssen 1895), with half of the pressure on the sides: down
  // to the depth D/(4 mu K).
  // Janssen's length of a slot of width b: b/(2 mu K).
  const double depth = (two_d ? area : 0.5 * std::sqrt(area)) / wall_friction(w);
  return weight * (depth < 1e100 ? depth * (1 - std::exp(-height / depth)) : height);
}

}  // namespace

Fastest fastest_of(const Simulation& sim, const Scene& scene) {
  const World& w = sim.world();
  Fastest out;
  const Vec3 gravity = w.gravity.at(sim.time());
  const double g = norm(gravity);
  const Columns columns = columns_of(w, g > 0 ? (1 / g) * gravity : Vec3{0, -1, 0});
  const FallPaths paths(w);
  note_velocities(w, out);
  note_drops(w, paths, columns, gravity, out);
  note_inlets(w, paths, gravity, out);
  const bool held = !paths.nothing_there();
  if (held && g > 0) out.pressure = bed_pressure(w, columns, g);
  Bounds view{{-1, -1, -1}, {1, 1, 1}};
  for (const PositionRadius& x : w.particles.xr)
    for (int a = 0; a < 3; ++a)
      view.lo[a] = std::min(view.lo[a], x.x[a]), view.hi[a] = std::max(view.hi[a], x.x[a]);
  for (const Wall& wall : w.walls) {
    const WallDrive drive = wall.motion ? wall.motion->drive(w.gravity.g) : WallDrive{};
    out.wall_normal = std::max(out.wall_normal, wall_speed(wall, drive, scene.duration, view));
    double pressure = drive.pressure;
    if (wall.area > 0) pressure = std::max(pressure, drive.force / wall.area);
    out.pressure = std::max(out.pressure, pressure);
  }
  note(out.wall_normal, out.grains, out.grains_by, "of grains that a wall throws");
  return out;
}

}  // namespace scree::run
