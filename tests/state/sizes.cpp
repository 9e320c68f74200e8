// Mean volumes in closed form and against the samples (shares and moments: tests/scene/sizes.cpp).
#include "state/sizes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree::test {
namespace {

constexpr double kBall = std::numbers::pi / 6;  // volume of a ball of diameter 1

SizeDistribution two_classes(bool by_mass) {
  SizeDistribution s;
  s.kind = SizeDistribution::Kind::classes;
  s.classes = {{1, 3, 0.5}, {2, 1, 0.25}};
  s.by_mass = by_mass;
  return s;
}

// E[(1 + s u)^3] = 1 + s^2 for u uniform in [-1, 1]: 1.25 and 8 * 1.0625.
TEST(MeanVolume, of_classes_counts_their_spread) {
  const double small = 1.25, large = 8.5;
  EXPECT_LT(std::abs(two_classes(false).mean_volume() / (kBall * (3 * small + large) / 4) - 1),
            1e-14);
  // Of a mass of 3 + 1, 3/small + 1/large grains.
  EXPECT_LT(std::abs(two_classes(true).mean_volume() / (kBall * 4 / (3 / small + 1 / large)) - 1),
            1e-14);
}

TEST(MeanVolume, is_that_of_the_samples) {
  SizeDistribution uniform, normal, lognormal;
  uniform.kind = SizeDistribution::Kind::uniform;
  uniform.lo = 1, uniform.hi = 3;
  normal.kind = SizeDistribution::Kind::normal;
  normal.mean = 2, normal.deviation = 0.5;
  lognormal = normal;
  lognormal.kind = SizeDistribution::Kind::lognormal;
  constexpr int kSamples = 40000;
  for (const SizeDistribution& s :
       {uniform, normal, lognormal, two_classes(false), two_classes(true)}) {
    double sum = 0, squares = 0;
    for (int k = 0; k < kSamples; ++k) {
      const double d = s.sample(CounterRandom(7, 1), static_cast<std::uint64_t>(k));
      const double v = kBall * d * d * d;
      sum += v, squares += v * v;
      EXPECT_LE(d, s.largest());
      EXPECT_GE(d, s.smallest());
    }
    const double mean = sum / kSamples;
    const double error = std::sqrt((squares / kSamples - mean * mean) / kSamples);
    // Five standard errors: the samples are always the same, so this cannot fail by chance later.
    EXPECT_LT(std::abs(mean - s.mean_volume()), 5 * error);
  }
}

}  // namespace
}  // namespace scree::test
