// The spring, dashpot and slider in the contact plane, and the tangential and rolling parts that
// are made of it; sphere on a plane and on a slope.
#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "laws/plane_spring.hpp"
#include "params.hpp"
#include "parts.hpp"
#include "sphere_on_plane.hpp"

namespace scree::laws::test {
namespace {

using std::numbers::pi;

template <class P>
P make(const ParamSet& set, const ParamSet& normal) {
  return *P::make({set, set, normal, normal});
}

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr Vec3 up{0, 0, 1};

TEST(PlaneSpring, integrates_the_displacement_by_the_trapezoid_rule) {
  // x(t) = t^2: v = 2t is linear, so the trapezoid rule is exact.
  const double dt = 0.1;
  const PlaneSpring spring{.k = 3, .k_before = 3, .c = 0, .limit = inf};
  double h[3] = {};
  for (int i = 0; i <= 20; ++i) {
    const double t = i * dt;
    const Vec3 v{2 * t, 0, 0};
    EXPECT_NEAR(spring(up, v, dt, h).force.x, 3 * t * t, 1e-12);
    EXPECT_NEAR(PlaneSpring::stored(3, v, dt, h), 0.5 * 3 * t * t * t * t, 1e-12);
  }
}

// A mass on the spring alone, ten periods in steps of 1/50 of one: no hidden dashpot. With the
// whole dt v added before the force is taken, 2% of the energy would be left at 50 steps a period.
TEST(PlaneSpring, alone_does_not_damp_an_oscillation) {
  for (const int steps : {50, 100}) {
    const double w = 2 * pi, dt = 1.0 / steps;
    const PlaneSpring spring{.k = w * w, .k_before = w * w, .c = 0, .limit = inf};
    double h[3] = {};
    double v = 1, f = 0;
    double energy = 0;
    for (int i = 0; i < 10 * steps; ++i) {
      const double next = spring(up, {v - dt * f, 0, 0}, dt, h).force.x;  // resists the motion
      v -= 0.5 * dt * (f + next);
      f = next;
      energy = 0.5 * v * v + PlaneSpring::stored(w * w, {v, 0, 0}, dt, h);
    }
    // What is left is the integrator's: the predicted velocity shifts the energy by some
    // (w dt)^4 a step, here 2.8% at 50 and 0.29% at 100 steps a period.
    EXPECT_NEAR(energy, 0.5, 0.5 * (steps == 50 ? 0.04 : 0.005)) << steps;
  }
}

TEST(PlaneSpring, turning_the_plane_keeps_length_and_energy) {
  const PlaneSpring spring{.k = 100, .k_before = 100, .c = 1, .limit = inf};
  double h[3] = {};
  spring({0, 0, 1}, {1, 2, 0}, 0.01, h);
  const double length = std::sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
  Numbers numbers(61);
  Vec3 n{0, 0, 1};
  for (int i = 0; i < 1000; ++i) {
    n = normalized(n + 0.3 * numbers.direction());
    const auto f = spring(n, {}, 0.01, h);
    const Vec3 d{h[0], h[1], h[2]};
    EXPECT_NEAR(norm(d), length, 1e-12 * length);
    EXPECT_LE(std::abs(dot(d, n)), 1e-13 * length);
    EXPECT_LE(std::abs(f.slid), 1e-12);
    EXPECT_EQ(f.dissipated, 0);
  }
}

TEST(PlaneSpring, a_plane_turned_to_the_spring_itself_loses_it_and_books_the_loss) {
  const PlaneSpring spring{.k = 100, .k_before = 100, .c = 1, .limit = inf};
  double h[3] = {2, 0, 0};
  const auto f = spring({1, 0, 0}, {}, 0.01, h);
  EXPECT_EQ(norm(f.force), 0);
  EXPECT_EQ(f.slid, 0.5 * 100 * 4);
  EXPECT_EQ(h[0], 0);
}

// Elata & Berryman: a stiffening contact keeps the force it has, a softening one the displacement.
TEST(PlaneSpring, a_change_of_stiffness_never_adds_energy) {
  double h[3] = {1, 0, 0};
  const auto loaded = PlaneSpring{.k = 400, .k_before = 100, .limit = inf}(up, {}, 1e-3, h);
  EXPECT_DOUBLE_EQ(loaded.force.x, 100);
  EXPECT_DOUBLE_EQ(h[0], 0.25);
  EXPECT_DOUBLE_EQ(loaded.slid, 50 - 12.5);
  const auto unloaded = PlaneSpring{.k = 100, .k_before = 400, .limit = inf}(up, {}, 1e-3, h);
  EXPECT_DOUBLE_EQ(unloaded.force.x, 25);
  EXPECT_DOUBLE_EQ(h[0], 0.25);
  EXPECT_DOUBLE_EQ(unloaded.slid, 12.5 - 3.125);
}

TEST(PlaneSpring, without_limit_stiffness_damping_or_motion_nothing_is_not_a_number) {
  for (const double k : {0.0, 1e4})
    for (const double c : {0.0, 3.0})
      for (const double limit : {0.0, 1.0})
        for (const double v : {0.0, 1e-320, 1.0}) {
          double h[3] = {};
          for (int i = 0; i < 3; ++i) {
            const auto f =
                PlaneSpring{.k = k, .k_before = k, .c = c, .limit = limit}(up, {v, 0, 0}, 1e-5, h);
            EXPECT_TRUE(is_finite(f.force) && std::isfinite(f.slid) && std::isfinite(f.dissipated));
            EXPECT_TRUE(std::isfinite(h[0]));
            EXPECT_LE(norm(f.force), limit);
            EXPECT_GE(PlaneSpring::stored(k, {v, 0, 0}, 1e-5, h), 0);
          }
        }
}

// Steady sliding: the force is the limit, along the motion, all work is slid.
TEST(PlaneSpring, slides_steadily_at_the_limit) {
  const PlaneSpring spring{.k = 1e4, .k_before = 1e4, .c = 2, .limit = 5};
  double h[3] = {};
  const double dt = 1e-5;
  const Vec3 v{0.6, -0.8, 0};
  PlaneSpring::Answer f;
  for (int i = 0; i < 2000; ++i) f = spring(up, v, dt, h);
  EXPECT_NEAR(norm(f.force - 5 * v), 0, 1e-12);
  EXPECT_NEAR(f.slid, 5 * dt, 1e-12 * dt);
  EXPECT_NEAR(f.dissipated, 0, 1e-20);
  EXPECT_NEAR(PlaneSpring::stored(1e4, {}, dt, h), 0.5 * 25 / 1e4, 1e-9);
}

// ---- parts ------------------------------------------------------------------------------------

TEST(TangentialSpring, takes_the_stiffness_ratio_of_mindlin_beside_hertz) {
  const ParamSet steel = params({{"young", 2e11}, {"poisson", 0.3}, {"restitution", 0.8}});
  const ParamSet timed = params({{"contact_time", 1e-3}, {"restitution", 0.8}});
  const ParamSet mu = params({{"friction", 0.3}});
  EXPECT_NEAR(make<tangential::Spring>(mu, steel).k_ratio, 2 * (1 - 0.3) / (2 - 0.3), 1e-15);
  EXPECT_EQ(make<tangential::Spring>(mu, timed).k_ratio, 2.0 / 7.0);
  EXPECT_EQ(make<tangential::Spring>(mu, timed).c_ratio, 2.0 / 7.0);
  EXPECT_EQ(make<tangential::Spring>(mu, timed).mu, 0.3);
}

TEST(TangentialSpring, half_periods_of_sticking_and_of_rebound_agree_at_two_sevenths) {
  // A sphere that hits a wall with equal normal and tangential speed and sticks throughout rebounds
  // with its surface's tangential velocity reversed: v_x' = v_x (1 - 2 * 2/7), spin with it.
  const ParamSet timed = params({{"contact_time", 1e-3}, {"restitution", 1}});
  const double m = 0.01, r = 0.01;
  SphereOnPlane<normal::Linear, tangential::Spring, rolling::None> s{
      make<normal::Linear>(timed, timed),
      make<tangential::Spring>(params({{"friction", 100}}), timed),
      {},
      m,
      r};
  s.x = {0, r, 0};
  s.v = {1, -1, 0};
  do s.step(1e-3 / 4000);
  while (s.overlap() > 0);
  EXPECT_NEAR(s.v.y, 1, 1e-3);
  EXPECT_NEAR(s.v.x, 1 - 4.0 / 7.0, 1e-3);
  EXPECT_NEAR(s.w.z * r, -10.0 / 7.0, 1e-3);
}

TEST(Viscous, takes_at_most_half_of_the_velocity_in_a_step) {
  const ParamSet timed = params({{"contact_time", 1e-3}, {"restitution", 0.5}});
  const auto part =
      make<tangential::Viscous>(params({{"friction", 1e9}, {"damping", 1e30}}), timed);
  const Touch c{.n = {0, 0, 1}, .delta = 1e-5, .v_t = {2, 0, 0}, .m_eff = 0.02, .dt = 1e-5};
  const auto f = part(c, NormalForce{.force = 1e9, .stiffness = 1e4}, nullptr);
  EXPECT_DOUBLE_EQ(f.force.x * c.dt / (2.0 / 7.0 * c.m_eff), 1.0);
  EXPECT_DOUBLE_EQ(f.dissipated, f.force.x * 2 * c.dt);
}

TEST(Viscous, refuses_two_ways_at_once) {
  const ParamSet one = params({{"friction", 0.5}, {"damping", 1}});
  const ParamSet other = params({{"friction", 0.5}, {"damping_ratio", 1}});
  const ParamSet both = params({{"friction", 0.5}, {"damping", 1}, {"damping_ratio", 1}});
  for (const auto& [a, b] :
       {std::pair{&one, &other}, {&other, &one}, {&both, &both}, {&one, &both}})
    EXPECT_EQ(tangential::Viscous::make({*a, *b, *a, *b}).error().code, "E0313");
}

// ---- rolling ----------------------------------------------------------------------------------

template <class R>
using Roller = SphereOnPlane<normal::Linear, tangential::Spring, R>;

// Rests on a slope of angle `slope`, pressed in by its weight.
template <class R>
Roller<R> on_slope(double slope, const ParamSet& rolling_params) {
  const ParamSet timed = params({{"contact_time", 1e-3}, {"restitution", 0.5}});
  const double m = 0.01, r = 0.01, g = 9.81;
  Roller<R> s{make<normal::Linear>(timed, timed),
              make<tangential::Spring>(params({{"friction", 0.8}}), timed),
              make<R>(rolling_params, timed),
              m,
              r,
              {g * std::sin(slope), -g * std::cos(slope), 0}};
  s.x = {0, r - m * g * std::cos(slope) / s.normal.stiffness(m), 0};
  return s;
}

constexpr double kMuRoll = 0.05, kStep = 2e-5;

// 7/5 m a = m g sin - mu_r m g cos, once rolling.
double rolling_acceleration(double slope) {
  return 5.0 / 7.0 * 9.81 * (std::sin(slope) - kMuRoll * std::cos(slope));
}

template <class R>
void expect_rolls_out(const ParamSet& rolling_params) {
  Roller<R> s = on_slope<R>(0, rolling_params);
  s.v = {0.5, 0, 0};
  s.w = {0, 0, -0.5 / s.r};  // rolling
  const double a = -rolling_acceleration(0);
  for (double t = 0; t < 1.5 * 0.5 / a; t += kStep) s.step(kStep);
  EXPECT_NEAR(s.x.x, 0.25 / (2 * a), 0.01 * 0.25 / (2 * a));
  EXPECT_NEAR(norm(s.v), 0, 1e-3);
  EXPECT_NEAR(norm(s.w) * s.r, 0, 1e-3);
}

TEST(Rolling, a_ball_rolls_out_after_the_distance_of_a_constant_torque) {
  const ParamSet mu = params({{"friction", kMuRoll}});
  const ParamSet spring = params({{"friction", kMuRoll}, {"stiffness_ratio", 0.4}});
  expect_rolls_out<rolling::Constant>(mu);
  expect_rolls_out<rolling::Spring>(spring);
}

TEST(Rolling, the_spring_holds_a_ball_on_a_slope_below_mu_r_and_lets_it_roll_above) {
  const ParamSet set = params({{"friction", kMuRoll}, {"stiffness_ratio", 0.4}});
  auto held = on_slope<rolling::Spring>(std::atan(0.8 * kMuRoll), set);
  for (double t = 0; t < 1; t += kStep) held.step(kStep);
  EXPECT_LE(norm(held.v), 1e-9);
  EXPECT_LE(held.x.x, 0.01 * held.r);
  const double steep = std::atan(3 * kMuRoll);
  auto rolls = on_slope<rolling::Spring>(steep, set);
  for (double t = 0; t < 1; t += kStep) rolls.step(kStep);
  EXPECT_NEAR(rolls.v.x, rolling_acceleration(steep), 0.01 * rolling_acceleration(steep));
}

TEST(Rolling, the_constant_torque_never_reverses_a_spin) {
  const ParamSet mu = params({{"friction", 10.0}});
  const auto part = make<rolling::Constant>(mu, mu);
  const double m = 0.01, r = 0.01, inertia = 0.4 * m * r * r;
  Touch c{.n = {0, -1, 0}, .delta = 1e-5, .m_eff = m, .r_eff = r, .dt = 1e-4};
  double w = 50;
  for (int i = 0; i < 200; ++i) {
    c.w_rel = {0, 7, w};  // twisting about the normal is left alone
    const Vec3 torque = part(c, NormalForce{.force = 20, .stiffness = 1e4}, nullptr).torque;
    EXPECT_EQ(torque.y, 0);
    const double next = w + c.dt * torque.z / inertia;
    ASSERT_GE(next, 0.49 * std::min(w, 1.0) * (w < 1)) << i;
    ASSERT_LT(next, w);
    w = next;
  }
  EXPECT_LT(w, 1e-6);
}

TEST(Rolling, a_pair_that_turns_as_a_whole_feels_nothing) {
  // omega_1 = omega_2: w_rel = 0, while the plane turns with the pair.
  for_each_with_normal(RollingParts{}, [](const auto& normal, const auto& w) {
    Numbers numbers(67);
    Touch c = random_touch(numbers);
    c.w_rel = {};
    History hn{}, h{};
    for (int i = 0; i < 100; ++i) {
      c.n = normalized(c.n + Vec3{0.02, 0.01, -0.03});
      EXPECT_EQ(norm(w.part(c, normal.part(c, hn.data()), h.data()).torque), 0) << w.name();
    }
  });
}

}  // namespace
}  // namespace scree::laws::test
