#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "walls/frame.hpp"

namespace scree {
namespace {

// Directions near and at both poles, where the formula has its special case, and all over.
std::vector<Vec3> axes() {
  std::vector<Vec3> out = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0, 0, -1}};
  for (const double tilt : {1e-12, 1e-6, 0.1})
    for (const double y : {1.0, -1.0}) out.push_back(normalized(Vec3{tilt, y, 0.5 * tilt}));
  const CounterRandom random(3, 1);
  for (std::uint64_t k = 0; k < 100; ++k)
    out.push_back(normalized(Vec3{random.uniform(k, 0) - 0.5, random.uniform(k, 1) - 0.5,
                                  random.uniform(k + 1000, 0) - 0.5}));
  return out;
}

TEST(FrameAlong, is_right_handed_and_of_unit_vectors_for_every_axis) {
  for (const Vec3& axis : axes())
    for (const double angle : {0.0, 0.7, -2.0}) {
      const AxisFrame f = frame_along(axis, angle);
      // Some roundings of numbers of order 1, divided by 1 + y >= 1/2.
      EXPECT_LT(std::abs(norm(f.u) - 1), 1e-14) << axis.y;
      EXPECT_LT(std::abs(norm(f.w) - 1), 1e-14) << axis.y;
      EXPECT_LT(std::abs(dot(f.u, f.axis)), 1e-14) << axis.y;
      EXPECT_LT(norm(cross(f.u, f.axis) - f.w), 1e-14) << axis.y;
      EXPECT_LT(norm(f.axis - axis), 1e-15);
    }
}

TEST(FrameAlong, y_without_an_angle_is_the_world) {
  const AxisFrame f = frame_along({0, 1, 0}, 0);
  EXPECT_EQ(f.u, (Vec3{1, 0, 0}));
  EXPECT_EQ(f.w, (Vec3{0, 0, 1}));
}

}  // namespace
}  // namespace scree
