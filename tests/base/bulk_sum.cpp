// A BulkSum is the ExactSum of its addends, added one by one: in any order, grouping and number of
// threads.
#include "base/bulk_sum.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <random>
#include <vector>

#include "base/parallel_totals.hpp"

namespace scree {
namespace {

ExactSum one_by_one(const std::vector<double>& v) {
  ExactSum s;
  for (const double x : v) s += x;
  return s;
}
BulkSum collected(const std::vector<double>& v) {
  BulkSum s;
  for (const double x : v) s += x;
  return s;
}

// Finite addends of one of several kinds: any exponent, within a factor of a million, subnormal.
std::vector<double> addends(std::mt19937_64& random, std::size_t count, unsigned kind) {
  std::vector<double> v;
  std::normal_distribution<double> normal;
  while (v.size() < count) {
    double x = std::bit_cast<double>(random());
    if (kind == 1) x = normal(random) * std::ldexp(1.0, static_cast<int>(random() % 20));
    if (kind == 2) x = std::bit_cast<double>(random() & 0x800fffffffffffffULL);
    if (std::isfinite(x)) v.push_back(x);
  }
  return v;
}

RC_GTEST_PROP(BulkSum, is_the_sum_of_addends_one_by_one, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  std::vector<double> v = addends(random, random() % 3000, seed % 3);
  const ExactSum expected = one_by_one(v);
  RC_ASSERT(collected(v).total().digits() == expected.digits());
  std::shuffle(v.begin(), v.end(), random);
  BulkSum parts[3];
  for (const double x : v) parts[random() % 3] += x;
  parts[1] += parts[2];
  parts[0] += parts[1];
  RC_ASSERT(parts[0].total().digits() == expected.digits());
  for (const double x : v) parts[0] += -x;
  RC_ASSERT(parts[0].value() == 0);
}

// More of the largest mantissas of one exponent than an integer holds, of both signs.
TEST(BulkSum, empties_an_exponent_before_it_overflows) {
  const double odd = 2 - 0x1p-52;
  for (const double x : {odd, -odd, std::ldexp(odd, 1000), DBL_MAX, 1023 * DBL_TRUE_MIN,
                         -DBL_TRUE_MIN, 0x1p-1022 - DBL_TRUE_MIN}) {
    const std::vector<double> v(5000, x);
    const ExactSum expected = one_by_one(v);
    EXPECT_EQ(collected(v).total().digits(), expected.digits()) << x;
    EXPECT_EQ(collected(v).value(), expected.value()) << x;
  }
  std::vector<double> turning(3000, DBL_MAX);
  turning.resize(6000, -DBL_MAX);
  turning.push_back(DBL_TRUE_MIN);
  EXPECT_EQ(collected(turning).value(), DBL_TRUE_MIN);
}

TEST(BulkSum, of_one_addend_is_the_addend) {
  for (const double v :
       {0.0, -0.0, DBL_TRUE_MIN, -DBL_TRUE_MIN, DBL_MAX, -DBL_MAX, 0x1p-1022, 1.0, -1.5})
    EXPECT_EQ(collected({v}).value(), v);
  EXPECT_EQ(BulkSum{}.value(), 0);
}

TEST(BulkSum, of_numbers_that_are_not_finite_is_not_finite) {
  EXPECT_EQ(collected({1, INFINITY, -DBL_MAX}).value(), INFINITY);
  EXPECT_EQ(collected({1, -INFINITY}).value(), -INFINITY);
  EXPECT_TRUE(std::isnan(collected({INFINITY, 2, -INFINITY}).value()));
  EXPECT_TRUE(std::isnan(collected({1, std::nan("")}).value()));
  BulkSum a = collected({1});
  a += collected({INFINITY});
  EXPECT_EQ(a.value(), INFINITY);
}

struct TotalsOfAddends {
  BulkSum sum;
  double greatest = 0;
  std::size_t count = 0;
  void operator+=(const TotalsOfAddends& o) {
    sum += o.sum, greatest = std::max(greatest, o.greatest), count += o.count;
  }
};

TEST(ParallelTotals, are_the_same_for_any_number_of_threads) {
  std::mt19937_64 random(4);
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, kTotalsBlock - 1, kTotalsBlock,
                              kTotalsBlock + 1, 20 * kTotalsBlock + 7}) {
    const std::vector<double> v = addends(random, n, 0);
    const ExactSum expected = one_by_one(v);
    for (const int threads : {0, 1, 2, 3, 7}) {
      const TotalsOfAddends t =
          parallel_totals(n, threads, TotalsOfAddends{},
                          [&](std::size_t first, std::size_t last, TotalsOfAddends& mine) {
                            ASSERT_LT(first, last);
                            for (std::size_t k = first; k < last; ++k) {
                              mine.sum += v[k];
                              mine.greatest = std::max(mine.greatest, v[k]);
                              ++mine.count;
                            }
                          });
      EXPECT_EQ(t.sum.total().digits(), expected.digits()) << n << " on " << threads;
      EXPECT_EQ(t.count, n) << threads;
      EXPECT_EQ(t.greatest, n > 0 ? std::max(0.0, *std::max_element(v.begin(), v.end())) : 0);
    }
  }
}

}  // namespace
}  // namespace scree
