#include "shapes/mass.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numbers>
#include <random>

#include "shapes/sphere.hpp"

namespace scree {
namespace {

Tensor tensor_of(const PrincipalInertia& p) {
  return moved({1, {}, {.xx = p.moments.x, .yy = p.moments.y, .zz = p.moments.z}}, {}, p.frame)
      .inertia;
}

double largest_difference(const Tensor& a, const Tensor& b) {
  double d = 0;
  for (const double v :
       {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.yz - b.yz, a.zx - b.zx})
    d = std::max(d, std::abs(v));
  return d;
}

TEST(Mass, of_a_ball_is_that_of_the_formula_in_both_dimensions) {
  const MassProperties ball = Sphere(2).mass_properties(Dimensions::three);
  EXPECT_NEAR(ball.mass, 4.0 / 3.0 * std::numbers::pi * 8, 1e-13);
  EXPECT_NEAR(ball.inertia.zz, 0.4 * ball.mass * 4, 1e-12);
  const MassProperties disc = Sphere(2).mass_properties(Dimensions::two);
  EXPECT_NEAR(disc.mass, std::numbers::pi * 4, 1e-14);
  EXPECT_NEAR(disc.inertia.zz, 0.5 * disc.mass * 4, 1e-13);
}

TEST(Mass, of_two_balls_follows_steiner) {
  const MassProperties one = ball_mass(1, Dimensions::three);
  const MassProperties parts[] = {moved(one, {3, 0, 0}, {}), moved(one, {-1, 0, 0}, {})};
  const MassProperties both = sum(parts);
  EXPECT_NEAR(both.mass, 2 * one.mass, 1e-14);
  EXPECT_NEAR(both.centre.x, 1, 1e-15);
  EXPECT_NEAR(both.inertia.xx, 2 * one.inertia.xx, 1e-14);
  EXPECT_NEAR(both.inertia.yy, 2 * (one.inertia.yy + one.mass * 4), 1e-13);
}

TEST(Mass, principal_frame_turns_the_moments_back_into_the_tensor) {
  EXPECT_TRUE(rc::check("random tensors", [] {
    const auto number = [] { return (*rc::gen::inRange(-1000, 1001)) / 500.0; };
    const Tensor t{number(), number(), number(), number(), number(), number()};
    const PrincipalInertia p = principal(t);
    // A few roundings of numbers up to 6 (three rows of entries up to 2).
    RC_ASSERT(largest_difference(tensor_of(p), t) < 1e-13);
    RC_ASSERT(std::abs(p.frame.w * p.frame.w + p.frame.x * p.frame.x + p.frame.y * p.frame.y +
                       p.frame.z * p.frame.z - 1) < 1e-15);
  }));
}

TEST(Mass, a_diagonal_tensor_keeps_its_frame) {
  const PrincipalInertia p = principal({.xx = 3, .yy = 1, .zz = 2});
  EXPECT_EQ(p.frame, Quat{});
  EXPECT_EQ(p.moments, (Vec3{3, 1, 2}));
}

TEST(Mass, degenerate_tensors_have_a_frame) {
  for (const Tensor& t : {Tensor{}, Tensor{1, 1, 1, 0, 0, 0}, Tensor{1, 1, 1, 1, 1, 1},
                          Tensor{1e-300, 1, 1e-300, 1e-200, 0, 0}}) {
    const PrincipalInertia p = principal(t);
    EXPECT_TRUE(std::isfinite(p.frame.w) && is_finite(p.moments));
    EXPECT_LT(largest_difference(tensor_of(p), t), 1e-14);
  }
}

}  // namespace
}  // namespace scree
