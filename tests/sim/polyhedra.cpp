// Worlds of convex polyhedra: statics, friction, rest, energy, one answer.
#include <cstdlib>
#include <iostream>

#include "shapes/polyhedron.hpp"
#include "sim/bodies.hpp"
#include "sim/one_answer.hpp"
#include "support/random_body.hpp"

namespace scree::test {
namespace {

std::shared_ptr<const PolyhedronShape> hull_of(const std::vector<Vec3>& points, double rounding) {
  return *PolyhedronShape::make(points, rounding);
}

std::shared_ptr<const PolyhedronShape> box_of(const Vec3& s, double rounding = 0) {
  return hull_of(box_points(s - 2 * rounding * Vec3{1, 1, 1}), rounding);
}

std::shared_ptr<const PolyhedronShape> stone(double diameter, double rounding, std::uint64_t seed) {
  return hull_of(points_on_ball(12, diameter - 2 * rounding, CounterRandom(seed, 5)), rounding);
}

// The floor is level; gravity is turned instead, by a slope of tan(angle) = `slope`.
World slope_world(double slope, double friction) {
  World w = empty_world(linear_material(2e-3, 0.3, friction));
  const double c = 1 / std::sqrt(1 + slope * slope);
  w.gravity.g = {9.81 * slope * c, -9.81 * c, 0};
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  return w;
}

// Every cube a little aside of the one below.
World stack_of_cubes(int cubes) {
  World w = slope_world(0, 0.5);
  w.materials[0] = linear_material(1e-3, 0.3, 0.5);
  const auto cube = box_of({0.01, 0.01, 0.01});
  const CounterRandom random(3, 3);
  for (int k = 0; k < cubes; ++k) {
    const auto u = [&](int m) {
      return 1e-3 * (random.uniform(static_cast<std::uint64_t>(2 * k + m)) - 0.5);
    };
    add(w, {.primitives = {{.shape = cube}}, .x = {u(0), 0.005 + 0.01 * k, u(1)}});
  }
  return w;
}

World stones(std::size_t n, double rounding, bool with_balls) {
  World w = empty_world(linear_material(3e-3, 0.3, 0.5));
  w.gravity.g = {0, -9.81, 0};
  w.walls = open_box(0.04);
  std::vector<std::shared_ptr<const PolyhedronShape>> forms;
  for (std::uint64_t k = 0; k < 4; ++k) forms.push_back(stone(0.012, rounding, k + 1));
  const CounterRandom random(11, 3);
  for (std::size_t k = 0; k < n; ++k) {
    const auto u = [&](std::size_t m) { return random.uniform(16 * k + m) - 0.5; };
    const Vec3 x{0.007 + 0.0125 * static_cast<double>(k % 3),
                 0.007 + 0.0125 * static_cast<double>(k / 9),
                 0.007 + 0.0125 * static_cast<double>(k / 3 % 3)};
    if (with_balls && k % 4 == 3) {
      w.particles.add({.x = x, .radius = 0.005, .v = {u(0), u(1), u(2)}}, w.materials[0].density);
      continue;
    }
    add(w, {.primitives = {{.shape = forms[k % 4]}},
            .x = x,
            .q = normalized(Quat{u(3), u(4), u(5), u(6) + 0.01}),
            .v = {u(0), u(1), u(2)},
            .omega = {50 * u(7), 50 * u(8), 50 * u(9)}});
  }
  return w;
}

TEST(Polyhedra, a_stack_of_ten_cubes_stands_still) {
  Simulation s = start(stack_of_cubes(10));
  const auto seconds = [&](double t) { run(s, static_cast<std::uint64_t>(t / s.dt())); };
  seconds(0.13);
  const std::vector<Body> before = s.world().bodies.body;
  seconds(0.05);
  for (std::size_t k = 0; k < before.size(); ++k) {
    const Body& b = s.world().bodies.body[k];
    // It swings out, up and down mostly: what is left of a drop of 0.1 mm, a few times in these 50
    // ms. The long form below waits until nothing moves.
    EXPECT_LT(norm(b.x - before[k].x), 3e-5) << k;
    EXPECT_LT(norm(b.v), 3e-3) << k;
    EXPECT_LT(norm(Vec3{b.x.x - before[k].x.x, 0, b.x.z - before[k].x.z}), 2e-5) << k;
    EXPECT_GT(rotate(b.q, rotate_back(before[k].q, Vec3{0, 1, 0})).y, 1 - 1e-6) << k;
  }
  EXPECT_EQ(s.contact_count(), 40u);
  EXPECT_EQ(s.count_contacts().partners, 1u + 2 * 9u);  // the floor once, nine pairs
  if (std::getenv("SCREE_LONG") == nullptr) return;
  seconds(9.82);
  const Body &top = s.world().bodies.body.back(),
             start_of_top = stack_of_cubes(10).bodies.body.back();
  const Vec3 moved = top.x - start_of_top.x;
  std::cout << "after 10 s the top cube is " << norm(Vec3{moved.x, 0, moved.z}) << " m aside, at "
            << norm(top.v) << " m/s" << std::endl;
  EXPECT_LT(norm(Vec3{moved.x, 0, moved.z}), 5e-5);
  EXPECT_LT(norm(top.v), 1e-4);
}

TEST(Polyhedra, a_cube_slides_above_the_angle_of_friction_and_not_below) {
  const double friction = 0.5;
  for (const double slope : {0.48, 0.6}) {
    World w = slope_world(slope, friction);
    add(w, {.primitives = {{.shape = box_of({0.01, 0.01, 0.01})}}, .x = {0, 0.005, 0}});
    Simulation s = start(w);
    run(s, static_cast<std::uint64_t>(0.2 / s.dt()));
    const double c = 1 / std::sqrt(1 + slope * slope);
    const double speed = s.world().bodies.body[0].v.x;
    if (slope < friction)
      EXPECT_LT(std::abs(speed), 1e-3);
    else  // g (sin - mu cos) t; the spring takes a few ms to slip
      EXPECT_NEAR(speed, 9.81 * c * (slope - friction) * s.time(), 0.01);
  }
}

// A box of width b and height h tips over its lower edge where tan(angle) > b/h.
TEST(Polyhedra, a_box_tips_where_statics_says) {
  for (const double slope : {0.45, 0.55}) {
    World w = slope_world(slope, 0.9);
    add(w, {.primitives = {{.shape = box_of({0.01, 0.02, 0.01})}}, .x = {0, 0.01, 0}});
    Simulation s = start(w);
    const Quat q0 = s.world().bodies.body[0].q;
    run(s, static_cast<std::uint64_t>(0.15 / s.dt()));
    const Vec3 up = rotate(s.world().bodies.body[0].q, rotate_back(q0, Vec3{0, 1, 0}));
    if (slope < 0.5)
      EXPECT_GT(up.y, 0.9999);
    else
      EXPECT_LT(up.y, 0.9);
  }
}

// A cube that falls flat on another comes back with the restitution that was asked for.
TEST(Polyhedra, a_flat_impact_has_the_restitution_of_the_material) {
  const auto cube = box_of({0.01, 0.01, 0.01});
  for (const Vec3& aside : {Vec3{0, 0, 0}, Vec3{0.003, 0, 0.002}}) {
    World w = empty_world(linear_material(1e-3, 0.6, 0));
    add(w, {.primitives = {{.shape = cube}}, .x = {0, 0, 0}, .v = {0, 0.05, 0}});
    add(w, {.primitives = {{.shape = cube}}, .x = Vec3{0, 0.0101, 0} + aside, .v = {0, -0.05, 0}});
    if (aside.x > 0) {  // without a turn, so that it is as central as the other
      for (Body& b : w.bodies.body) b.inertia = {1, 1, 1};
    }
    Simulation s = start(w);
    run(s, static_cast<std::uint64_t>(6e-3 / s.dt()));
    const double apart = s.world().bodies.body[1].v.y - s.world().bodies.body[0].v.y;
    EXPECT_NEAR(apart, 0.06, 0.003);  // the dashpot's force is cut where it would pull
    EXPECT_NEAR(s.energy().residual(), 0, 2e-3 * s.energy().total());
  }
}

// The long form, with a thousand: `bench_polyhedra settle 1000 14 0.03` (theory/polyhedra.md).
TEST(Polyhedra, stones_come_to_rest_with_a_closed_budget) {
  for (const double rounding : {0.0, 0.0006}) {
    Simulation s = start(stones(10, rounding, false));
    const double first = s.energy().total();
    run(s, static_cast<std::uint64_t>(0.4 / s.dt()));
    const EnergyReport e = s.energy();
    EXPECT_LT(e.kinetic + e.rotational, 2e-3 * first) << rounding;
    // Shares of an area change where no law books it: of the order of force times depth.
    EXPECT_LT(std::abs(e.residual()), 0.01 * e.lost()) << rounding;
    for (const Body& b : s.world().bodies.body) {
      EXPECT_GT(b.x.y, 0.002);
      EXPECT_TRUE(b.x.x > 0.002 && b.x.x < 0.038 && b.x.z > 0.002 && b.x.z < 0.038);
    }
  }
}

TEST(Polyhedra, threads_detectors_and_resume_give_one_answer) {
  const EnergyReport e = expect_one_answer(stones(9, 0.0004, true), 400);
  EXPECT_GT(e.lost(), 0);
}

TEST(Polyhedra, sharp_ones_give_one_answer_for_any_threads) {
  const World w = stones(9, 0, true);
  Simulation one = start(w);
  run(one, 400);
  for (const int threads : {2, 3}) {
    Simulation s = start(w, {.threads = threads});
    run(s, 400);
    EXPECT_TRUE(s.state_hash() == one.state_hash()) << threads;
  }
}

// detect.narrow decides how the common plane is found, never which.
TEST(Polyhedra, any_method_of_the_narrow_phase_gives_one_answer) {
  for (const double rounding : {0.0, 0.0004}) {
    World w = stones(12, rounding, true);
    Simulation one = start(w);
    run(one, 500);
    for (const char* method : {"slm", "fcp", "cp"}) {
      w.detect.narrow = method;
      Simulation s = start(w, {.threads = 2});
      run(s, 500);
      EXPECT_TRUE(s.state_hash() == one.state_hash()) << method << " " << rounding;
      const NarrowReport n = s.narrow();
      EXPECT_EQ(n.method, method);
      // These know the distance of pairs that are apart, gjk often a lower bound alone: it lets
      // pairs sleep for less long.
      EXPECT_GT(n.queries, one.narrow().queries / 2);
      EXPECT_LE(n.queries, one.narrow().queries);
      EXPECT_GE(n.mean_iterations(), 1);
      EXPECT_LE(n.warm + n.fallback, n.queries);
      EXPECT_GT(n.timed, 0u);
      if (rounding > 0) {
        EXPECT_LT(n.fallback, n.queries / 20) << method;
        EXPECT_GT(n.warm, n.queries * 9 / 10) << method;
      }
      if (std::string_view(method) != "cp") {
        EXPECT_GT(n.share_at_most_two(), 0.9) << method;
      }
    }
    EXPECT_EQ(one.narrow().method, "gjk");
  }
  World w = stones(1, 0, false);
  w.detect.narrow = "epa";
  const auto refused = Simulation::create(w);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.errors().front().code, "E0454");
}

// Pairs that are apart are not asked again before their rows have moved by the gap. Where the list
// is rebuilt at every step, all pairs are asked.
TEST(Polyhedra, pairs_that_sleep_miss_nothing) {
  for (const double range : {0.0, 2e-3}) {
    World w = empty_world(linear_material(1e-3, 0.6, 0.3));
    if (range > 0) {
      w.materials[0].cohesion = {"lazarevic", {}};
      w.materials[0].cohesion.params.set("stiffness", 10.0);
      w.materials[0].cohesion.params.set("max_force", 10 * range);
    }
    w.box.lo = {0, 0, 0}, w.box.hi = {0.07, 0.075, 0.075};
    for (bool& p : w.box.periodic) p = true;
    // Rods that turn fast and hardly fly: what brings them together is their spin. Every third
    // rests.
    const auto rod = box_of({0.02, 0.004, 0.003}, 0.0004);
    const CounterRandom random(5, 9);
    for (std::size_t k = 0; k < 108; ++k) {
      const auto u = [&](std::size_t m) { return random.uniform(16 * k + m) - 0.5; };
      const double turns = k % 5 == 0 ? 0 : 400;
      add(w, {.primitives = {{.shape = rod}},
              .x = {0.07 / 3 * (static_cast<double>(k % 3) + 0.5),
                    0.0125 * (static_cast<double>(k / 18) + 0.5),
                    0.0125 * (static_cast<double>(k / 3 % 6) + 0.5)},
              .q = normalized(Quat{1, 0.2 * u(3), 0.2 * u(4), 0.2 * u(5)}),
              .v = {0.02 * u(0), 0.02 * u(1), 0.02 * u(2)},
              .omega = {turns * u(7), turns * u(8), turns * u(9)}});
    }
    World awake = w;
    awake.detect.skin = 1e-7;
    Simulation a = start(w, {.threads = 2}), b = start(awake);
    run(a, 1500);
    run(b, 1500);
    EXPECT_TRUE(a.state_hash() == b.state_hash()) << range;
    EXPECT_GT(a.energy().lost(), 0);
    EXPECT_LT(a.narrow().queries, b.narrow().queries / 2) << range;
  }
}

// A box without a lid and a rectangle have two sides: what went in a little has to come back.
TEST(Polyhedra, sharp_ones_stay_in_an_open_box_and_on_a_rectangle) {
  for (const bool box : {true, false}) {
    World w = slope_world(0, 0.5);
    ParamSet p;
    if (box) {
      p.set("min", Vec3{-0.03, 0, -0.03});
      p.set("max", Vec3{0.03, 0.1, 0.03});
      p.set("open", std::string("top"));
    } else {
      p.set("width", 0.05);
      p.set("length", 0.05);
    }
    w.walls = {wall(box ? "box" : "rectangle", p)};
    add(w, {.primitives = {{.shape = stone(0.012, 0, 3)}}, .x = {0, 0.012, 0}, .v = {0, -0.2, 0}});
    Simulation s = start(w);
    run(s, static_cast<std::uint64_t>(0.3 / s.dt()));
    EXPECT_GT(s.world().bodies.body[0].x.y, 0.002) << box;
    EXPECT_LT(norm(s.world().bodies.body[0].v), 0.1) << box;
  }
}

World cube_at_a_rim(double rounding, double beyond) {
  World w = slope_world(0, 0.5);
  ParamSet p;
  p.set("width", 0.05);
  p.set("length", 0.05);
  w.walls = {wall("rectangle", p)};
  // The rim is at x = 25 mm, the middle of the cube `beyond` outside of it.
  add(w, {.primitives = {{.shape = box_of({0.01, 0.01, 0.01}, rounding)}},
          .x = {0.025 + beyond, 0.005, 0.003}});
  return w;
}

// Half on a table: it stays where more than a half is on it, and falls off where less is.
TEST(Polyhedra, a_cube_at_the_rim_of_a_table_stays_or_falls_as_its_weight_says) {
  for (const double rounding : {0.0, 0.0004}) {
    Simulation stays = start(cube_at_a_rim(rounding, -0.0004));
    run(stays, static_cast<std::uint64_t>(0.3 / stays.dt()));
    const Body& b = stays.world().bodies.body[0];
    EXPECT_NEAR(b.x.x, 0.0246, 2e-5) << rounding;
    EXPECT_NEAR(b.x.y, 0.005, 2e-5) << rounding;
    EXPECT_LT(norm(b.v), 1e-3) << rounding;
    EXPECT_EQ(stays.contact_count(), 4u) << "two corners and two edges";
    Simulation falls = start(cube_at_a_rim(rounding, 0.0004));
    run(falls, static_cast<std::uint64_t>(0.3 / falls.dt()));
    EXPECT_LT(falls.world().bodies.body[0].x.y, -0.01) << rounding;
  }
  expect_one_answer(cube_at_a_rim(0, 0.0004), 400);
}

// Sharp stones on a grid of bars without thickness, which they can only meet with their edges.
TEST(Polyhedra, sharp_ones_lie_on_the_rims_of_a_grid) {
  World w = slope_world(0, 0.5);
  w.materials[0] = linear_material(1e-3, 0.3, 0.5);
  w.walls.clear();
  for (int k = 0; k < 8; ++k) {
    ParamSet p;
    p.set("centre", Vec3{0.006 * k, -0.005, 0.02});
    p.set("normal", Vec3{1, 0, 0});
    p.set("width", 0.01);
    p.set("length", 0.06);
    w.walls.push_back(wall("rectangle", p));
  }
  for (int k = 0; k < 6; ++k)
    add(w, {.primitives = {{.shape = stone(0.014, 0, static_cast<std::uint64_t>(k + 1))}},
            .x = {0.006 + 0.0155 * (k % 3), 0.009, 0.012 + 0.016 * (k / 3)},
            .q = normalized(Quat{1, 0.3 * k, 0.2, 0.1 * k})});
  Simulation s = start(w);
  run(s, static_cast<std::uint64_t>(0.15 / s.dt()));
  for (const Body& b : s.world().bodies.body) {
    EXPECT_GT(b.x.y, 0.002);
    EXPECT_LT(norm(b.v), 0.2) << "some rock for long, none is thrown";
  }
  expect_one_answer(w, 300);
}

// The middle of the ball around it is as deep in the floor as its base.
TEST(Polyhedra, a_pyramid_that_lies_on_its_base_may_start_there) {
  World w = slope_world(0, 0.5);
  const auto pyramid = hull_of({{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}, {0, 0.8, 0}}, 0);
  const auto small = std::static_pointer_cast<const PolyhedronShape>(pyramid->scaled(0.01));
  BodySpec b{.primitives = {{.shape = small}}};
  b.x = {0, -1e-6, 0};
  add(w, b);
  ASSERT_LT(w.particles.xr[0].x.y, 0);
  Simulation s = start(w);
  run(s, 100);
  EXPECT_EQ(s.contact_count(), 4u);
}

TEST(Polyhedra, meet_through_a_periodic_seam) {
  const auto world = [](double shift) {
    World w = empty_world(linear_material(1e-3, 0.6, 0.3));
    w.box.lo = {0, 0, 0}, w.box.hi = {0.07, 0.07, 0.07};
    w.box.periodic[0] = true;
    const auto cube = box_of({0.01, 0.01, 0.01});
    Vec3 a{0.02 + shift, 0.02, 0.02}, b{0.0301 + shift, 0.0215, 0.021};
    add(w, {.primitives = {{.shape = cube}}, .x = a, .v = {0.05, 0, 0}});
    add(w, {.primitives = {{.shape = cube}}, .x = b, .v = {-0.05, 0, 0}});
    return w;
  };
  Simulation inside = start(world(0)), across = start(world(0.045));
  run(inside, 400);
  run(across, 400);
  for (int k = 0; k < 2; ++k) {
    const Body &a = inside.world().bodies.body[static_cast<std::size_t>(k)],
               &b = across.world().bodies.body[static_cast<std::size_t>(k)];
    EXPECT_NEAR(norm(a.v - b.v), 0, 1e-10);
    EXPECT_NEAR(norm(a.omega - b.omega), 0, 1e-7);
  }
  EXPECT_LT(inside.world().bodies.body[0].v.x, 0);
}

}  // namespace
}  // namespace scree::test
