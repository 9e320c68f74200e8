#include <algorithm>
#include <cmath>
#include <functional>

#include "make.hpp"

namespace scree {
namespace {

using test::motion;

using Numbers = std::vector<double>;
using Matrix = std::vector<std::vector<double>>;

struct MotionSample {
  std::string label, name;
  std::vector<std::pair<std::string, ParamSet::Value>> given;
  std::vector<double> kinks;  // where the velocity jumps
};

std::vector<MotionSample> motion_samples() {
  const Vec3 tilted{0.2, 0.9, -0.4};
  return {
      {"fixed", "fixed", {}, {}},
      {"translate", "translate", {{"velocity", Vec3{1, -2, 0.5}}}, {0}},
      {"translate_for_a_while",
       "translate",
       {{"velocity", Vec3{1, -2, 0.5}}, {"start", 0.3}, {"stop", 0.8}},
       {0.3, 0.8}},
      {"rotate",
       "rotate",
       {{"angular_velocity", 7.0}, {"axis", tilted}, {"centre", Vec3{0.5, -1, 2}}},
       {0}},
      {"rotate_for_a_while",
       "rotate",
       {{"angular_velocity", -7.0}, {"centre", Vec3{1, 0, 0}}, {"start", 0.2}, {"stop", 0.9}},
       {0.2, 0.9}},
      {"sinusoid",
       "sinusoid",
       {{"amplitude", 0.1}, {"frequency", 3.0}, {"direction", tilted}, {"phase", 0.7}},
       {0}},
      {"swing",
       "sinusoid",
       {{"angle", 0.5},
        {"amplitude", 0.1},
        {"frequency", 2.0},
        {"centre", Vec3{0, 2, 1}},
        {"axis", tilted},
        {"start", 0.1},
        {"stop", 1.2}},
       {0.1, 1.2}},
      {"translate_with_ramps",
       "translate",
       {{"velocity", Vec3{1, -2, 0.5}}, {"start", 0.3}, {"stop", 1.1}, {"ramp", 0.2}},
       {}},
      {"rotate_with_a_ramp",
       "rotate",
       {{"angular_velocity", 3.0}, {"centre", Vec3{1, 0, 0}}, {"ramp", 0.5}},
       {}},
      {"table_of_displacements",
       "table",
       {{"time", Numbers{0.1, 0.5, 0.6, 1.5}},
        {"displacement", Numbers{0, 0.2, 0.15, 0.4}},
        {"direction", tilted}},
       {0.1, 0.5, 0.6, 1.5}},
      {"smooth_table_of_vectors_and_angles",
       "table",
       {{"time", Numbers{0, 0.5, 0.7, 1.5}},
        {"displacements", Matrix{{0, 0, 0}, {0.1, 0, 0}, {0.2, 0, -0.1}, {0.2, 0.3, -0.1}}},
        {"angle", Numbers{0, 1, 1, 0.5}},
        {"centre", Vec3{0.1, 0, 0}},
        {"axis", tilted},
        {"interpolation", std::string("smooth")}},
       {}},
      {"phases_of_speeds",
       "table",
       {{"time", Numbers{0, 0.5, 1}},
        {"velocities", Matrix{{0.1, 0, 0}, {0, 0, 0}, {0, 0.2, 0}}},
        {"angular_velocity", Numbers{0, 1, 0}},
        {"interpolation", std::string("steps")}},
       {0, 0.5, 1}},
      {"speeds_in_lines",
       "table",
       {{"time", Numbers{0, 0.5, 1}}, {"speed", Numbers{0, 0.3, -0.1}}},
       {}},
      {"smooth_speeds_again_and_again",
       "table",
       {{"time", Numbers{0, 0.3, 0.7}},
        {"speed", Numbers{0, 0.3, 0}},
        {"interpolation", std::string("smooth")},
        {"repeat", true}},
       {}},
      {"tapping", "tapping", {{"amplitude", 0.003}, {"frequency", 4.0}}, {}},
      {"tapping_by_a_quick_rise",
       "tapping",
       {{"amplitude", 0.003},
        {"frequency", 4.0},
        {"drop_time", 0.02},
        {"quick", std::string("rise")}},
       {}},
      {"tapping_with_rests",
       "tapping",
       {{"amplitude", 0.003},
        {"frequency", 4.0},
        {"rest", 0.1},
        {"taps", std::int64_t{3}},
        {"drop", 0.3},
        {"start", 0.05},
        {"direction", tilted}},
       {}},
  };
}

std::unique_ptr<WallMotion> made(const MotionSample& s) {
  ParamSet p;
  for (const auto& [key, value] : s.given) p.set(key, value);
  const WallMotionEntry* e = find_wall_motion(s.name);
  const auto full = with_defaults(e->info.params, p);
  EXPECT_TRUE(full.ok());
  auto m = e->make(*full);
  EXPECT_TRUE(m.ok()) << to_string(m.error());
  return std::move(*m);
}

class Prescribed : public ::testing::TestWithParam<MotionSample> {
 protected:
  std::unique_ptr<WallMotion> wall = made(GetParam());
};

TEST_P(Prescribed, the_velocity_is_the_derivative_of_the_pose) {
  constexpr double h = 1e-5;
  const Vec3 p{0.3, -0.7, 1.1};  // a point of the wall
  for (double t = 0.0007; t < 2; t += 0.00313) {
    const auto& kinks = GetParam().kinks;
    if (std::any_of(kinks.begin(), kinks.end(), [&](double k) { return std::abs(t - k) <= h; }))
      continue;
    const WallPose before = wall->advance(t - h, 0, {}), after = wall->advance(t + h, 0, {});
    const WallPose now = wall->advance(t, 0, {});
    const auto position = [&](const WallPose& w) { return w.x + rotate(w.q, p); };
    const Vec3 slope = (position(after) - position(before)) / (2 * h);
    const Vec3 v = now.v + cross(now.omega, rotate(now.q, p));
    // h^2 / 6 of a third derivative below 4000 m/s^3 (drop of the taps); its jump, h / 4 times that
    // of y'' (24 m/s^2), at the ends of a tap.
    EXPECT_NEAR(norm(slope - v), 0, 1.5e-4) << "at t = " << t;
  }
}

TEST_P(Prescribed, the_pose_depends_on_time_only_and_starts_at_rest_in_place) {
  const WallPose start = wall->advance(0, 0, {});
  EXPECT_NEAR(norm(start.x), 0, 1e-15);
  EXPECT_EQ(start.q.w, 1);
  const WallPose once = wall->advance(0.7, 1e-3, {});
  for (int i = 0; i < 100; ++i) wall->advance(0.01 * i, 1e-3, {});
  const WallPose again = wall->advance(0.7, 1e-3, {});
  EXPECT_EQ(once.x, again.x);
  EXPECT_EQ(once.q, again.q);
  EXPECT_EQ(once.v, again.v);
  EXPECT_TRUE(wall->state().empty());
}

TEST_P(Prescribed, the_orientation_stays_a_unit_quaternion) {
  for (const double t : {0.0, 1.0, 1e3, 1e6}) {
    const Quat q = wall->advance(t, 0, {}).q;
    EXPECT_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-15);
  }
}

INSTANTIATE_TEST_SUITE_P(all, Prescribed, ::testing::ValuesIn(motion_samples()),
                         [](const auto& info) { return info.param.label; });

// Walls in a periodic box rely on it.
TEST_P(Prescribed, turns_about_the_axis_that_it_names_or_not_at_all) {
  const auto m = made(GetParam());
  const Vec3 axis = m->rotation_axis();
  for (int k = 0; k < 40; ++k) {
    const Quat q = m->advance(0.037 * k, 0, {}).q;
    EXPECT_LT(norm(cross(Vec3{q.x, q.y, q.z}, axis)), 1e-12);
    if (axis == Vec3{}) {
      EXPECT_EQ(q, Quat{});
    }
  }
}

TEST(MotionCatalog, every_entry_has_a_sample) {
  const auto all = motion_samples();
  for (const WallMotionEntry* e : wall_motion_catalog()) {
    if (e->info.name == "free") continue;    // not prescribed; tested below
    if (e->info.name == "body") continue;    // nor this: tests/walls/rigid_wall.cpp
    if (e->info.name == "torque") continue;  // nor this: tests/sim/driven_walls.cpp
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [&](const MotionSample& s) { return s.name == e->info.name; }))
        << "no sample of " << e->info.name;
  }
}

TEST(Rotate, keeps_its_centre_in_place_and_returns_after_a_turn) {
  const Vec3 c{1, 2, 3};
  const auto wall =
      motion("rotate", {{"angular_velocity", 2 * M_PI}, {"centre", c}, {"axis", Vec3{1, 1, 0}}});
  for (double t = 0; t < 3; t += 0.1) {
    const WallPose w = wall->advance(t, 0, {});
    EXPECT_NEAR(norm(w.x + rotate(w.q, c) - c), 0, 1e-14);
    EXPECT_NEAR(norm(w.v + cross(w.omega, rotate(w.q, c))), 0, 1e-13);
  }
  EXPECT_NEAR(norm(wall->advance(1000, 0, {}).x), 0, 1e-11);  // 6283 rad carry 1e-12 of rounding
}

TEST(Tapping, rises_slowly_and_drops_quickly_without_a_jump_of_the_velocity) {
  const auto wall = motion("tapping", {{"amplitude", 0.003}, {"frequency", 4.0}, {"drop", 0.1}});
  const double period = 0.25, top = 0.9 * period;
  EXPECT_NEAR(wall->advance(top, 0, {}).x.y, 0.003, 1e-16);
  EXPECT_NEAR(wall->advance(top / 2, 0, {}).x.y, 0.0015, 1e-16);
  double greatest = 0;
  Vec3 before{};
  constexpr double dt = 1e-5, acceleration = M_PI * M_PI * 0.003 * 16 / (2 * 0.01);
  for (int i = 0; i <= 100000; ++i) {
    const WallPose w = wall->advance(i * dt, 0, {});
    EXPECT_LE(norm(w.v - before), 1.001 * acceleration * dt);
    EXPECT_GE(w.x.y, 0);
    EXPECT_LE(w.x.y, 0.003);
    greatest = std::max(greatest, -w.v.y);
    before = w.v;
  }
  EXPECT_NEAR(greatest, M_PI * 0.003 * 4 / 0.2, 1e-6);
}

// Greatest speeds up and down, and the greatest acceleration.
struct TapExtremes {
  double up = 0, down = 0, acceleration = 0;
};
TapExtremes tap_extremes(const test::Given& given) {
  const auto wall = motion("tapping", given);
  TapExtremes out;
  constexpr double dt = 1e-5;
  double before = 0;
  for (int i = 0; i <= 100000; ++i) {
    const double v = wall->advance(i * dt, 0, {}).v.y;
    out.up = std::max(out.up, v), out.down = std::max(out.down, -v);
    out.acceleration = std::max(out.acceleration, std::abs(v - before) / dt);
    before = v;
  }
  return out;
}

TEST(Tapping, with_a_given_duration_of_the_drop_has_one_acceleration_at_all_frequencies) {
  constexpr double a = 0.003, tau = 0.025, expected = M_PI * M_PI * a / (2 * tau * tau);
  for (const double f : {2.0, 4.0, 10.0}) {
    const TapExtremes by_time =
        tap_extremes({{"amplitude", a}, {"frequency", f}, {"drop_time", tau}});
    // Differences over 10 us of an acceleration that changes in 25 ms.
    EXPECT_NEAR(by_time.acceleration, expected, 2e-3 * expected) << f;
    EXPECT_NEAR(by_time.down, M_PI * a / (2 * tau), 1e-5) << f;
    const TapExtremes by_share = tap_extremes({{"amplitude", a}, {"frequency", f}});
    EXPECT_NEAR(by_share.acceleration, expected * f * f / 16, 2e-3 * expected * f * f / 16) << f;
  }
}

TEST(Tapping, by_a_quick_rise_is_the_quick_drop_backwards) {
  const test::Given given{{"amplitude", 0.003}, {"frequency", 4.0}};
  const test::Given rising{
      {"amplitude", 0.003}, {"frequency", 4.0}, {"quick", std::string("rise")}};
  const auto drop = motion("tapping", given), rise = motion("tapping", rising);
  for (const double t : {0.001, 0.01, 0.02, 0.1, 0.24})
    EXPECT_NEAR(rise->advance(t, 0, {}).x.y, drop->advance(0.25 - t, 0, {}).x.y, 1e-15) << t;
  EXPECT_NEAR(tap_extremes(rising).up, tap_extremes(given).down, 1e-6);
}

TEST(Tapping, stops_after_the_given_taps_or_when_the_tap_under_way_is_finished) {
  const std::pair<std::string, ParamSet::Value> a{"amplitude", 1.0}, f{"frequency", 1.0};
  const auto two = motion("tapping", {a, f, {"taps", std::int64_t{2}}});
  EXPECT_GT(two->advance(1.5, 0, {}).x.y, 0.5);
  EXPECT_EQ(two->advance(2.5, 0, {}).x.y, 0);
  const auto until = motion("tapping", {a, f, {"until", 1.2}});
  EXPECT_GT(until->advance(1.5, 0, {}).x.y, 0.5);
  EXPECT_EQ(until->advance(2.5, 0, {}).x.y, 0);
  const auto exact = motion("tapping", {a, f, {"until", 2.0}});
  EXPECT_EQ(exact->advance(2.5, 0, {}).x.y, 0);
}

TEST(Motions, refuse_what_makes_no_sense) {
  EXPECT_FALSE(
      test::try_motion("translate", {{"velocity", Vec3{1, 0, 0}}, {"start", 2.0}, {"stop", 1.0}})
          .ok());
  EXPECT_FALSE(test::try_motion("rotate", {{"angular_velocity", 1.0}, {"axis", Vec3{}}}).ok());
  EXPECT_FALSE(test::try_motion("sinusoid", {{"frequency", 1.0}}).ok());
  EXPECT_FALSE(
      test::try_motion("tapping", {{"frequency", 1.0}, {"amplitude", 1.0}, {"drop", 1.0}}).ok());
  EXPECT_FALSE(
      test::try_motion("tapping", {{"frequency", 1.0}, {"amplitude", 1.0}, {"drop_time", 1.5}})
          .ok());
  EXPECT_FALSE(
      test::try_motion("tapping",
                       {{"frequency", 1.0}, {"amplitude", 1.0}, {"drop_time", 0.1}, {"drop", 0.1}})
          .ok());
  EXPECT_FALSE(test::try_motion("free", {}).ok());
  EXPECT_FALSE(test::try_motion("free", {{"mass", 1.0}, {"pressure", 1.0}}).ok());
  EXPECT_FALSE(test::try_motion("free", {{"control", std::string("servo")}}).ok());
  EXPECT_FALSE(test::try_motion("free", {{"mass", 1.0}, {"lowest", 1.0}}).ok());
  // A servo keeps one thing: a pressure, or a force against its direction.
  const std::pair<std::string, ParamSet::Value> servo{"control", std::string("servo")},
      speed{"max_speed", 0.1}, pressure{"pressure", 1.0}, force{"force", 1.0};
  EXPECT_TRUE(test::try_motion("free", {servo, speed, pressure}).ok());
  EXPECT_TRUE(test::try_motion("free", {servo, speed, force}).ok());
  EXPECT_FALSE(test::try_motion("free", {servo, speed}).ok());
  EXPECT_FALSE(test::try_motion("free", {servo, force}).ok());
  EXPECT_FALSE(test::try_motion("free", {servo, speed, pressure, force}).ok());
  EXPECT_FALSE(test::try_motion("free", {servo, speed, {"force", -1.0}}).ok());
  EXPECT_FALSE(test::try_motion("free", {servo, speed, force, {"area", 1.0}}).ok());
}

WallLoad gravity() {
  WallLoad load;
  load.gravity = {0, -9.81, 0};
  return load;
}

TEST(Free, falls_as_a_stone) {
  const auto wall = motion("free", {{"mass", 2.0}});
  WallPose w;
  for (int i = 1; i <= 1000; ++i) w = wall->advance(1e-3 * i, 1e-3, gravity());
  EXPECT_NEAR(w.x.y, -0.5 * 9.81, 1e-12);
  EXPECT_NEAR(w.v.y, -9.81, 1e-12);
  EXPECT_EQ(wall->mass(), 2);
  EXPECT_TRUE(wall->needs_load());
}

TEST(Free, carries_a_given_force_and_forgets_its_weight_when_asked) {
  const auto wall = motion("free", {{"mass", 2.0}, {"force", 6.0}, {"weight", false}});
  WallPose w;
  for (int i = 1; i <= 100; ++i) w = wall->advance(1e-2 * i, 1e-2, gravity());
  EXPECT_NEAR(w.x.y, -1.5, 1e-12);
}

// A piston on a spring: the error of position falls by four when the step is halved.
double spring_error(double dt) {
  const auto wall = motion(
      "free", {{"mass", 1.0}, {"force", 1.0}, {"weight", false}, {"direction", Vec3{1, 0, 0}}});
  WallPose w;
  const int n = static_cast<int>(std::lround(1 / dt));
  for (int i = 1; i <= n; ++i) {
    WallLoad load;
    load.force = {-100 * w.x.x, 0, 0};
    w = wall->advance(i * dt, dt, load);
  }
  return std::abs(w.x.x - 0.01 * (1 - std::cos(10.0)));
}

TEST(Free, is_of_second_order) {
  const double coarse = spring_error(1e-3), fine = spring_error(5e-4);
  EXPECT_LT(coarse, 1e-6);
  EXPECT_NEAR(coarse / fine, 4, 0.2);
}

TEST(Free, damping_of_any_size_is_stable_and_gives_the_terminal_speed) {
  const auto wall = motion("free", {{"mass", 1.0}, {"damping", 1e5}});
  WallPose w;
  for (int i = 1; i <= 2000; ++i) w = wall->advance(1e-3 * i, 1e-3, gravity());
  EXPECT_TRUE(std::isfinite(w.x.y));
  const double before = w.x.y;
  for (int i = 2001; i <= 3000; ++i) w = wall->advance(1e-3 * i, 1e-3, gravity());
  EXPECT_NEAR(before - w.x.y, 9.81e-5, 1e-9);
}

TEST(Free, rests_on_its_stop_and_leaves_it) {
  const auto wall = motion("free", {{"mass", 1.0}, {"highest", 0.1}, {"lowest", 0.0}});
  WallPose w;
  for (int i = 1; i <= 1000; ++i) w = wall->advance(1e-3 * i, 1e-3, gravity());
  EXPECT_EQ(w.x.y, -0.1);
  EXPECT_EQ(w.v.y, 0);
  WallLoad up = gravity();
  up.force = {0, 20, 0};
  for (int i = 1001; i <= 1100; ++i) w = wall->advance(1e-3 * i, 1e-3, up);
  EXPECT_GT(w.x.y, -0.1);
  EXPECT_GT(w.v.y, 0);
}

TEST(Free, waits_for_its_start) {
  const auto wall = motion("free", {{"mass", 1.0}, {"start", 0.5}});
  WallPose w;
  for (int i = 1; i <= 500; ++i) w = wall->advance(1e-3 * i, 1e-3, gravity());
  EXPECT_EQ(w.x.y, 0);
  w = wall->advance(0.501, 1e-3, gravity());
  EXPECT_LT(w.x.y, 0);
}

WallLoad bed(const WallPose& w, double stiffness, double area) {
  WallLoad load;
  load.area = area;
  load.force = {0, std::max(0.0, -w.x.y) * stiffness, 0};  // pushes the plate up
  return load;
}

TEST(Free, a_servo_keeps_the_pressure) {
  const auto wall = motion("free", {{"control", std::string("servo")},
                                    {"pressure", 1000.0},
                                    {"max_speed", 0.1},
                                    {"averaging", 1e-3}});
  WallPose w;
  for (int i = 1; i <= 20000; ++i) {
    w = wall->advance(1e-4 * i, 1e-4, bed(w, 1e4, 0.05));
    EXPECT_LE(norm(w.v), 0.1);
  }
  EXPECT_NEAR(-w.x.y * 1e4 / 0.05, 1000, 1);
  EXPECT_EQ(wall->mass(), 0);
}

TEST(Free, a_servo_on_a_force_is_one_on_the_pressure_of_its_area) {
  const auto by_force = motion("free", {{"control", std::string("servo")},
                                        {"force", 50.0},
                                        {"max_speed", 0.1},
                                        {"averaging", 1e-3}});
  const auto by_pressure = motion("free", {{"control", std::string("servo")},
                                           {"pressure", 1000.0},
                                           {"max_speed", 0.1},
                                           {"averaging", 1e-3}});
  EXPECT_FALSE(by_force->needs_area());
  EXPECT_TRUE(by_pressure->needs_area());
  WallPose f, p;
  for (int i = 1; i <= 20000; ++i) {
    f = by_force->advance(1e-4 * i, 1e-4, bed(f, 1e4, 0));  // a shape without an area
    p = by_pressure->advance(1e-4 * i, 1e-4, bed(p, 1e4, 0.05));
    ASSERT_NEAR(f.x.y, p.x.y, 1e-12) << i;  // 50 N on 0.05 m^2, but for rounding
  }
  EXPECT_NEAR(-f.x.y * 1e4, 50, 0.05);
  EXPECT_EQ(by_force->drive({}).force, 50);
  EXPECT_EQ(by_force->drive({}).pressure, 0);
  EXPECT_EQ(by_force->mass(), 0);
}

TEST(Free, state_and_restore_continue_to_the_last_bit) {
  for (const bool servo : {false, true}) {
    const auto make = [&] {
      if (servo)
        return motion("free", {{"control", std::string("servo")},
                               {"pressure", 1000.0},
                               {"max_speed", 0.1},
                               {"averaging", 1e-3}});
      return motion("free", {{"mass", 3.0}, {"damping", 2.0}});
    };
    const auto a = make();
    WallPose w;
    for (int i = 1; i <= 500; ++i) w = a->advance(1e-3 * i, 1e-3, bed(w, 1e4, 0.05));
    const auto b = make();
    b->restore(a->state());
    WallPose u = b->advance(0.5, 0, {});
    EXPECT_EQ(u.x, w.x);
    EXPECT_EQ(u.v, w.v);
    for (int i = 501; i <= 900; ++i) {
      w = a->advance(1e-3 * i, 1e-3, bed(w, 1e4, 0.05));
      u = b->advance(1e-3 * i, 1e-3, bed(u, 1e4, 0.05));
    }
    EXPECT_EQ(u.x, w.x);
    EXPECT_EQ(u.v, w.v);
    EXPECT_EQ(a->state(), b->state());
  }
}

// Copies of a wall must not move each other.
TEST(WallMotion, a_clone_has_the_state_and_goes_on_by_itself) {
  std::vector<std::unique_ptr<WallMotion>> motions;
  for (const MotionSample& s : motion_samples()) motions.push_back(made(s));
  motions.push_back(motion("free", {{"mass", 3.0}, {"damping", 2.0}}));
  const WallLoad load{.force = {0, 5, 0}, .gravity = {0, -9.81, 0}, .area = 0.05};
  for (const auto& m : motions) {
    for (int i = 1; i <= 30; ++i) m->advance(1e-2 * i, 1e-2, load);
    const auto clone = m->clone();
    const std::vector<double> state = m->state();
    EXPECT_EQ(clone->state(), state);
    for (int i = 31; i <= 60; ++i) m->advance(1e-2 * i, 1e-2, load);
    EXPECT_EQ(clone->state(), state);
    for (int i = 31; i <= 60; ++i) clone->advance(1e-2 * i, 1e-2, load);
    EXPECT_EQ(clone->state(), m->state());
    const WallPose a = clone->advance(0.6, 0, load), b = m->advance(0.6, 0, load);
    EXPECT_EQ(a.x, b.x);
    EXPECT_EQ(a.q, b.q);
    EXPECT_EQ(a.v, b.v);
    EXPECT_EQ(a.omega, b.omega);
  }
}

}  // namespace
}  // namespace scree
