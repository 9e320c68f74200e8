// Elastic impacts of sharp and rounded bodies on everything that a wall can be, and on each other.
#include <iostream>

#include "sim/impact_targets.hpp"
#include "support/effort.hpp"

namespace scree::test {
namespace {

struct Tally {
  int tried = 0, off = 0, stuck = 0, pierced = 0;
  double worst = 0, squares = 0;
};

Tally throw_at(const Poly& body, const Target& target, int tries, double steps) {
  Tally t;
  const PartOfTries part = part_of_tries();
  for (int k = part.first; k < tries; k += part.step) {
    const ThrowResult r =
        thrown(body, target, static_cast<std::uint64_t>(k) + 1, {.steps_per_contact = steps});
    if (!r.touched) continue;
    ++t.tried;
    if (!r.left) ++t.stuck;
    if (r.pierced) ++t.pierced;
    const double error = std::abs(r.energy_ratio - 1);
    t.worst = std::max(t.worst, error);
    t.squares += error * error;
    if (!(error < 0.01)) {
      ++t.off;
      if (std::getenv("SCREE_TELL"))
        std::cout << "  seed " << k + 1 << ": " << r.energy_ratio << "\n";
    }
  }
  return t;
}

TEST(Impacts, give_the_energy_back_at_every_wall_and_body) {
  // SCREE_LONG=N: so many of each, 200 for 1.
  const char* whole = std::getenv("SCREE_LONG");
  const int asked = whole ? std::atoi(whole) : 0;
  const int number = asked > 1 ? asked : asked == 1 ? 200 : tries(2);
  std::vector<Target> targets = impact_targets();
  targets.push_back(body_target("cube", impact_bodies()[1].shape));
  targets.push_back(body_target("gravel", gravel(0.014, 12, 8)));
  targets.push_back({"ball",
                     [](World& w) { w.particles.add({.radius = 0.005}, w.materials[0].density); },
                     {0.003, 0.003, 0.003}});
  std::size_t turn = 0;
  for (const NamedBody& body : impact_bodies())
    for (const Target& target : targets) {
      if (reduced_effort() && turn++ % 7 != 0) continue;  // every body, every target now and then
      const Tally t = throw_at(body.shape, target, number, 50);
      EXPECT_EQ(t.off, 0) << body.name << " at " << target.name << ": worst " << t.worst << " of "
                          << t.tried;
      EXPECT_EQ(t.stuck, 0) << body.name << " at " << target.name;
      EXPECT_EQ(t.pierced, 0) << body.name << " at " << target.name;
      if (std::getenv("SCREE_LONG") || std::getenv("SCREE_TELL"))
        std::cout << body.name << " at " << target.name << ": " << t.tried << " impacts, rms "
                  << std::sqrt(t.squares / std::max(1, t.tried)) << ", worst " << t.worst << ", "
                  << t.off << " off by more than 1%\n";
    }
}

// Small steps, small errors: what is left is that of the integrator.
TEST(Impacts, errors_fall_with_the_step) {
  const auto bodies = impact_bodies();
  const auto targets = impact_targets();
  for (const std::size_t t : {std::size_t{1}, std::size_t{3}, std::size_t{11}}) {
    const Tally coarse = throw_at(bodies[1].shape, targets[t], 3, 25);
    const Tally fine = throw_at(bodies[1].shape, targets[t], 3, 100);
    EXPECT_LT(fine.squares, 0.25 * coarse.squares) << targets[t].name;
  }
}

TEST(Impacts, keep_momentum_and_angular_momentum) {
  World w = empty_world(linear_material(2e-4, 1, 0));
  add(w, {.primitives = {{.shape = gravel(0.014, 12, 3)}},
          .x = {-0.012, 0.002, 0.001},
          .q = normalized(Quat{0.8, 0.3, 0.1, 0.4}),
          .v = {0.5, 0, 0}});
  add(w, {.primitives = {{.shape = brick({0.01, 0.01, 0.01})}}, .x = {0.003, 0, 0}});
  Simulation s = start(w);
  struct Momenta {
    Vec3 linear, angular;
  };
  const auto momenta = [&] {
    Momenta m;
    for (const Body& b : s.world().bodies.body) {
      m.linear += b.v / b.inv_mass;
      m.angular += cross(b.x, b.v / b.inv_mass) + b.momentum(b.omega);
    }
    return m;
  };
  const Momenta before = momenta();
  bool touched = false;
  for (int k = 0; k < 10000 && !(touched && s.contact_count() == 0); ++k) {
    run(s, 10);
    touched = touched || s.contact_count() > 0;
  }
  const Momenta after = momenta();
  ASSERT_TRUE(touched);
  EXPECT_LT(norm(after.linear - before.linear), 1e-12 * norm(before.linear));
  // A turn is followed to second order in the step.
  EXPECT_LT(norm(after.angular - before.angular), 1e-4 * norm(before.linear) * 0.01);
}

// Sharp cubes without losses in a box.
TEST(Impacts, an_elastic_gas_of_sharp_cubes_keeps_its_energy) {
  const bool whole = std::getenv("SCREE_LONG") != nullptr;
  World w = empty_world(linear_material(2e-4, 1, 0));
  const double width = whole ? 0.075 : 0.04;
  ParamSet p;
  p.set("min", Vec3{0, 0, 0});
  p.set("max", Vec3{width, width, width});
  w.walls = {wall("box", p)};
  const Poly cube = brick({0.008, 0.008, 0.008});
  const CounterRandom random(3, 7);
  const std::size_t n = whole ? 50 : 8, across = whole ? 4 : 2;
  for (std::size_t k = 0; k < n; ++k) {
    const auto u = [&](std::size_t m) { return random.uniform(16 * k + m) - 0.5; };
    const auto at = [&](std::size_t m) {
      return (static_cast<double>(m) + 0.5) * width / static_cast<double>(across);
    };
    add(w, {.primitives = {{.shape = cube}},
            .x = {at(k % across), at(k / across % across), at(k / across / across)},
            .q = normalized(Quat{u(0), u(1), u(2), u(3) + 0.01}),
            .v = {u(4), u(5), u(6)},
            .omega = {50 * u(7), 50 * u(8), 50 * u(9)}});
  }
  Simulation s = start(w);
  const double before = s.energy().total();
  run(s, static_cast<std::uint64_t>((whole ? 1.0 : 0.1) / s.dt()));
  const double drift = s.energy().total() / before - 1;
  if (whole) std::cout << "drift of the gas after 1 s: " << drift << "\n";
  EXPECT_LT(std::abs(drift), whole ? 0.01 : 0.002);
}

// Of a body that falls on a floor or on a body that lies there: the speed of the place where it is
// met, after over before.
struct Fall {
  std::string name;
  Poly shape;
  Quat q;
  Vec3 corner;  // of the core, that is lowest; the middle of the face where it falls flat
};

Quat turned_to(const Vec3& from, const Vec3& to) {
  const Vec3 c = cross(normalized(from), normalized(to));
  return normalized(Quat{1 + dot(normalized(from), normalized(to)), c.x, c.y, c.z});
}

double restitution_of(const Fall& fall, double aside, bool on_body) {
  World w = empty_world(linear_material(2e-4, 0.5, 0));
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  if (on_body) {
    // Heavy and wide, so that it is a floor but for its own mass.
    w.walls.clear();
    add(w, {.primitives = {{.shape = brick({0.08, 0.04, 0.08})}}, .x = {0, -0.02, 0}});
  }
  const double lowest = rotate(fall.q, fall.corner).y - fall.shape->rounded_core()->radius;
  const auto name = add(w, {.primitives = {{.shape = fall.shape}},
                            .x = {aside, -lowest + 1e-4, 0},
                            .q = fall.q,
                            .v = {0, -0.05, 0}});
  Simulation s = start(w);
  // A body has axes of its own.
  const Vec3 on_axes = rotate_back(body(s, name).q, rotate(fall.q, fall.corner));
  const auto speed = [&] {
    const Body& b = body(s, name);
    const Vec3 arm = rotate(b.q, on_axes);
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

TEST(Impacts, have_the_restitution_of_the_material_flat_on_edge_on_corner_and_off_centre) {
  const Poly cube = brick({0.01, 0.01, 0.01});
  const double a = 0.005 - cube->rounded_core()->radius;
  const Vec3 down{0, -1, 0};
  const std::vector<Fall> falls = {
      {"flat", cube, {}, {0, -a, 0}},
      {"on edge", cube, turned_to({1, -1, 0}, down), {a, -a, 0}},
      {"on corner", cube, turned_to({1, -1, 1}, down), {a, -a, a}},
      {"off centre", cube, turned_to({0.5, -1, 0.3}, down), {a, -a, a}},
      {"far off centre", cube, turned_to({0.2, -1, 0.1}, down), {a, -a, a}},
      {"hexagonal prism", prism(6, 0.01, 0.008), {}, {0, -0.0038, 0}},
      {"prism of 40 corners", prism(20, 0.01, 0.008), {}, {0, -0.0038, 0}}};
  for (const Fall& fall : falls)
    for (const bool on_body : {false, true}) {
      // The normal turns a little while an edge rolls; 1% of 0.5 is what 50 steps leave.
      EXPECT_NEAR(restitution_of(fall, 0, on_body), 0.5, 0.02) << fall.name << on_body;
    }
  for (const Fall& fall : falls)
    EXPECT_NEAR(restitution_of(fall, 0.02, true), 0.5, 0.02) << fall.name << " aside";
}

}  // namespace
}  // namespace scree::test
