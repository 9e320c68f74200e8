#include "base/exact_sum.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace scree {
namespace {

double total(const std::vector<double>& v) {
  ExactSum s;
  for (const double x : v) s += x;
  return s.value();
}

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

// Any finite double, all exponents alike.
double any_double(std::mt19937_64& random) {
  for (;;)
    if (const double v = std::bit_cast<double>(random()); std::isfinite(v)) return v;
}

TEST(ExactSum, of_one_addend_is_the_addend) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 10000; ++k) {
    const double v = any_double(random);
    EXPECT_EQ(total({v}), v);
  }
  for (const double v : {0.0, -0.0, kSmallest, -kSmallest, kLargest, -kLargest, 1.0, -1.0})
    EXPECT_EQ(total({v}), v);
}

TEST(ExactSum, keeps_small_addends_beside_large_ones) {
  EXPECT_EQ(total({1e300, 1e-300, -1e300}), 1e-300);
  EXPECT_EQ(total({kLargest, kSmallest, -kLargest, kSmallest}), 2 * kSmallest);
  EXPECT_EQ(total({kLargest, kLargest, -kLargest}), kLargest);  // beyond the range on the way
  EXPECT_EQ(total({kLargest, kLargest}), INFINITY);
}

TEST(ExactSum, rounds_to_nearest_with_ties_to_even) {
  EXPECT_EQ(total({1, 0x1p-53}), 1);                       // half-way: to even
  EXPECT_EQ(total({1, 0x1p-53, 0x1p-1000}), 1 + 0x1p-52);  // just above
  EXPECT_EQ(total({1 + 0x1p-52, 0x1p-53}), 1 + 0x1p-51);   // half-way, the other way
  EXPECT_EQ(total({1 + 0x1p-52, 0x1p-53, -0x1p-1000}), 1 + 0x1p-52);
  EXPECT_EQ(total({-1, -0x1p-53, -0x1p-1000}), -1 - 0x1p-52);
}

// Two doubles: the hardware rounds their exact sum. Three, the last two tiny: as well.
TEST(ExactSum, of_two_is_the_hardwares) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 100000; ++k) {
    const double a = any_double(random);
    const double b = k % 2 ? any_double(random)
                           : std::ldexp(a, static_cast<int>(random() % 120) - 60) * 1.000001;
    if (!std::isfinite(b)) continue;
    EXPECT_EQ(total({a, b}), a + b) << a << " " << b;
    EXPECT_EQ(total({a, -b}), a - b) << a << " " << b;
  }
}

RC_GTEST_PROP(ExactSum, is_the_same_in_any_order_and_grouping, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  std::vector<double> v(1 + random() % 200);
  for (double& x : v) x = std::ldexp(any_double(random), -static_cast<int>(random() % 40));
  ExactSum in_order;
  for (const double x : v) in_order += x;
  std::shuffle(v.begin(), v.end(), random);
  ExactSum parts[3];
  for (const double x : v) parts[random() % 3] += x;
  ExactSum grouped = parts[2];
  grouped += parts[0];
  grouped += parts[1];
  RC_ASSERT(grouped == in_order);
  RC_ASSERT(grouped.digits() == in_order.digits());
  const double a = grouped.value(), b = in_order.value();
  RC_ASSERT(std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b));
  for (const double x : v) grouped += -x;
  RC_ASSERT(grouped.value() == 0);
}

TEST(ExactSum, comes_back_from_its_digits) {
  ExactSum s;
  for (const double v : {-1e300, 1e-300, -3.25, 1e20}) s += v;
  ExactSum back = ExactSum::of(s.digits());
  EXPECT_TRUE(back == s);
  back += 1e300;
  back += -1e20;
  EXPECT_EQ(back.value(), -3.25 + 1e-300);
}

TEST(ExactSum, of_numbers_that_are_not_finite_is_not_finite) {
  EXPECT_EQ(total({1, INFINITY}), INFINITY);
  EXPECT_TRUE(std::isnan(total({INFINITY, -INFINITY})));
  EXPECT_TRUE(std::isnan(total({1, std::nan("")})));
}

TEST(ExactSum, passes_carries_on_before_digits_overflow) {
  ExactSum ones;
  ones += 1;
  for (int k = 0; k < 100; ++k) {  // doubled a hundred times: digits of 64 bits would overflow
    const ExactSum same = ones;
    ones += same;
  }
  EXPECT_EQ(ones.value(), 0x1p100);
}

}  // namespace
}  // namespace scree
