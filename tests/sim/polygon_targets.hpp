// What polygons of two dimensions are thrown at.
#pragma once

#include <functional>
#include <numbers>

#include "shapes/polygon.hpp"
#include "sim/impacts.hpp"
#include "walls/images.hpp"
#include "walls/plane_section.hpp"

namespace scree::test {

using Flat = std::shared_ptr<const PolygonShape>;

inline Flat flat_of(const std::vector<geometry::Vec2>& corners, double rounding = 0) {
  return *PolygonShape::make(corners, rounding);
}
inline Flat flat_box(double width, double height, double rounding = 0) {
  const double x = 0.5 * width - rounding, y = 0.5 * height - rounding;
  return flat_of({{-x, -y}, {x, -y}, {x, y}, {-x, y}}, rounding);
}
inline Flat flat_ring(int corners, double radius, double uneven = 0) {
  const CounterRandom random(4, 4);
  std::vector<geometry::Vec2> c;
  for (int k = 0; k < corners; ++k) {
    const double a = 2 * std::numbers::pi *
                     (k + uneven * random.uniform(static_cast<std::uint64_t>(k))) / corners;
    c.push_back({radius * std::cos(a), radius * std::sin(a)});
  }
  return flat_of(c);
}

struct FlatBody {
  std::string name;
  Flat shape;
};
inline std::vector<FlatBody> flat_bodies() {
  return {{"triangle", flat_ring(3, 0.006)},
          {"square", flat_box(0.01, 0.01)},
          {"rounded square", flat_box(0.01, 0.01, 5e-4)},
          {"plate", flat_box(0.014, 0.002)},
          {"40 corners", flat_ring(40, 0.006)},
          {"pebble", flat_ring(7, 0.006, 0.7)}};
}

inline Wall flat_wall(const std::string& shape, const std::function<void(ParamSet&)>& set) {
  const WallShapeEntry& entry = *find_wall_shape(shape);
  ParamSet given;
  set(given);
  Wall w;
  w.shape = std::move(*make_plane_wall(entry, *with_defaults(entry.info.params, given)));
  return w;
}

struct FlatTarget {
  std::string name;
  std::function<void(World&)> put;
  double spread;
  double from = -std::numbers::pi, to = std::numbers::pi;  // angles that bodies come from
};
inline FlatTarget wall_target(const std::string& name, const std::string& shape,
                              const std::function<void(ParamSet&)>& set, double spread,
                              double from = -std::numbers::pi, double to = std::numbers::pi) {
  return {name, [=](World& w) { w.walls.push_back(flat_wall(shape, set)); }, spread, from, to};
}

inline std::vector<FlatTarget> flat_targets() {
  const auto degrees = [](double d) { return d * std::numbers::pi / 180; };
  return {
      {"plane",
       [](World& w) {
         w.walls = {plane({0, 0, 0}, {0.6, 0.8, 0})};
       },
       0.003},
      wall_target(
          "edge of a box", "box",
          [](ParamSet& p) {
            p.set("side", std::string("outside"));
            p.set("min", Vec3{-0.1, -0.1, 0}), p.set("max", Vec3{0, 0, 0});
          },
          0.006),
      wall_target(
          "corner of a box from inside", "box",
          [](ParamSet& p) {
            p.set("min", Vec3{-0.002, -0.002, 0}), p.set("max", Vec3{0.2, 0.2, 0});
          },
          0.003, degrees(30), degrees(60)),
      wall_target(
          "post", "cylinder",
          [](ParamSet& p) {
            p.set("side", std::string("outside")), p.set("radius", 0.002);
            p.set("axis", Vec3{0, 0, 1});
          },
          0.003),
      wall_target(
          "arc", "arc",
          [=](ParamSet& p) {
            p.set("radius", 0.03), p.set("centre", Vec3{0, -0.03, 0});
            p.set("from", degrees(40)), p.set("to", degrees(140));
          },
          0.006),
      wall_target(
          "end of an arc", "arc",
          [=](ParamSet& p) {
            p.set("radius", 0.03), p.set("centre", Vec3{-0.03, 0, 0});
            p.set("from", degrees(-90)), p.set("to", 0.0);
          },
          0.006),
      wall_target(
          "tip of a wedge", "polygon",
          [](ParamSet& p) {
            p.set("vertices",
                  std::vector<std::vector<double>>{{-0.01, -0.02}, {0.01, -0.02}, {0, 0}});
          },
          0.005),
      wall_target(
          "end of a thin bar", "polygon",
          [](ParamSet& p) {
            p.set("from", Vec3{0, -0.05, 0}), p.set("to", Vec3{0, 0, 0});
            p.set("thickness", 5e-4);
          },
          0.005),
      {"disc", [](World& w) { w.particles.add({.radius = 0.004}, w.materials[0].density); }, 0.004},
      {"square", [](World& w) { add(w, {.primitives = {{.shape = flat_box(0.01, 0.01)}}}); },
       0.006},
      {"pebble", [](World& w) { add(w, {.primitives = {{.shape = flat_ring(9, 0.007, 0.6)}}}); },
       0.006}};
}

struct FlatImpact {
  double energy_ratio = 0;
  bool touched = false, left = false, pierced = false;
};

inline World impact_world(const Throw& how = {}) {
  World w = empty_world(linear_material(how.contact_time, how.restitution, how.friction));
  w.particles.set_dimensions(Dimensions::two);
  if (how.friction == 0) w.materials[0].tangential = {"none", {}};
  w.steps_per_contact = how.steps_per_contact;
  w.detect.audit = how.audit;
  return w;
}

inline FlatImpact flat_impact(const Flat& shape, const FlatTarget& target, std::uint64_t seed,
                              const Throw& how = {}) {
  const double speed = how.speed;
  World w = impact_world(how);
  target.put(w);
  const CounterRandom random(seed, 19);
  const auto u = [&](std::uint64_t k) { return 2 * random.uniform(k) - 1; };
  const double angle = target.from + 0.5 * (1 + u(2)) * (target.to - target.from),
               half = std::numbers::pi * u(3);
  const Vec3 at{target.spread * u(0), target.spread * u(1), 0};
  const Vec3 from{std::cos(angle), std::sin(angle), 0};
  const double away = 2.1 * shape->bounding_radius() + target.spread;
  add(w, {.primitives = {{.shape = shape}},
          .x = at + away * from,
          .q = {std::cos(half), 0, 0, std::sin(half)},
          .v = -speed * from,
          .omega = {0, 0, 40 * u(4)}});
  FlatImpact out;
  Result<Simulation> made = Simulation::create(std::move(w), {.threads = 1});
  if (!made) return out;  // it began inside
  Simulation& s = *made;
  if (s.contact_count() > 0) return out;
  const double before = s.energy().kinetic + s.energy().rotational;
  const auto is_pierced = [&] {
    const World& now = s.world();
    const std::uint32_t at_row = row(s, now.bodies.body.back().first_id);
    const Pose pose{now.particles.xr[at_row].x, now.particles.q[at_row]};
    for (const Wall& wall : now.walls)
      if (WallImages(wall, now.box)
              .pierces(wall, *shape->rounded_core(), pose, shape->bounding_radius()))
        return true;
    return false;
  };
  const auto count = static_cast<std::uint64_t>(2.2 * away / speed / s.dt());
  for (std::uint64_t k = 0; k < count; k += 10) {
    run(s, 10);
    out.pierced = out.pierced || is_pierced();
    if (s.contact_count() > 0) out.touched = true, out.left = false;
    if (out.touched && s.contact_count() == 0) out.left = true;
  }
  out.energy_ratio = (s.energy().kinetic + s.energy().rotational) / before;
  return out;
}

}  // namespace scree::test
