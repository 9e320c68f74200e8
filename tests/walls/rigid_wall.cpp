// Walls that are rigid bodies, by themselves: against closed forms.
#include <cmath>
#include <numbers>

#include "make.hpp"

namespace scree {
namespace {

using test::motion;
using test::try_motion;

constexpr double kPi = std::numbers::pi;

WallPose run(WallMotion& m, double dt, int steps, const WallLoad& load = {}) {
  WallPose p = m.advance(0, 0, {});
  for (int k = 1; k <= steps; ++k) p = m.advance(k * dt, dt, load);
  return p;
}

TEST(RigidWall, falls_as_a_stone_does) {
  const auto m = motion("body", {{"mass", 2.0},
                                 {"inertia", Vec3{1, 1, 1}},
                                 {"velocity", Vec3{0.5, 0, 0}},
                                 {"force", Vec3{0, 0, 4}}});
  const WallPose p = run(*m, 1e-3, 1000, {.gravity = {0, -9.81, 0}});
  EXPECT_NEAR(p.x.x, 0.5, 1e-12);
  EXPECT_NEAR(p.x.y, -0.5 * 9.81, 1e-9);
  EXPECT_NEAR(p.x.z, 0.5 * 2, 1e-9);
  EXPECT_NEAR(p.v.y, -9.81, 1e-9);
}

TEST(RigidWall, goes_only_where_it_is_free) {
  const auto m = motion("body", {{"mass", 2.0},
                                 {"translation", std::string("zx")},
                                 {"rotation", std::string("none")},
                                 {"force", Vec3{2, 2, 2}}});
  const WallPose p = run(*m, 1e-3, 1000, {.force = {1, 1, -1}, .torque = {5, 5, 5}});
  EXPECT_NEAR(p.x.x, 0.75, 1e-9);
  EXPECT_EQ(p.x.y, 0);
  EXPECT_NEAR(p.x.z, 0.25, 1e-9);
  EXPECT_EQ(p.q, Quat{});
  EXPECT_EQ(p.omega, Vec3{});
  EXPECT_EQ(m->response({0, 1, 0}, {9, 9, 9}), 0);
  EXPECT_NEAR(m->response({0, 0.6, 0.8}, {9, 9, 9}), 0.32, 1e-15);
}

// Ferrez 6.2.4: F(t) = floor((t - t0) n / T) F / n. After k steps of length h the speed has grown
// by the sum of the steps before, h F/(n m) k (k - 1)/2.
TEST(RigidWall, a_load_in_steps_pulls_as_their_sum) {
  const double mass = 2, force = 40, ramp = 1, start = 0.5;
  const int n = 20;
  const auto m = motion("body", {{"mass", mass},
                                 {"rotation", std::string("none")},
                                 {"force", Vec3{force, 0, 0}},
                                 {"ramp", ramp},
                                 {"ramp_steps", std::int64_t{n}},
                                 {"start", start}});
  const double dt = 1.0 / 4096;  // exact, so that no step of the load is late by rounding
  WallPose p = m->advance(0, 0, {});
  for (int k = 1; k <= 6144; ++k) {
    p = m->advance(k * dt, dt, {});
    if (k * dt < start + ramp / n) {
      EXPECT_EQ(p.x.x, 0) << k;
    }
  }
  // The force changes within a step: each of the n changes is known to within dt F/(n m).
  EXPECT_NEAR(p.v.x, 0.5 * ramp * force / mass * (1 - 1.0 / n), 2 * dt * force / mass);
  // From there on it pulls in full.
  const double before = p.v.x;
  for (int k = 6145; k <= 8192; ++k) p = m->advance(k * dt, dt, {});
  EXPECT_NEAR(p.v.x - before, 0.5 * force / mass, 1e-9);
}

TEST(RigidWall, a_load_in_steps_needs_the_time_of_its_rise) {
  const auto refused = [](const char* kind, const test::Given& given) {
    const auto made = try_motion(kind, given);
    ASSERT_FALSE(made) << kind;
    EXPECT_EQ(made.error().code, "E0421") << kind;
  };
  const std::int64_t steps = 10;
  refused("body", {{"mass", 1.0}, {"rotation", std::string("none")}, {"ramp_steps", steps}});
  refused("free", {{"mass", 1.0}, {"ramp_steps", steps}});
  refused("torque", {{"torque", 1.0}, {"inertia", 1.0}, {"ramp_steps", steps}});
}

TEST(LoadRise, steps_come_at_the_end_of_their_part) {
  const LoadRise even{.ramp = 2}, stepped{.ramp = 2, .steps = 4}, at_once{};
  EXPECT_EQ(even.share(0.5), 0.25);
  EXPECT_EQ(stepped.share(0.49), 0);
  EXPECT_EQ(stepped.share(0.5), 0.25);
  EXPECT_EQ(stepped.share(1.99), 0.75);
  EXPECT_EQ(stepped.share(2), 1);
  EXPECT_EQ(stepped.share(9), 1);
  EXPECT_EQ(at_once.share(0), 1);
}

TEST(RigidWall, a_pendulum_swings_with_its_period) {
  // A rod of length l that hangs from one end: T = 2 pi sqrt(2 l / 3 g) for small swings.
  const double l = 0.3, mass = 1.7, i = mass * l * l / 12, g = 9.81;
  const double period = 2 * kPi * std::sqrt(2 * l / (3 * g));
  const double rate = 0.01;
  const auto m = motion("body", {{"mass", mass},
                                 {"inertia", Vec3{i, 1e-3 * i, i}},
                                 {"translation", std::string("none")},
                                 {"rotation", std::string("axis")},
                                 {"pivot", Vec3{0, l / 2, 0}},
                                 {"angular_velocity", Vec3{0, 0, rate}}});
  const int steps = 4000;
  const double dt = period / steps;
  WallPose p = run(*m, dt, steps / 4, {.gravity = {0, -g, 0}});
  // A quarter of a period: at the turning point, by rate / w0.
  const double turn = 2 * std::asin(p.q.z);
  EXPECT_NEAR(turn, rate * period / (2 * kPi), 2e-5 * turn);
  EXPECT_NEAR(p.omega.z, 0, 1e-3 * rate);
  for (int k = steps / 4 + 1; k <= steps; ++k) p = m->advance(k * dt, dt, {.gravity = {0, -g, 0}});
  EXPECT_NEAR(p.omega.z, rate, 1e-5 * rate);
  // The pivot stays, the centre goes round it.
  const Vec3 pivot = p.x + rotate(p.q, {0, l / 2, 0});
  EXPECT_LT(norm(pivot - Vec3{0, l / 2, 0}), 1e-15);
}

TEST(RigidWall, an_asymmetric_plate_keeps_momentum_and_energy_while_it_tumbles) {
  const Vec3 inertia{0.2, 0.5, 0.65};
  const auto m = motion("body", {{"mass", 1.0},
                                 {"inertia", inertia},
                                 {"centre", Vec3{0.1, -0.2, 0.3}},
                                 {"angular_velocity", Vec3{0.01, 3, 0.01}}});
  const auto momentum = [&](const WallPose& p) {
    const Vec3 w = rotate_back(p.q, p.omega);
    return rotate(p.q, {inertia.x * w.x, inertia.y * w.y, inertia.z * w.z});
  };
  const WallPose first = m->advance(0, 0, {});
  bool flipped = false;  // the tennis racket: about the middle axis it turns over
  WallPose p = first;
  for (int k = 1; k <= 20000; ++k) {
    p = m->advance(k * 1e-3, 1e-3, {});
    flipped = flipped || rotate_back(p.q, p.omega).y < -2;
  }
  EXPECT_TRUE(flipped);
  EXPECT_LT(norm(momentum(p) - momentum(first)), 1e-10);
  const auto energy = [&](const WallPose& at) { return 0.5 * dot(momentum(at), at.omega); };
  EXPECT_NEAR(energy(p), energy(first), 1e-4 * energy(first));
  const Vec3 centre = p.x + rotate(p.q, {0.1, -0.2, 0.3});
  EXPECT_LT(norm(centre - Vec3{0.1, -0.2, 0.3}), 1e-12);
  EXPECT_LT(norm(p.v + cross(p.omega, centre - p.x)), 1e-12) << "the centre stands still";
}

TEST(RigidWall, damping_of_any_size_is_borne) {
  for (const double c : {1.0, 1e3, 1e12}) {
    const auto m = motion("body", {{"mass", 1.0},
                                   {"inertia", Vec3{1, 1, 1}},
                                   {"damping", c},
                                   {"angular_damping", c},
                                   {"force", Vec3{1, 0, 0}},
                                   {"torque", Vec3{0, 0, 2}}});
    const WallPose p = run(*m, 1e-3, 20000);
    // The trapezoid rule rings where c dt/m is large, but never grows: what the first step gave.
    const double rings = c > 1e3 ? 1e-3 : 1e-6 / c;
    EXPECT_NEAR(p.v.x, 1 / c, rings) << c;
    EXPECT_NEAR(p.omega.z, 2 / c, 2 * rings) << c;
  }
}

TEST(RigidWall, goes_on_from_its_state) {
  const test::Given given = {{"mass", 1.0},
                             {"inertia", Vec3{0.2, 0.5, 0.65}},
                             {"centre", Vec3{0.1, 0, 0}},
                             {"angular_velocity", Vec3{1, 2, 3}},
                             {"start", 0.01}};
  const WallLoad load{.force = {1, 2, 3}, .torque = {0.1, 0, 0}, .gravity = {0, -9.81, 0}};
  const auto a = motion("body", given), b = motion("body", given);
  EXPECT_EQ(a->advance(0, 0, load).omega, Vec3{}) << "it waits for its start";
  run(*a, 1e-3, 100, load);
  b->restore(a->state());
  for (int k = 101; k < 120; ++k) {
    const WallPose p = a->advance(1e-3 * k, 1e-3, load), q = b->advance(1e-3 * k, 1e-3, load);
    EXPECT_EQ(p.x, q.x);
    EXPECT_EQ(p.q, q.q);
    EXPECT_EQ(p.omega, q.omega);
  }
}

// A unit impulse at a point: the speed that it gives there is what response() says.
TEST(RigidWall, the_response_is_what_a_push_does) {
  const Vec3 n = Vec3{1, 2, -0.5} / norm(Vec3{1, 2, -0.5}), point{0.4, 0.1, -0.3};
  const test::Given kinds[] = {
      {{"mass", 2.0}, {"inertia", Vec3{0.2, 0.5, 0.65}}, {"centre", Vec3{0.1, 0, 0.2}}},
      {{"mass", 2.0},
       {"inertia", Vec3{0.2, 0.5, 0.65}},
       {"translation", std::string("none")},
       {"rotation", std::string("axis")},
       {"axis", Vec3{1, 1, 0}},
       {"pivot", Vec3{0, 0.3, 0}}},
      {{"mass", 2.0}, {"rotation", std::string("none")}, {"translation", std::string("xy")}}};
  for (const test::Given& given : kinds) {
    const auto m = motion("body", given);
    const double dt = 1e-4;
    // About the frame's origin, which is at 0.
    const WallLoad push{.force = (1 / dt) * n, .torque = (1 / dt) * cross(point, n)};
    m->advance(0, 0, {});
    m->advance(dt, dt, {});                           // nothing yet
    const WallPose p = m->advance(2 * dt, dt, push);  // half by the corrector, then a whole step
    const Vec3 at = p.v + cross(p.omega, point - p.x);
    EXPECT_NEAR(dot(at, n) / 1.5, m->response(n, point), 1e-3);
  }
}

TEST(RigidWall, what_cannot_be_is_refused) {
  const auto refused = [](const test::Given& given) {
    const auto m = try_motion("body", given);
    return !m && m.error().code == "E0425";
  };
  const auto text = [](const char* s) { return std::string(s); };
  EXPECT_TRUE(refused({{"mass", 1.0}}));
  EXPECT_TRUE(refused({{"mass", 1.0}, {"inertia", Vec3{1, 1, 3}}}));
  EXPECT_TRUE(refused({{"mass", 1.0}, {"inertia", Vec3{0, 1, 1}}}));
  EXPECT_TRUE(refused({{"mass", 1.0}, {"translation", text("none")}, {"rotation", text("none")}}));
  EXPECT_TRUE(refused({{"mass", 1.0},
                       {"rotation", text("none")},
                       {"translation", text("x")},
                       {"velocity", Vec3{0, 1, 0}}}));
  EXPECT_TRUE(refused({{"mass", 1.0}, {"inertia", Vec3{1, 1, 1}}, {"pivot", Vec3{1, 0, 0}}}));
  EXPECT_TRUE(refused({{"mass", 1.0},
                       {"inertia", Vec3{1, 1, 1}},
                       {"rotation", text("axis")},
                       {"angular_velocity", Vec3{1, 0, 0}}}));
  EXPECT_FALSE(refused({{"mass", 1.0}, {"inertia", Vec3{1, 1, 2}}})) << "a plate";
}

}  // namespace
}  // namespace scree
