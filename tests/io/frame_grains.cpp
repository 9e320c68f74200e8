#include "io/frame_grains.hpp"

#include <gtest/gtest.h>

namespace scree::test {
namespace {

TEST(FrameGrains, finds_the_reciprocal_that_gives_the_mass_back) {
  // Every mass of a run is the reciprocal of what its state holds.
  for (double inverse = 1e-3; inverse < 1e12; inverse *= 1.0173) {
    const double mass = 1 / inverse;
    EXPECT_EQ(1 / inverse_mass(mass), mass) << mass;
  }
  EXPECT_EQ(inverse_mass(0), 0);
}

}  // namespace
}  // namespace scree::test
