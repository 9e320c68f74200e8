// Polygons of two dimensions thrown at walls, at discs and at each other: the energy comes back,
// and a restitution is that of the material.
#include <cstdlib>
#include <iostream>

#include "sim/polygon_targets.hpp"
#include "support/effort.hpp"

namespace scree::test {
namespace {

using geometry::Vec2;

TEST(PlaneImpacts, give_the_energy_back_at_every_wall_and_body) {
  // SCREE_LONG=N: so many of each, 200 for 1.
  const char* whole = std::getenv("SCREE_LONG");
  const int asked = whole ? std::atoi(whole) : 0;
  const int number = asked > 1 ? asked : asked == 1 ? 200 : tries(2);
  const PartOfTries part = part_of_tries();
  int all = 0;
  double squares = 0, most = 0;
  for (const FlatBody& body : flat_bodies())
    for (const FlatTarget& target : flat_targets()) {
      int hits = 0;
      for (int k = part.first; k < number; k += part.step) {
        const auto seed = static_cast<std::uint64_t>(k) + 1;
        const FlatImpact r = flat_impact(body.shape, target, seed);
        if (!r.touched) continue;
        const double error = std::abs(r.energy_ratio - 1);
        ++hits, ++all, squares += error * error, most = std::max(most, error);
        EXPECT_LT(error, 0.01) << body.name << " at " << target.name << ", seed " << seed;
        EXPECT_TRUE(r.left) << body.name << " at " << target.name << ", seed " << seed;
        EXPECT_FALSE(r.pierced) << body.name << " at " << target.name << ", seed " << seed;
      }
      EXPECT_TRUE(hits > 0 || reduced_effort()) << body.name << " at " << target.name;
    }
  if (whole)
    std::cout << all << " impacts, rms " << std::sqrt(squares / all) << ", worst " << most << "\n";
}

TEST(PlaneImpacts, errors_fall_with_the_step) {
  const auto bodies = flat_bodies();
  const auto targets = flat_targets();
  for (const std::size_t t : {std::size_t{1}, std::size_t{5}, std::size_t{9}}) {
    double coarse = 0, fine = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const FlatImpact c =
          flat_impact(bodies[1].shape, targets[t], seed, {.steps_per_contact = 25});
      const FlatImpact f =
          flat_impact(bodies[1].shape, targets[t], seed, {.steps_per_contact = 100});
      if (!c.touched || !f.touched) continue;
      coarse += std::pow(c.energy_ratio - 1, 2), fine += std::pow(f.energy_ratio - 1, 2);
    }
    EXPECT_LT(fine, 0.25 * coarse) << targets[t].name;
  }
}

TEST(PlaneImpacts, keep_momentum_and_angular_momentum) {
  World w = impact_world();
  const Flat square = flat_box(0.01, 0.01), pebble = flat_ring(7, 0.006, 0.7);
  add(w, {.primitives = {{.shape = square}}, .v = {0.3, 0, 0}, .omega = {0, 0, 25}});
  add(w, {.primitives = {{.shape = pebble}}, .x = {0.015, 0.004, 0}, .v = {-0.4, 0.1, 0}});
  Simulation s = start(w);
  const auto momenta = [&] {
    Vec3 p, l;
    for (const Body& b : s.world().bodies.body) {
      p += (1 / b.inv_mass) * b.v;
      l += cross(b.x, (1 / b.inv_mass) * b.v) + Vec3{0, 0, b.inertia.z * b.omega.z};
    }
    return std::pair{p, l};
  };
  const auto [p0, l0] = momenta();
  std::size_t touched = 0;
  for (int k = 0; k < 400; ++k) run(s, 20), touched += s.contact_count();
  ASSERT_GT(touched, 0u);
  const auto [p, l] = momenta();
  // Rounding of some 1e4 steps.
  EXPECT_LT(norm(p - p0), 1e-12 * norm(p0));
  EXPECT_LT(norm(l - l0), 1e-10 * norm(l0));
}

// A square that falls on a floor, or on a heavy block: speed of the lowest corner or side after
// over before.
double flat_restitution(const Flat& shape, double angle, const Vec2& lowest, bool on_body) {
  World w = impact_world({.restitution = 0.5});
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  if (on_body) {
    w.walls.clear();
    add(w, {.primitives = {{.shape = flat_box(0.08, 0.04)}}, .x = {0, -0.02, 0}});
  }
  const Quat q{std::cos(0.5 * angle), 0, 0, std::sin(0.5 * angle)};
  const Vec3 arm0 = rotate(q, {lowest.x, lowest.y, 0});
  const auto name = add(w, {.primitives = {{.shape = shape}},
                            .x = {0, -arm0.y + shape->pressed_rounding() + 1e-4, 0},
                            .q = q,
                            .v = {0, -0.05, 0}});
  Simulation s = start(w);
  const auto speed = [&] {
    const Body& b = body(s, name);
    const Vec3 arm = rotate(b.q, {lowest.x, lowest.y, 0});
    double v = b.v.y + cross(b.omega, arm).y;
    if (on_body) {
      const Body& floor = s.world().bodies.body[0];
      v -= floor.v.y + cross(floor.omega, b.x + arm - floor.x).y;
    }
    return v;
  };
  const double before = speed();
  for (int k = 0; k < 100000 && s.contact_count() == 0; ++k) run(s, 1);
  for (int k = 0; k < 100000 && s.contact_count() > 0; ++k) run(s, 1);
  return -speed() / before;
}

TEST(PlaneImpacts, have_the_restitution_of_the_material_flat_on_a_corner_and_off_centre) {
  const Flat square = flat_box(0.01, 0.01), hexagon = flat_ring(6, 0.006);
  const double a = 0.005 - square->pressed_rounding();
  const double quarter = 0.25 * std::numbers::pi;
  for (const bool on_body : {false, true}) {
    // The normal turns a little while a corner rolls; 1% of 0.5 is what 50 steps leave.
    EXPECT_NEAR(flat_restitution(square, 0, {0, -a}, on_body), 0.5, 0.02) << on_body;
    EXPECT_NEAR(flat_restitution(square, -quarter, {a, -a}, on_body), 0.5, 0.02) << on_body;
    EXPECT_NEAR(flat_restitution(square, -0.6, {a, -a}, on_body), 0.5, 0.02) << on_body;
    EXPECT_NEAR(flat_restitution(square, -0.3, {a, -a}, on_body), 0.5, 0.02) << on_body;
    const Vec2 side{0, -0.006 * std::cos(std::numbers::pi / 6) + hexagon->pressed_rounding()};
    EXPECT_NEAR(flat_restitution(hexagon, 0, side, on_body), 0.5, 0.02) << on_body;
  }
}

TEST(PlaneImpacts, an_elastic_gas_of_polygons_keeps_its_energy) {
  World w = impact_world();
  w.walls = {plane({0, 0, 0}, {0, 1, 0}), plane({0, 0, 0}, {1, 0, 0}),
             plane({0.1, 0, 0}, {-1, 0, 0}), plane({0, 0.1, 0}, {0, -1, 0})};
  const auto bodies = flat_bodies();
  const CounterRandom random(6, 6);
  for (std::uint64_t k = 0; k < 36; ++k) {
    const auto u = [&](std::uint64_t m) { return 2 * random.uniform(4 * k + m) - 1; };
    const double half = std::numbers::pi * u(0);
    add(w, {.primitives = {{.shape = bodies[k % bodies.size()].shape}},
            .x = {0.009 + 0.0164 * static_cast<double>(k % 6),
                  0.009 + 0.0164 * static_cast<double>(k / 6), 0},
            .q = {std::cos(half), 0, 0, std::sin(half)},
            .v = {0.5 * u(1), 0.5 * u(2), 0},
            .omega = {0, 0, 40 * u(3)}});
  }
  Simulation s = start(w);
  const double before = s.energy().kinetic + s.energy().rotational;
  const bool whole = std::getenv("SCREE_LONG") != nullptr;
  run(s, static_cast<std::uint64_t>((whole ? 1.0 : 0.05) / s.dt()));
  const EnergyReport e = s.energy();
  const double drift = (e.kinetic + e.rotational + e.stored_normal) / before - 1;
  if (whole) std::cout << "drift of the gas after 1 s: " << drift << "\n";
  EXPECT_LT(std::abs(drift), whole ? 0.01 : 0.002);
}

}  // namespace
}  // namespace scree::test
