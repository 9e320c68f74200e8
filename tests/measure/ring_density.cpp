#include <gtest/gtest.h>

#include <numbers>

#include "make.hpp"
#include "measure/ball_volume.hpp"

namespace scree {
namespace {

// A ball that lies within the third ring of a height of 8: its volume over that of this ring.
TEST(Rings, a_density_is_that_of_the_rings_own_volume) {
  Particles p;
  p.add({.x = {2.5, 0, 0}, .radius = 0.25}, 1);
  const auto density =
      test::values("rings; radius = 4; count = 4; height = 8; axis = [0, 1, 0]", {.particles = p});
  const double ring = std::numbers::pi * (3 * 3 - 2 * 2) * 8;
  ASSERT_EQ(density.size(), 4u);
  // The part of a ball in a cylinder is good to some 1e-14 of the ball.
  EXPECT_LT(std::abs(density[2] / (ball_volume(0.25) / ring) - 1), 1e-12);
  for (const int k : {0, 1, 3}) EXPECT_LT(density[static_cast<std::size_t>(k)], 1e-15);
}

}  // namespace
}  // namespace scree
