// Worlds with bodies that are not balls.
#pragma once

#include "sim/world/body_spec.hpp"
#include "sim/worlds.hpp"
#include "support/capsule.hpp"

namespace scree::test {

inline std::uint32_t add(World& w, const BodySpec& spec) {
  const Result<std::uint32_t> name = add_body(w, spec);
  if (!name) {
    ADD_FAILURE() << to_string(name.errors().front());
    throw std::runtime_error("the body was refused");
  }
  return *name;
}

inline const Body& body(const Simulation& s, std::uint32_t name) {
  return *s.world().bodies.find(name);
}

inline std::shared_ptr<const Shape> capsule(double half, double radius) {
  return std::make_shared<Capsule>(half, radius);
}

inline World body_world(const MaterialSpec& m = linear_material(1e-3, 0.5, 0.3)) {
  World w = empty_world(m);
  w.collisions.assign(std::begin(kCapsulePairs), std::end(kCapsulePairs));
  return w;
}

// Capsules, glued pairs of balls and balls, in random motion in a box.
inline World mixed_world(std::size_t n, std::uint64_t seed = 11) {
  World w = body_world();
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.06);
  const auto shape = capsule(0.002, 0.0015);
  const CounterRandom random(seed, 3);
  for (std::size_t k = 0; k < n; ++k) {
    const auto u = [&](std::size_t m) { return random.uniform(16 * k + m) - 0.5; };
    const Vec3 x{0.006 + 0.008 * static_cast<double>(k % 7),
                 0.006 + 0.008 * static_cast<double>(k / 49),
                 0.006 + 0.008 * static_cast<double>(k / 7 % 7)};
    const Vec3 v{u(0), u(1), u(2)};
    if (k % 3 == 2) {
      w.particles.add({.x = x, .radius = 0.0025, .v = v, .omega = {100 * u(3), 0, 50 * u(4)}},
                      w.materials[0].density);
      continue;
    }
    BodySpec b{.x = x,
               .q = normalized(Quat{u(5), u(6), u(7), u(8) + 0.01}),
               .v = v,
               .omega = {100 * u(9), 100 * u(10), 100 * u(11)}};
    if (k % 3 == 0)
      b.primitives = {{.shape = shape}};
    else
      b.primitives = {{.x = {0, 0, -0.001}, .radius = 0.002},
                      {.x = {0, 0, 0.0015}, .radius = 0.0015}};
    add(w, b);
  }
  return w;
}

}  // namespace scree::test
