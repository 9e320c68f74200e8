// Size distributions against their moments. Statistical tolerances are five standard errors of the
// mean over the sample: with fixed seeds a failure is a mistake, not bad luck.
#include "state/sizes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

namespace scree {
namespace {

constexpr int kSamples = 100000;

struct Moments {
  double mean = 0, deviation = 0, volume = 0, volume_error = 0, lo = 1e300, hi = 0;
};
Moments moments(const SizeDistribution& s) {
  const CounterRandom random(11, 22);
  Moments m;
  double sum = 0, sum2 = 0, v = 0, v2 = 0;
  for (int k = 0; k < kSamples; ++k) {
    const double d = s.sample(random, static_cast<std::uint64_t>(k));
    const double volume = std::numbers::pi / 6 * d * d * d;
    sum += d, sum2 += d * d, v += volume, v2 += volume * volume;
    m.lo = std::min(m.lo, d), m.hi = std::max(m.hi, d);
  }
  m.mean = sum / kSamples;
  m.deviation = std::sqrt(sum2 / kSamples - m.mean * m.mean);
  m.volume = v / kSamples;
  m.volume_error = std::sqrt(std::max(0.0, v2 / kSamples - m.volume * m.volume) / kSamples);
  return m;
}
void expect_moments(const SizeDistribution& s, double mean, double deviation) {
  ASSERT_EQ(s.valid(), "");
  const Moments m = moments(s);
  EXPECT_NEAR(m.mean, mean, 5 * deviation / std::sqrt(kSamples));
  // The standard error of a deviation is at most about sd * sqrt(kurtosis / 4n); 5 % covers it.
  EXPECT_NEAR(m.deviation, deviation, 0.05 * deviation);
  EXPECT_NEAR(m.volume, s.mean_volume(), 5 * m.volume_error + 1e-12 * m.volume);
  EXPECT_GE(m.lo, s.smallest());
  EXPECT_LE(m.hi, s.largest());
}

TEST(Sizes, fixed) {
  SizeDistribution s;
  s.mean = 0.25;
  EXPECT_EQ(s.sample({1, 2}, 7), 0.25);
  EXPECT_NEAR(s.mean_volume(), std::numbers::pi / 6 / 64, 1e-15);
}

TEST(Sizes, uniform) {
  SizeDistribution s{.kind = SizeDistribution::Kind::uniform};
  s.lo = 1, s.hi = 3;
  expect_moments(s, 2, 2 / std::sqrt(12.0));
  EXPECT_NEAR(s.mean_volume(), std::numbers::pi / 6 * 10, 1e-12);  // (3^4 - 1) / (4 * 2)
}

TEST(Sizes, normal_wide_truncation_has_the_moments_of_the_normal) {
  SizeDistribution s{.kind = SizeDistribution::Kind::normal, .mean = 10, .deviation = 1};
  s.lo = 2, s.hi = 18;
  expect_moments(s, 10, 1);
  EXPECT_NEAR(s.mean_volume(), std::numbers::pi / 6 * (1000 + 30), 1e-6);  // mu^3 + 3 mu sigma^2
}

TEST(Sizes, normal_truncated_on_one_side_has_the_half_normal_mean) {
  SizeDistribution s{.kind = SizeDistribution::Kind::normal, .mean = 10, .deviation = 1};
  s.lo = 10, s.hi = 18;
  expect_moments(s, 10 + std::sqrt(2 / std::numbers::pi), std::sqrt(1 - 2 / std::numbers::pi));
}

TEST(Sizes, normal_truncated_far_out_stays_in_its_bounds) {
  // 20 deviations above the mean: an exponential with rate 20 above the bound, mean 1/20.05.
  SizeDistribution s{.kind = SizeDistribution::Kind::normal, .mean = 10, .deviation = 1};
  s.lo = 30, s.hi = 40;
  const Moments m = moments(s);
  EXPECT_GE(m.lo, 30);
  EXPECT_NEAR(m.mean, 30 + 0.0499, 5 * 0.05 / std::sqrt(kSamples) + 1e-4);
  EXPECT_NEAR(m.volume, s.mean_volume(), 5 * m.volume_error);
}

TEST(Sizes, lognormal_is_given_by_the_moments_of_the_diameter) {
  SizeDistribution s{.kind = SizeDistribution::Kind::lognormal, .mean = 4, .deviation = 1};
  s.lo = 0.1, s.hi = 100;
  expect_moments(s, 4, 1);
  const double q = 1 + 1.0 / 16;  // E d^3 = mean^3 q^3
  EXPECT_NEAR(s.mean_volume(), std::numbers::pi / 6 * 64 * q * q * q, 1e-6);
}

TEST(Sizes, truncation_defaults_to_three_deviations) {
  SizeDistribution s{.kind = SizeDistribution::Kind::normal, .mean = 10, .deviation = 1};
  EXPECT_EQ(s.smallest(), 7);
  EXPECT_EQ(s.largest(), 13);
  const Moments m = moments(s);
  EXPECT_GE(m.lo, 7);
  EXPECT_LE(m.hi, 13);
}

TEST(Sizes, classes_by_number_and_by_mass_converge_to_their_shares) {
  for (const bool by_mass : {false, true}) {
    SizeDistribution s{.kind = SizeDistribution::Kind::classes};
    s.classes = {{1, 0.1, 0.02}, {5, 0.2, 0.02}, {35, 0.7, 0.02}};
    if (by_mass) s.classes[2].diameter = 10;  // 35 would need too many samples to meet one
    s.by_mass = by_mass;
    ASSERT_EQ(s.valid(), "");
    std::map<int, double> share;
    std::map<int, int> count;
    double total = 0;
    const CounterRandom random(3, 4);
    for (int k = 0; k < kSamples; ++k) {
      const double d = s.sample(random, static_cast<std::uint64_t>(k));
      int which = 0;
      for (int c = 0; c < 3; ++c)
        if (std::abs(d / s.classes[c].diameter - 1) <= 0.02 + 1e-12) which = c + 1;
      ASSERT_NE(which, 0) << d;
      const double w = by_mass ? d * d * d : 1;
      share[which] += w, total += w, ++count[which];
    }
    for (int c = 0; c < 3; ++c) {
      const double p = s.classes[c].share;
      // Relative scatter of a class is 1/sqrt(its count); the total scatters no more.
      EXPECT_NEAR(share[c + 1] / total, p,
                  5 * p * 2 / std::sqrt(static_cast<double>(count[c + 1])));
    }
  }
}

SizeDistribution sieve_curve(Dimensions d) {
  SizeDistribution s{.kind = SizeDistribution::Kind::sieve};
  s.sieves = {{1, 2, 0.2}, {2, 4, 0.5}, {4, 5, 0}, {5, 8, 0.3}};
  s.dimensions = d;
  return s;
}

// Sizes are drawn evenly: after any number of grains each class is off by a few of its largest
// grains, not by the square root of its number.
TEST(Sizes, a_sieve_curve_is_met_by_mass_class_by_class) {
  for (const Dimensions d : {Dimensions::two, Dimensions::three})
    for (const std::uint64_t seed : {1, 2, 3, 4, 5})
      for (const int n : {300, 1000, 20000}) {
        const SizeDistribution s = sieve_curve(d);
        ASSERT_EQ(s.valid(), "");
        const CounterRandom random(seed, 4);
        std::vector<double> mass(4, 0);
        double total = 0, largest = 0;
        for (int k = 0; k < n; ++k) {
          const double size = s.sample(random, static_cast<std::uint64_t>(k));
          const double m = power_of(size, d);
          std::size_t c = 0;
          while (size > s.sieves[c].hi) ++c;
          ASSERT_TRUE(size >= s.sieves[c].lo && c < 4);
          mass[c] += m, total += m;
        }
        for (const SieveClass& c : s.sieves) largest += c.share > 0 ? power_of(c.hi, d) : 0;
        EXPECT_EQ(mass[2], 0) << "nothing was asked for between 4 and 5";
        for (std::size_t c = 0; c < 4; ++c) {
          const double grains = power_of(s.sieves[c].hi, d) + s.sieves[c].share * largest;
          EXPECT_NEAR(mass[c] / total, s.sieves[c].share, 4 * grains / total) << n << " " << c;
          if (n == 20000) {
            EXPECT_NEAR(mass[c] / total, s.sieves[c].share, 0.003) << c;
          }
        }
      }
}

TEST(Sizes, between_two_sieves_mass_is_even_over_the_logarithm) {
  SizeDistribution s{.kind = SizeDistribution::Kind::sieve};
  s.sieves = {{1, 4, 1}};
  const CounterRandom random(5, 6);
  double below = 0, total = 0;
  for (int k = 0; k < 40000; ++k) {
    const double d = s.sample(random, static_cast<std::uint64_t>(k));
    total += d * d * d;
    if (d < 2) below += d * d * d;
  }
  EXPECT_NEAR(below / total, 0.5, 0.003) << "half of the mass below the middle of ln d";
  // mean of d^3 by number = 1 / mean of d^-3 by mass = 3 ln 4 / (1 - 1/64)
  EXPECT_NEAR(s.mean_power(), 3 * std::log(4.0) * 64 / 63, 1e-12);
  EXPECT_NEAR(total / 40000, s.mean_power(), 0.003 * s.mean_power());
  EXPECT_EQ(s.smallest(), 1);
  EXPECT_EQ(s.largest(), 4);
}

TEST(Sizes, of_a_sieve_curve_show_no_order_of_the_grains) {
  // Neighbours and second neighbours: as independent as those of any other kind.
  const SizeDistribution s = sieve_curve(Dimensions::three);
  const CounterRandom random(7, 8);
  for (const int apart : {1, 2, 3, 5, 8, 13}) {
    double both = 0, one = 0;
    constexpr int n = 50000;
    for (int k = 0; k < n; ++k) {
      const bool a = s.sample(random, static_cast<std::uint64_t>(k)) > 2;
      const bool b = s.sample(random, static_cast<std::uint64_t>(k + apart)) > 2;
      both += a && b, one += a;
    }
    const double p = one / n;
    // Within a block of 64 a number is not drawn twice: 1/64 is the most that remains of it.
    EXPECT_NEAR(both / n, p * p, 0.03 * p + 5 * std::sqrt(p * p / n)) << apart;
  }
}

TEST(Sizes, a_sample_depends_on_its_number_alone) {
  SizeDistribution s{.kind = SizeDistribution::Kind::lognormal, .mean = 4, .deviation = 1};
  const CounterRandom random(1, 2);
  const double d = s.sample(random, 1000);
  for (std::uint64_t k = 0; k < 10; ++k) (void)s.sample(random, k);
  EXPECT_EQ(s.sample(random, 1000), d);
  EXPECT_NE(s.sample(CounterRandom(1, 3), 1000), d);
  EXPECT_NE(s.sample(CounterRandom(2, 2), 1000), d);
}

TEST(Sizes, impossible_distributions_say_why) {
  SizeDistribution s;
  EXPECT_EQ(s.valid(), "the diameter must be greater than 0");
  s.mean = std::nan("");
  EXPECT_NE(s.valid(), "");
  s = {.kind = SizeDistribution::Kind::uniform};
  s.lo = 2, s.hi = 1;
  EXPECT_EQ(s.valid(), "the smallest diameter must not exceed the largest");
  s = {.kind = SizeDistribution::Kind::normal, .mean = 1, .deviation = 1};
  EXPECT_NE(s.valid().find("give `min`"), std::string::npos);
  s.lo = 0.1;
  EXPECT_EQ(s.valid(), "");
  s.hi = 0.05;
  EXPECT_NE(s.valid(), "");
  s = {.kind = SizeDistribution::Kind::classes};
  EXPECT_NE(s.valid(), "");
  s.classes = {{1, 0, 0}};
  EXPECT_EQ(s.valid(), "the shares of the classes must not all be 0");
  s = {.kind = SizeDistribution::Kind::sieve};
  EXPECT_EQ(s.valid(), "a sieve curve needs a class with mass");
  s.sieves = {{2, 1, 1}};
  EXPECT_EQ(s.valid(), "openings of sieves must be greater than 0 and rise");
}

}  // namespace
}  // namespace scree
