// One grain under a constant force and a constant torque: places and angles are known.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/integrator.hpp"

namespace scree::test {
namespace {

constexpr Vec3 kForce{0.003, -0.001, 0.002};
constexpr Vec3 kAxis{2.0 / 3, -1.0 / 3, 2.0 / 3};  // unit: spin and torque keep one direction
constexpr double kSpin = 1.5, kTurning = 20;       // rad/s, rad/s^2 at the start and for ever
constexpr double kStep = 1e-3;
constexpr int kSteps = 1000;

struct Flight {
  Particles p;
  double mass = 0, travelled = 0;  // sum of the ways that the integrator reports
};

// With the forces and torques that p has, and the memory that the integrator begins with.
MotionArgs started(const IntegratorEntry& integrator, Particles& p, const PeriodicBox& box,
                   double dt) {
  const auto state = add_integrator_state(integrator, p);
  EXPECT_TRUE(state.ok());
  const MotionArgs args{p, box, dt, *state};
  integrator.start(args, 0, p.size());
  return args;
}

Flight flown(const IntegratorEntry& integrator, const PeriodicBox& box = {}) {
  Flight flight;
  Particles& p = flight.p;
  p.add({.x = {0.1, 0.2, 0.3}, .radius = 0.01, .v = {0.4, 0.5, -0.6}, .omega = kSpin * kAxis},
        2500);
  flight.mass = p.mass(0);
  const Vec3 torque = (kTurning / p.inv_inertia[0]) * kAxis;
  p.f[0] = kForce;
  p.tq[0] = torque;
  const MotionArgs args = started(integrator, p, box, kStep);
  for (int k = 0; k < kSteps; ++k) {
    flight.travelled += std::sqrt(integrator.predict(args, 0, 1));
    flight.travelled += std::sqrt(integrator.correct(args, 0, 1, &kForce, &torque));
  }
  return flight;
}

class ClosedForms : public testing::TestWithParam<const IntegratorEntry*> {};

TEST_P(ClosedForms, place_and_velocity_under_a_constant_force) {
  const Flight got = flown(*GetParam());
  const double t = kSteps * kStep;
  const Vec3 a = kForce / got.mass;
  const Vec3 x = Vec3{0.1, 0.2, 0.3} + t * Vec3{0.4, 0.5, -0.6} + 0.5 * t * t * a;
  const Vec3 v = Vec3{0.4, 0.5, -0.6} + t * a;
  // A parabola is integrated exactly: only the rounding of a thousand sums of order 1 is left.
  EXPECT_LT(norm(got.p.xr[0].x - x), 1e-12);
  EXPECT_LT(norm(got.p.vm[0].v - v), 1e-12);
}

TEST_P(ClosedForms, orientation_and_spin_under_a_constant_torque) {
  const Flight got = flown(*GetParam());
  const double t = kSteps * kStep, angle = kSpin * t + 0.5 * kTurning * t * t;
  EXPECT_LT(norm(got.p.ws[0].omega - (kSpin + kTurning * t) * kAxis), 1e-11);
  // turned() goes by the tangent of the half angle: a step of phi turns by phi - phi^3/12. The sum
  // over all steps is below n (largest phi)^3 / 12 = 0.8e-3, and not zero. Without the half of
  // alpha dt^2 the angle would lag by alpha t dt / 2 = 10e-3.
  const double largest = (kSpin + kTurning * t) * kStep;
  const double lag = kSteps * largest * largest * largest / 12;
  const Quat expected{std::cos(angle / 2), std::sin(angle / 2) * kAxis.x,
                      std::sin(angle / 2) * kAxis.y, std::sin(angle / 2) * kAxis.z};
  const Quat error = conjugate(expected) * got.p.q[0];
  EXPECT_LT(2 * std::asin(norm(Vec3{error.x, error.y, error.z})), lag);
  const Quat& q = got.p.q[0];
  EXPECT_LT(std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1), 1e-15 * 4);
}

TEST_P(ClosedForms, the_reported_way_is_no_shorter_than_the_path) {
  const Flight got = flown(*GetParam());
  const double straight = norm(got.p.xr[0].x - Vec3{0.1, 0.2, 0.3});
  EXPECT_GE(got.travelled, straight * (1 - 1e-12));  // rounding of a thousand sums
  EXPECT_LT(got.travelled, 1.5 * straight);          // the path bends little
}

TEST_P(ClosedForms, a_periodic_box_takes_off_whole_lengths) {
  const PeriodicBox box{{0, -1, 0.25}, {0.125, 1, 0.5}, {true, false, true}};
  const Flight free = flown(*GetParam()), boxed = flown(*GetParam(), box);
  for (int k = 0; k < 3; ++k) {
    const double off = free.p.xr[0].x[k] - boxed.p.xr[0].x[k];
    const double lengths = box.periodic[k] ? std::round(off / box.length(k)) : 0;
    EXPECT_EQ(lengths != 0, box.periodic[k]) << "a test that leaves no box tests nothing";
    EXPECT_LT(std::abs(off - lengths * box.length(k)), 1e-12);
    if (!box.periodic[k]) continue;
    EXPECT_GE(boxed.p.xr[0].x[k], box.lo[k]);
    EXPECT_LT(boxed.p.xr[0].x[k], box.hi[k]);
  }
}

// Force and torque of springs: x(t) = cos(w t), and the same for the angle about an axis. The error
// after one period must fall with the order of the integrator when the step is halved.
struct Swing {
  double x = 0, v = 0, angle = 0, spin = 0;  // errors after one period
};

Swing swung(const IntegratorEntry& integrator, int steps) {
  constexpr double kOmega = 2 * std::numbers::pi;  // one period takes a second
  constexpr double kAmplitude = 0.5;
  Particles p;
  p.add({.x = {kAmplitude, 0, 0}, .radius = 0.1}, 2500);
  p.q[0] = {std::cos(kAmplitude / 2), std::sin(kAmplitude / 2), 0, 0};
  const auto angle = [&p] { return 2 * std::atan2(p.q[0].x, p.q[0].w); };
  const auto force = [&p] { return Vec3{-kOmega * kOmega * p.xr[0].x.x / p.vm[0].inv_mass, 0, 0}; };
  const auto torque = [&] { return Vec3{-kOmega * kOmega * angle() / p.inv_inertia[0], 0, 0}; };
  p.f[0] = force(), p.tq[0] = torque();
  const MotionArgs args = started(integrator, p, {}, 1.0 / steps);
  if (integrator.info.name == "gear") {
    // A smooth start: the fourth derivative of the place, the third of the spin.
    const double fourth = kOmega * kOmega * kOmega * kOmega * kAmplitude;
    args.state(2)[0] = args.state(5)[0] = {fourth, 0, 0};
  }
  for (int k = 0; k < steps; ++k) {
    integrator.predict(args, 0, 1);
    const Vec3 f = force(), tq = torque();
    integrator.correct(args, 0, 1, &f, &tq);
  }
  return {std::abs(p.xr[0].x.x - kAmplitude), std::abs(p.vm[0].v.x), std::abs(angle() - kAmplitude),
          std::abs(p.ws[0].omega.x)};
}

// By how much errors fall when the step is halved. Where the motion turns, places are better than
// their order by what velocities are worse. turned() is of second order, which Gear's spins meet.
struct Falls {
  double x, v, angle, spin;
};
Falls expected_falls(std::string_view integrator) {
  if (integrator == "ferrez") return {2, 4, 2, 4};
  if (integrator == "gear") return {32, 16, 8, 4};
  return {16, 4, 16, 4};
}

TEST_P(ClosedForms, swing_on_springs_with_the_order_of_the_integrator) {
  const Swing coarse = swung(*GetParam(), 200), fine = swung(*GetParam(), 400);
  const Falls falls = expected_falls(GetParam()->info.name);
  // Three quarters: room for the terms of higher order at 200 steps a period.
  EXPECT_GT(coarse.x / fine.x, 0.75 * falls.x);
  EXPECT_GT(coarse.v / fine.v, 0.75 * falls.v);
  EXPECT_GT(coarse.angle / fine.angle, 0.75 * falls.angle);
  EXPECT_GT(coarse.spin / fine.spin, 0.75 * falls.spin);
  // Verlet is late by (w dt)^2 / 24 of a period: 8.1e-4 m/s. No one is four times as late.
  EXPECT_LT(coarse.v, 4 * 8.1e-4);
  EXPECT_LT(coarse.spin, 4 * 8.1e-4);
}

// A torque that is given over time, tau = I A cos(w t), so that nothing but the spin's own
// equation is in play: omega = A/w sin(w t). Error after 0.2 s.
double spin_error(const IntegratorEntry& integrator, int steps) {
  constexpr double kOmega = 2 * std::numbers::pi, kTurn = 30, kTime = 0.2;
  const double dt = kTime / steps;
  Particles p;
  p.add({.radius = 0.1}, 2500);
  const auto torque = [&](int k) {
    return Vec3{0, kTurn * std::cos(kOmega * k * dt) / p.inv_inertia[0], 0};
  };
  p.tq[0] = torque(0);
  const MotionArgs args = started(integrator, p, {}, dt);
  if (integrator.info.name == "gear") args.state(5)[0] = {0, -kOmega * kOmega * kTurn, 0};
  for (int k = 1; k <= steps; ++k) {
    integrator.predict(args, 0, 1);
    const Vec3 f{}, tq = torque(k);
    integrator.correct(args, 0, 1, &f, &tq);
  }
  return std::abs(p.ws[0].omega.y - kTurn / kOmega * std::sin(kOmega * kTime));
}

TEST_P(ClosedForms, spin_under_a_torque_that_changes_has_the_order_of_the_integrator) {
  const double coarse = spin_error(*GetParam(), 50), fine = spin_error(*GetParam(), 100);
  const std::string_view name = GetParam()->info.name;
  // First, second and fourth order; three quarters leave room for the terms beyond.
  EXPECT_GT(coarse / fine, 0.75 * (name == "ferrez" ? 2
                                   : name == "gear" ? 16
                                                    : 4))
      << coarse << " " << fine;
}

INSTANTIATE_TEST_SUITE_P(Catalog, ClosedForms,
                         testing::ValuesIn(std::vector<const IntegratorEntry*>(
                             integrator_catalog().begin(), integrator_catalog().end())),
                         [](const auto& info) { return std::string(info.param->info.name); });

TEST(Longest, is_infinite_for_what_is_no_number) {
  EXPECT_EQ(longest(1, 2), 2);
  EXPECT_EQ(longest(2, 1), 2);
  EXPECT_TRUE(std::isinf(longest(1, std::nan(""))));
}

}  // namespace
}  // namespace scree::test
