// Small worlds for the tests of the step.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "dynamics/integrator.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/simulation.hpp"

namespace scree::test {

inline MaterialSpec linear_material(double contact_time, double restitution, double friction) {
  MaterialSpec m;
  m.name = "glass";
  m.normal = {"linear", {}};
  m.normal.params.set("contact_time", contact_time);
  m.normal.params.set("restitution", restitution);
  if (friction > 0) {
    m.tangential = {"spring", {}};
    m.tangential.params.set("friction", friction);
  }
  return m;
}

// Hertz with friction and a rolling spring: histories of every kind.
inline MaterialSpec hertz_rolling_material() {
  MaterialSpec m = linear_material(1e-3, 0.5, 0.4);
  m.normal = {"hertz", {}};
  m.normal.params.set("young", 5e6);
  m.normal.params.set("poisson", 0.25);
  m.normal.params.set("restitution", 0.6);
  m.rolling = {"spring", {}};
  m.rolling.params.set("friction", 0.05);
  return m;
}

inline Wall wall(const std::string& shape, const ParamSet& given, const std::string& motion = "",
                 const ParamSet& motion_given = {}) {
  Wall w;
  w.name = shape;
  const WallShapeEntry* entry = find_wall_shape(shape);
  w.shape = std::shared_ptr<const WallShape>(
      std::move(*entry->make(*with_defaults(entry->info.params, given))));
  if (!motion.empty()) {
    const WallMotionEntry* m = find_wall_motion(motion);
    w.motion = std::move(*m->make(*with_defaults(m->info.params, motion_given)));
  }
  return w;
}

inline Wall plane(const Vec3& point, const Vec3& normal) {
  ParamSet p;
  p.set("point", point);
  p.set("normal", normal);
  return wall("plane", p);
}

// No walls, no gravity, no grains.
inline World empty_world(const MaterialSpec& m = linear_material(1e-3, 0.5, 0.3)) {
  World w;
  w.materials = {m};
  w.gravity.g = {0, 0, 0};
  return w;
}

inline std::vector<Wall> open_box(double width) {
  return {plane({0, 0, 0}, {0, 1, 0}), plane({0, 0, 0}, {1, 0, 0}),
          plane({width, 0, 0}, {-1, 0, 0}), plane({0, 0, 0}, {0, 0, 1}),
          plane({0, 0, width}, {0, 0, -1})};
}

// n grains of unequal size on a loose lattice, in random motion, ids scattered over space.
inline void add_cloud(World& w, std::size_t n, double d, int across, double speed,
                      std::uint64_t seed = 5) {
  const CounterRandom random(seed, 1);
  std::vector<std::size_t> place(n);
  for (std::size_t k = 0; k < n; ++k) place[k] = k;
  for (std::size_t k = n; k > 1; --k)
    std::swap(place[k - 1],
              place[static_cast<std::size_t>(random.uniform(k, 1) * static_cast<double>(k))]);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t c = place[k], a = static_cast<std::size_t>(across);
    const auto u = [&](int m) {
      return random.uniform(1000 + 8 * k + static_cast<std::size_t>(m)) - 0.5;
    };
    const double r = 0.5 * d * (0.85 + 0.3 * (u(0) + 0.5));
    w.particles.add({.x = {(static_cast<double>(c % a) + 0.6) * 1.2 * d,
                           (static_cast<double>(c / (a * a)) + 0.6) * 1.2 * d,
                           (static_cast<double>((c / a) % a) + 0.6) * 1.2 * d},
                     .radius = r,
                     .v = {speed * u(1), speed * u(2), speed * u(3)},
                     .omega = {u(4) * speed / d, u(5) * speed / d, u(6) * speed / d}},
                    w.materials[0].density);
  }
}

inline Simulation start(World w, const RunOptions& o = {.threads = 1}) {
  Result<Simulation> s = Simulation::create(std::move(w), o);
  if (!s) {
    for (const Error& e : s.errors()) ADD_FAILURE() << to_string(e);
    throw std::runtime_error("the world was refused");
  }
  return std::move(*s);
}

inline void run(Simulation& s, std::uint64_t n) {
  const auto failure = s.run(n);
  ASSERT_FALSE(failure.has_value()) << failure->message;
}

inline std::uint32_t row(const Simulation& s, std::uint32_t id) {
  return s.particles().row_of()[id];
}

// An open box into which grains are poured from above.
inline World poured_world(const Vec3& velocity) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.075);
  Inlet inlet;
  inlet.centre = {0.0375, 0.025, 0.0375};
  inlet.axis_u = {0.03, 0, 0};
  inlet.axis_v = {0, 0, 0.03};
  inlet.thickness = 0.02;
  inlet.sizes = {.kind = SizeDistribution::Kind::uniform, .lo = 0.008, .hi = 0.01};
  inlet.rate = 15000;
  inlet.count = 150;
  inlet.velocity = velocity;
  w.inlets = {inlet};
  return w;
}

}  // namespace scree::test
