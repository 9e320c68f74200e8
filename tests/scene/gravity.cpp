#include "sim/world/gravity.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace scree {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(Gravity, constant_by_default_to_the_last_bit) {
  const Gravity g;
  EXPECT_EQ(g.at(123.4), (Vec3{0, -9.81, 0}));
}

TEST(Gravity, rotates_steadily_about_its_axis) {
  Gravity g;
  g.rate = kPi / 2;
  EXPECT_LT(norm(g.at(1) - Vec3{9.81, 0, 0}), 1e-14);  // -y turned by 90 degrees about z is +x
  EXPECT_NEAR(norm(g.at(0.37)), 9.81, 1e-14);
  g.axis = {0, 0, 5};  // need not be a unit vector
  EXPECT_LT(norm(g.at(1) - Vec3{9.81, 0, 0}), 1e-14);
}

TEST(Gravity, turns_follow_each_other_and_stay_at_rest_between) {
  Gravity g;
  g.turns = {{4, 0.5, kPi}, {8, 0.5, kPi}};
  EXPECT_EQ(g.at(3.999), (Vec3{0, -9.81, 0}));
  EXPECT_LT(norm(g.at(4.25) - Vec3{9.81, 0, 0}), 1e-13);  // half way at half time
  EXPECT_LT(norm(g.at(4.5) - Vec3{0, 9.81, 0}), 1e-13);
  EXPECT_LT(norm(g.at(7.9) - Vec3{0, 9.81, 0}), 1e-13);
  EXPECT_LT(norm(g.at(9) - Vec3{0, -9.81, 0}), 1e-13);
}

TEST(Gravity, the_rate_of_a_turn_has_no_jump) {
  Gravity g;
  g.turns = {{1, 0.5, kPi}};
  const double h = 1e-4;
  // The rate near both ends is of the order h^2: |dg/dt| = 9.81 * (pi / T) (1 - cos(2 pi h / T)).
  for (const double t : {1.0, 1.5}) {
    const double rate = norm(g.at(t + h) - g.at(t - h)) / (2 * h);
    EXPECT_LT(rate, 9.81 * 2 * kPi * std::pow(2 * kPi * h / 0.5, 2));
  }
}

TEST(Gravity, a_turn_without_duration_is_a_jump) {
  Gravity g;
  g.turns = {{1, 0, kPi}};
  EXPECT_EQ(g.at(0.999), (Vec3{0, -9.81, 0}));
  EXPECT_LT(norm(g.at(1) - Vec3{0, 9.81, 0}), 1e-13);
}

}  // namespace
}  // namespace scree
