#include "dynamics/rigid.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

Body top(const Vec3& inertia, const Vec3& omega) {
  Body b;
  b.inv_mass = 0.5;
  b.inertia = inertia;
  b.omega = omega;
  return b;
}

void free_steps(Body& b, double dt, int n) {
  for (int k = 0; k < n; ++k) {
    predict_body(b, dt);
    correct_body(b, {}, {}, dt);
  }
}

double energy(const Body& b) { return 0.5 * dot(b.omega, b.momentum(b.omega)); }

TEST(RigidBody, without_torque_keeps_its_angular_momentum_to_rounding) {
  Body b = top({1, 2, 3}, {0.3, 2, -0.1});  // about the middle axis: it tumbles
  const Vec3 before = b.momentum(b.omega);
  free_steps(b, 1e-3, 20000);
  // A step rounds L some ten times by 2^-53 of its size, at random.
  EXPECT_LT(norm(b.momentum(b.omega) - before), 20000 * 1e-15 * norm(before));
}

TEST(RigidBody, energy_of_a_free_top_converges_with_the_square_of_the_step) {
  const auto drift = [](double dt) {
    Body b = top({1, 2, 3}, {0.3, 2, -0.1});
    const double before = energy(b);
    free_steps(b, dt, static_cast<int>(std::lround(8 / dt)));
    return std::abs(energy(b) / before - 1);
  };
  const double coarse = drift(4e-3), fine = drift(2e-3);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_LT(fine, coarse / 3) << "second order or better";
}

// A symmetric top turns about its own axis while that goes round L with |L|/I_across.
TEST(RigidBody, a_symmetric_top_precesses_as_the_formula_says) {
  const double across = 2, along = 1, t = 3;
  const auto axis_error = [&](double dt) {
    Body b = top({across, across, along}, {1.5, 0, 4});
    const Vec3 l = b.momentum(b.omega);
    const double rate = norm(l) / across;
    free_steps(b, dt, static_cast<int>(std::lround(t / dt)));
    // The axis e_z of the start, turned about L by rate * t (Rodrigues).
    const Vec3 u = normalized(l), e{0, 0, 1};
    const double c = std::cos(rate * t), s = std::sin(rate * t);
    const Vec3 expected = c * e + s * cross(u, e) + ((1 - c) * dot(u, e)) * u;
    return norm(rotate(b.q, e) - expected);
  };
  EXPECT_LT(axis_error(1e-3), 2e-5);
  EXPECT_LT(axis_error(0.5e-3), axis_error(1e-3) / 3.5) << "second order";
}

TEST(RigidBody, with_equal_moments_turns_like_a_sphere_under_torque) {
  Body b = top({2, 2, 2}, {0.1, 0.2, 0.3});
  const Vec3 torque{1, -2, 0.5};
  b.tq = torque;
  const double dt = 1e-3;
  const Quat expected = turned(b.q, dt * b.omega + (0.5 * dt * dt / 2) * torque);
  const Vec3 spin = b.omega + (dt / 2) * torque;
  predict_body(b, dt);
  correct_body(b, {}, torque, dt);
  EXPECT_NEAR(b.q.x, expected.x, 1e-15);
  EXPECT_NEAR(b.q.y, expected.y, 1e-15);
  EXPECT_NEAR(b.q.z, expected.z, 1e-15);
  EXPECT_LT(norm(b.omega - spin), 1e-15);
}

TEST(RigidBody, a_fixed_one_keeps_its_forces_and_does_not_move) {
  Body b = top({1, 2, 3}, {});
  b.inv_mass = 0;
  predict_body(b, 1);
  correct_body(b, {1, 2, 3}, {4, 5, 6}, 1);
  EXPECT_EQ(b.x, Vec3{});
  EXPECT_EQ(b.v, Vec3{});
  EXPECT_EQ(b.omega, Vec3{});
  EXPECT_EQ(b.f, (Vec3{1, 2, 3}));
}

}  // namespace
}  // namespace scree
