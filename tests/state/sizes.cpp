// Mean volumes in closed form and against the samples (shares and moments: tests/scene/sizes.cpp).
#include "state/sizes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

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

// Share of a standard normal distribution above z.
double above(double z) { return 0.5 * std::erfc(z / std::numbers::sqrt2); }

SizeDistribution bell(SizeDistribution::Kind kind, double mean, double deviation, double lo = 0,
                      double hi = 0) {
  SizeDistribution s;
  s.kind = kind;
  s.mean = mean, s.deviation = deviation;
  s.lo = lo, s.hi = hi;
  return s;
}

// Sizes are quantiles: the share of the distribution above a sample is the random number.
TEST(Samples, of_a_normal_distribution_are_its_quantiles) {
  const double mean = 2, deviation = 0.125;
  const CounterRandom random(11, 2);
  // The middle, all of it, and far out in the upper tail.
  for (const auto& [a, b] : {std::pair{-0.5, 0.25}, {-3.0, 3.0}, {-12.0, 12.0}, {4.0, 9.0}}) {
    const SizeDistribution s = bell(SizeDistribution::Kind::normal, mean, deviation,
                                    mean + a * deviation, mean + b * deviation);
    for (std::uint64_t k = 0; k < 3000; ++k) {
      const double z = (s.sample(random, k) - mean) / deviation;
      const double expected = above(a) - random.uniform(k) * (above(a) - above(b));
      // An ulp of the sample, 4e-16, is 4e-15 of z, which changes a share by ten of that at most.
      ASSERT_NEAR(above(z), expected, 1e-13 * above(z) + 1e-15) << "z = " << z;
    }
  }
}

// E[d^3] of a cut log-normal in closed form: log d = c + w z, z in [a, b].
TEST(MeanVolume, of_a_log_normal_distribution_is_its_closed_form) {
  for (const double deviation : {0.05, 0.5, 3.0}) {
    const double mean = 2, w2 = std::log1p(deviation * deviation / (mean * mean)),
                 w = std::sqrt(w2);
    const double c = std::log(mean) - 0.5 * w2;
    for (const auto& [a, b] : {std::pair{-3.0, 3.0}, {-1.0, 0.5}, {0.5, 2.5}}) {
      const SizeDistribution s = bell(SizeDistribution::Kind::lognormal, mean, deviation,
                                      std::exp(c + a * w), std::exp(c + b * w));
      const double share = (above(a - 3 * w) - above(b - 3 * w)) / (above(a) - above(b));
      const double cube = std::exp(3 * c + 4.5 * w2) * share;
      // The bounds of the closed form are rounded: digits are lost in the differences of shares.
      EXPECT_NEAR(s.mean_volume() / (kBall * cube), 1, 2e-12) << deviation << " " << a;
    }
  }
}

}  // namespace
}  // namespace scree::test
