// Bodies of several balls and of a shape that a test brings along.
#include "sim/bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/one_answer.hpp"

namespace scree {
namespace {

using namespace test;

TEST(Bodies, mass_and_inertia_come_from_the_shape) {
  World w = body_world();
  const double half = 0.003, r = 0.001, density = w.materials[0].density;
  // Given askew: the principal frame finds the axis.
  const Quat askew = normalized(Quat{1, 0.3, -0.2, 0.5});
  const Body& b = *w.bodies.find(add(w, {.primitives = {{.q = askew, .shape = capsule(half, r)}}}));
  const MassProperties m = Capsule(half, r).mass_properties(Dimensions::three);
  EXPECT_NEAR(b.mass(), density * m.mass, 1e-12 * b.mass());
  const double least = std::min({b.inertia.x, b.inertia.y, b.inertia.z});
  const double most = std::max({b.inertia.x, b.inertia.y, b.inertia.z});
  EXPECT_NEAR(least, density * m.inertia.zz, 1e-12 * least);
  EXPECT_NEAR(most, density * m.inertia.xx, 1e-12 * most);
  EXPECT_LT(norm(rotate(w.particles.q[0], {0, 0, 1}) - rotate(askew, {0, 0, 1})), 1e-14);
}

TEST(Bodies, a_body_of_one_ball_flies_as_the_ball_does) {
  World w = empty_world(linear_material(1e-3, 0.5, 0.5));
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({}, {0, 1, 0})};
  World glued = w;
  const Vec3 x{0, 0.02, 0}, v{0.4, -0.3, 0.1}, omega{5, 60, -20};
  w.particles.add({.x = x, .radius = 0.005, .v = v, .omega = omega}, w.materials[0].density);
  add(glued, {.primitives = {{.radius = 0.005}}, .x = x, .v = v, .omega = omega});
  Simulation a = start(w), b = start(glued);
  ASSERT_EQ(a.dt(), b.dt());
  run(a, 4000);
  run(b, 4000);
  // Through two bounces with friction; rounding differs in the rotation.
  EXPECT_LT(norm(a.particles().xr[0].x - b.particles().xr[0].x), 1e-12);
  EXPECT_LT(norm(a.particles().ws[0].omega - b.particles().ws[0].omega), 1e-8);
}

TEST(Bodies, a_capsule_comes_to_rest_lying_on_two_points) {
  World w = body_world(linear_material(1e-3, 0.3, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.walls = {plane({}, {0, 1, 0})};
  const double half = 0.004, r = 0.002;
  const std::uint32_t name = add(w, {.primitives = {{.shape = capsule(half, r)}},
                                     .x = {0, 0.01, 0},
                                     .q = normalized(Quat{1, 0.9, 0.1, 0}),
                                     .omega = {1, 2, 3}});
  w.rotational_damping = 0;
  Simulation s = start(w);
  run(s, static_cast<std::uint64_t>(std::lround(1.0 / s.dt())));
  const Body& b = body(s, name);
  EXPECT_LT(norm(b.v), 0.05);
  EXPECT_NEAR(b.x.y, r, 0.02 * r) << "it lies";
  int points = 0;
  Vec3 on{};
  s.for_each_contact([&](const ContactView& c) {
    ++points;
    on += c.force;
    EXPECT_EQ(c.wall, 0);
    EXPECT_NEAR(c.normal.y, -1, 1e-12);
  });
  EXPECT_EQ(points, 2);
  EXPECT_NEAR(on.y, 9.81 * b.mass(), 0.05 * 9.81 * b.mass());
  const EnergyReport e = s.energy();
  EXPECT_LT(std::abs(e.residual()), 0.01 * e.start);
}

TEST(Bodies, momentum_and_angular_momentum_are_kept_in_an_oblique_impact) {
  World w = body_world(linear_material(1e-3, 0.6, 0.4));
  add(w, {.primitives = {{.shape = capsule(0.006, 0.002)}}, .omega = {0, 30, 10}});
  add(w, {.primitives = {{.x = {0, 0, -0.002}, .radius = 0.003},
                         {.x = {0, 0, 0.002}, .radius = 0.002}},
          .x = {0.009, 0.001, 0.004},
          .v = {-0.8, 0, 0}});
  w.particles.add({.x = {-0.01, 0.002, 0.005}, .radius = 0.004, .v = {0.9, -0.1, 0}},
                  w.materials[0].density);
  Simulation s = start(w);
  const auto momenta = [&] {
    Vec3 p{}, l{};
    for (const Body& b : s.world().bodies.body) {
      p += b.mass() * b.v;
      l += b.momentum(b.omega) + cross(b.x, b.mass() * b.v);
    }
    const Particles& g = s.particles();
    const std::uint32_t row = g.row_of()[g.next_id() - 1];
    p += g.mass(row) * g.vm[row].v;
    l += g.ws[row].omega / g.inv_inertia[row] + cross(g.xr[row].x, g.mass(row) * g.vm[row].v);
    return std::pair(p, l);
  };
  const auto before = momenta();
  const double kinetic = s.energy().kinetic;
  std::size_t touched = 0;
  for (int k = 0; k < 60; ++k) {
    run(s, 20);
    touched += s.contact_count();
  }
  ASSERT_GT(touched, 3u) << "nothing met";
  ASSERT_LT(s.energy().kinetic, 0.9 * kinetic);
  const auto after = momenta();
  const double scale = 1e-3;  // about the momentum of one body, kg m/s
  EXPECT_LT(norm(after.first - before.first), 1e-13 * scale);
  // Points lie between the surfaces: each force acts at one point on both, so L is kept up to the
  // second-order error of the positions.
  EXPECT_LT(norm(after.second - before.second), 1e-4 * norm(before.second));
}

TEST(Bodies, the_budget_closes_better_with_smaller_steps) {
  const auto residual = [](double steps) {
    World w = mixed_world(60);
    w.steps_per_contact = steps;
    Simulation s = start(w);
    run(s, static_cast<std::uint64_t>(std::lround(0.08 / s.dt())));
    EXPECT_GT(s.contact_count(), 20u);
    const EnergyReport e = s.energy();
    return std::abs(e.residual()) / e.start;
  };
  const double coarse = residual(50), fine = residual(200);
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, 0.6 * coarse);
}

TEST(Bodies, a_body_pushed_off_its_centre_asks_for_a_smaller_step) {
  World ball = body_world(), rod = body_world();
  ball.particles.add({.x = {}, .radius = 0.002}, ball.materials[0].density);
  add(rod, {.primitives = {{.shape = capsule(0.008, 0.002)}}});
  const Simulation a = start(ball), b = start(rod);
  EXPECT_EQ(a.dt(), a.time_step().contact_time / 50);
  EXPECT_LT(b.dt(), a.dt());
  // 2500 kg/m^3 of a capsule of 8 mm with a radius of 2 mm.
  EXPECT_EQ(b.time_step().derived_by.find("off-centre contact of body 1 with "), 0u)
      << b.time_step().derived_by;
}

// All dampings about a body act on it at once: with few steps in a contact a pile would tremble.
TEST(Bodies, damping_in_a_pile_asks_for_a_smaller_step) {
  const auto report = [](double restitution, double steps, double share = 0) {
    World w = body_world();
    w.materials[0] = linear_material(1e-3, restitution, 0.5);
    add(w, {.primitives = {{.shape = capsule(0.008, 0.002)}}});
    w.steps_per_contact = steps;
    const TimeStepReport free = start(w).time_step();
    if (share == 0) return free;
    w.dt = share * free.dt;
    const Result<Simulation> given = Simulation::create(std::move(w));
    EXPECT_FALSE(given.ok());
    const std::string why = given.ok() ? "" : to_string(given.errors()[0]);
    EXPECT_NE(why.find("damping in a pile"), std::string::npos) << why;
    return free;
  };
  const auto says = [](const TimeStepReport& r) {
    return r.derived_by.find("damping in a pile") != std::string::npos;
  };
  EXPECT_TRUE(says(report(0.1, 15, 1.5)));  // 1/0.7 of the derived step is the stable one
  EXPECT_FALSE(says(report(0.9, 15)));
  EXPECT_FALSE(says(report(0.1, 50)));  // the default is short enough
  EXPECT_EQ(report(0.1, 15).dt, report(0.1, 20).dt);
}

TEST(Bodies, cross_a_periodic_seam_as_if_it_were_not_there) {
  World w = body_world(linear_material(1e-3, 0.7, 0.3));
  w.box = {{0, 0, 0}, {0.1, 0.1, 0.1}, {true, true, true}};
  World shifted = w;
  const auto fill = [](World& to, double at) {
    const auto x = [&](double dx) { return std::fmod(at + dx + 0.1, 0.1); };
    add(to, {.primitives = {{.shape = capsule(0.004, 0.002)}},
             .x = {x(-0.006), 0.05, 0.05},
             .v = {0.5, 0, 0},
             .omega = {0, 20, 0}});
    add(to, {.primitives = {{.x = {0, 0, -0.002}, .radius = 0.003},
                            {.x = {0, 0, 0.002}, .radius = 0.003}},
             .x = {x(0.005), 0.051, 0.052},
             .v = {-0.5, 0, 0}});
  };
  fill(w, 0.05);
  fill(shifted, 0.0);
  Simulation a = start(w), b = start(shifted);
  run(a, 2500);
  run(b, 2500);
  ASSERT_LT(a.energy().kinetic, a.energy().start) << "they met";
  for (std::size_t k = 0; k < 2; ++k) {
    const Body &p = a.world().bodies.body[k], &q = b.world().bodies.body[k];
    EXPECT_LT(norm(p.v - q.v), 1e-9);
    EXPECT_LT(norm(p.omega - q.omega), 1e-6);
  }
}

TEST(Bodies, give_one_answer_for_any_threads_detector_instructions_and_stop) {
  const EnergyReport e = expect_one_answer(mixed_world(120), 1500);
  EXPECT_GT(e.lost(), 0.1 * e.start) << "they met";
}

TEST(Bodies, audit_finds_all_pairs_of_shapes) {
  World w = mixed_world(60);
  w.detect.audit = 7;
  Simulation s = start(w);
  run(s, 400);
}

TEST(Bodies, what_cannot_be_is_refused_with_a_reason) {
  const auto code = [](const World& w) {
    const Result<Simulation> s = Simulation::create(w, {.threads = 1});
    return s ? std::string("none") : s.errors().front().code;
  };
  World w = body_world();
  add(w, {.primitives = {{.shape = capsule(0.004, 0.002)}}});
  EXPECT_EQ(code(w), "none");
  World strange = w;
  strange.collisions.clear();
  EXPECT_EQ(code(strange), "E0542");
  World orphan = w;
  orphan.bodies = {};
  EXPECT_EQ(code(orphan), "E0541");
  World deep = w;
  add(deep, {.primitives = {{.shape = capsule(0.004, 0.002)}}, .x = {0, 0.002, 0}});
  EXPECT_EQ(code(deep), "E0508");
  World none = body_world();
  for (const BodySpec& spec : {BodySpec{}, BodySpec{.primitives = {{.radius = 0}}},
                               BodySpec{.primitives = {{.material = MaterialId{7}, .radius = 1}}},
                               BodySpec{.primitives = {{.radius = 1}}, .x = {NAN, 0, 0}},
                               BodySpec{.primitives = {{.radius = 1}}, .q = {0, 0, 0, 0}},
                               BodySpec{.primitives = {{.radius = 1}}, .mass = MassProperties{}}}) {
    const Result<std::uint32_t> name = add_body(none, spec);
    ASSERT_FALSE(name);
    EXPECT_EQ(name.errors().front().code, "E0540");
  }
  EXPECT_TRUE(none.bodies.empty());
  EXPECT_TRUE(none.particles.empty());
}

}  // namespace
}  // namespace scree
