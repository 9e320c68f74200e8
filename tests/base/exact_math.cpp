// Correctly rounded functions: against MPFR, at 53 bits for the result and at 300 for the error of
// the fast step.
#include "base/exact_math.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "base/elementary.hpp"
#include "base/mpfr_math.hpp"
#include "base/random.hpp"
#include "support/effort.hpp"

namespace scree {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The same double, also for zeros and NaN.
bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

struct Function {
  const char* name;
  double (*exact)(double);
  double (*slow)(double);
  int (*mpfr)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  // What the fast step gives, nothing where it does not apply.
  std::optional<DoubleDouble> (*fast)(double);
  // Values close to the middle between two doubles: where the Taylor series is one of two terms
  // that end in a middle, like 1 + 2^-53 + 2^-107; the last ones are the best of 4e7 random
  // arguments.
  std::vector<double> hard;
};

std::optional<DoubleDouble> fast_sin(double x) {
  const auto r = elementary::reduce(x);
  if (!r || std::abs(x) < 0x1p-27) return std::nullopt;
  return elementary::sine(*r);
}
std::optional<DoubleDouble> fast_cos(double x) {
  const auto r = elementary::reduce(x);
  if (!r || std::abs(x) < 0x1p-27) return std::nullopt;
  return elementary::cosine(*r);
}
std::optional<DoubleDouble> fast_exp(double x) {
  if (!(std::abs(x) >= 0x1p-55 && std::abs(x) <= 600)) return std::nullopt;
  const auto e = elementary::exponential(x);  // up to 600: lo is not subnormal
  return DoubleDouble{std::ldexp(e.value.hi, e.power), std::ldexp(e.value.lo, e.power)};
}
std::optional<DoubleDouble> fast_log(double x) {
  if (!(x >= 0x1p-1022 && x <= 0x1p1023) || x == 1) return std::nullopt;
  return elementary::logarithm(x);
}
std::optional<DoubleDouble> fast_log1p(double x) {
  if (!(x > -1 && x <= 0x1p900) || std::abs(x) < 0x1p-54) return std::nullopt;
  return elementary::logarithm_of_1_plus(x);
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"sin",
       exact::sin,
       mpfr_math::sin,
       mpfr_sin,
       fast_sin,
       {0x1.7137449123ef6p-26, 0x1.4f747439b348bp-25, 0x1.8db9cb7511e9ep-25, 0x1.bcee70ebe7ecap-25,
        0x1.82ba3c012fdb1p+3}},
      {"cos",
       exact::cos,
       mpfr_math::cos,
       mpfr_cos,
       fast_cos,
       {0x1.6a09e667f3bcdp-27, 0x1.3988e1409212ep-26, 0x1.94c583ada5b53p-26, 0x1.200c0bcc02497p+6}},
      {"exp",
       exact::exp,
       mpfr_math::exp,
       mpfr_exp,
       fast_exp,
       {0x1p-53, -0x1p-54, 0x1.8p-52, 0x1.4p-51, -0x1.8p-53, -0x1.e0a62cee270cep+3}},
      {"log",
       exact::log,
       mpfr_math::log,
       mpfr_log,
       fast_log,
       {0x1.0000000000006p+0, 0x1.3621d683afa28p+0}},
      {"log1p",
       exact::log1p,
       mpfr_math::log1p,
       mpfr_log1p,
       fast_log1p,
       {0x1p-53, 0x1.8p-50, 0x1.269ea7a8dd813p-1}}};
  return all;
}

// Arguments of all sizes and signs, and of the sizes that scenes have.
double argument(const CounterRandom& random, std::uint64_t k) {
  const double u = random.uniform(2 * k), v = random.uniform(2 * k, 1);
  switch (k % 4) {
    case 0: {  // any double
      const auto w = random.words(2 * k + 1);
      return std::bit_cast<double>((std::uint64_t{w[0]} << 32) | w[1]);
    }
    case 1:
      return std::ldexp(1 + u, static_cast<int>(60 * v) - 30) * (k % 8 < 4 ? 1 : -1);
    case 2:
      return 1500 * (u - 0.5);
    default:
      return 1 + (u - 0.5) * std::ldexp(1, static_cast<int>(-52 * v));  // logarithms close to 0
  }
}

// |hi + lo - f(x)| / |f(x)|
double error_of(const Function& f, const DoubleDouble& value, double x) {
  mpfr_t y, d;
  mpfr_inits2(300, y, d, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(y, x, MPFR_RNDN);
  f.mpfr(y, y, MPFR_RNDN);
  mpfr_set_d(d, value.hi, MPFR_RNDN);
  mpfr_add_d(d, d, value.lo, MPFR_RNDN);
  mpfr_sub(d, d, y, MPFR_RNDN);
  mpfr_div(d, d, y, MPFR_RNDN);
  const double error = std::abs(mpfr_get_d(d, MPFR_RNDN));
  mpfr_clears(y, d, static_cast<mpfr_ptr>(nullptr));
  return error;
}

TEST(ExactMath, gives_the_double_nearest_to_the_value_for_arguments_of_all_sizes) {
  const auto tries = static_cast<std::uint64_t>(test::tries(250000));
  for (const Function& f : functions()) {
    const CounterRandom random(3, static_cast<std::uint64_t>(f.name[0]));
    int wrong = 0;
    for (std::uint64_t k = 0; k < tries && wrong < 3; ++k) {
      const double x = argument(random, k), expected = f.slow(x);
      if (same(f.exact(x), expected)) continue;
      ++wrong;
      ADD_FAILURE() << f.name << "(" << std::hexfloat << x << ") is " << f.exact(x) << ", not "
                    << expected;
    }
  }
}

TEST(ExactMath, decides_the_hardest_arguments) {
  for (const Function& f : functions())
    for (const double x : f.hard) {
      EXPECT_TRUE(same(f.exact(x), f.slow(x))) << f.name << "(" << std::hexfloat << x << ")";
      // Hard: a value closer to a middle than the error of the fast step leaves open.
      const auto v = f.fast(x);
      ASSERT_TRUE(v);
      const double e = std::abs(v->hi) * elementary::kElementaryError;
      EXPECT_NE(v->hi + (v->lo - e), v->hi + (v->lo + e)) << f.name << ": is not a hard argument";
    }
}

// A factor of 16 is left to what was not tried.
TEST(ExactMath, the_fast_step_is_more_exact_than_it_claims) {
  const auto tries = static_cast<std::uint64_t>(test::tries(40000));
  for (const Function& f : functions()) {
    const CounterRandom random(4, static_cast<std::uint64_t>(f.name[0]));
    double worst = 0;
    int tried = 0;
    for (std::uint64_t k = 0; k < tries; ++k) {
      // Also at the ends of the reduced intervals, where the series are longest.
      const double edge = f.name[0] == 'l' ? (k % 2 ? 1.41421 : 0.70711)
                                           : 0.785 * (1 + 2 * static_cast<double>(k % 64));
      const double x = k % 3 ? argument(random, k) : edge * (1 + 1e-3 * random.uniform(k));
      const auto v = f.fast(x);
      if (!v) continue;
      worst = std::max(worst, error_of(f, *v, x));
      ++tried;
    }
    EXPECT_GT(tried, static_cast<int>(tries / 3)) << f.name;
    EXPECT_LT(worst, elementary::kElementaryError / 16) << f.name;
  }
}

TEST(ExactMath, of_an_angle_beside_a_quarter_turn_keeps_all_its_bits) {
  for (int k = 1; k < 40000000; k += 1 + k / 100) {
    const double x = k * 0.5 * M_PI;
    const exact::SinCos both = exact::sin_cos(x);
    ASSERT_TRUE(same(exact::sin(x), mpfr_math::sin(x))) << k;
    ASSERT_TRUE(same(exact::cos(x), mpfr_math::cos(x))) << k;
    ASSERT_TRUE(same(both.sin, mpfr_math::sin(x))) << k;
    ASSERT_TRUE(same(both.cos, mpfr_math::cos(x))) << k;
    const Function& f = functions()[static_cast<std::size_t>(k % 2)];
    const auto v = f.fast(x);
    ASSERT_TRUE(v);
    ASSERT_LT(error_of(f, *v, x), elementary::kElementaryError / 16);
  }
}

TEST(ExactMath, at_the_ends_of_the_range_and_of_the_fast_step) {
  for (const Function& f : functions())
    for (const double a : {0.0,
                           0x1p-1074,
                           0x1p-1022,
                           0x1p-55,
                           0x1p-54,
                           0x1p-28,
                           0x1p-27,
                           0x1p-26,
                           0.28,
                           0.29,
                           0.41,
                           0.5,
                           0.78,
                           1.0,
                           1.4142135,
                           2.0,
                           0x1p26,
                           0x1p27,
                           700.0,
                           708.3,
                           709.7,
                           709.8,
                           744.0,
                           745.0,
                           745.2,
                           0x1p52,
                           0x1p53,
                           0x1p54,
                           0x1p900,
                           0x1p1023,
                           1.7976931348623157e308})
      for (const double x : {std::nextafter(a, -1), a, std::nextafter(a, 1e308)})
        for (const double s : {x, -x})
          EXPECT_TRUE(same(f.exact(s), f.slow(s))) << f.name << "(" << std::hexfloat << s << ")";
}

TEST(ExactMath, special_values_are_those_of_the_C_library) {
  EXPECT_TRUE(same(exact::atan2(-0.0, 1.0), -0.0));
  EXPECT_EQ(exact::atan2(0.0, -1.0), std::numbers::pi);
  EXPECT_EQ(exact::atan2(-0.0, -1.0), -std::numbers::pi);
  EXPECT_EQ(exact::atan2(1.0, 0.0), std::numbers::pi / 2);
  EXPECT_EQ(exact::atan2(1.0, 1.0), std::numbers::pi / 4);
  EXPECT_EQ(exact::atan2(-kInfinity, kInfinity), -std::numbers::pi / 4);
  EXPECT_TRUE(std::isnan(exact::atan2(kNaN, 1.0)));
  EXPECT_TRUE(same(exact::sin(-0.0), -0.0));
  EXPECT_TRUE(same(exact::tan(-0.0), -0.0));
  EXPECT_TRUE(same(exact::log1p(-0.0), -0.0));
  EXPECT_TRUE(same(exact::log(1.0), 0.0));
  EXPECT_EQ(exact::cos(0.0), 1);
  EXPECT_EQ(exact::exp(0.0), 1);
  EXPECT_EQ(exact::log(0.0), -kInfinity);
  EXPECT_EQ(exact::log1p(-1.0), -kInfinity);
  EXPECT_EQ(exact::log(kInfinity), kInfinity);
  EXPECT_EQ(exact::exp(kInfinity), kInfinity);
  EXPECT_EQ(exact::exp(710.0), kInfinity);
  EXPECT_TRUE(same(exact::exp(-kInfinity), 0.0));
  EXPECT_TRUE(same(exact::exp(-746.0), 0.0));
  EXPECT_EQ(exact::pow(2.0, -1074.0), 0x1p-1074);
  EXPECT_EQ(exact::pow(0.0, 0.0), 1);
  EXPECT_EQ(exact::pow(10.0, 22.0), 1e22);
  EXPECT_EQ(exact::hypot(3.0, 4.0), 5);
  EXPECT_EQ(exact::hypot(kInfinity, kNaN), kInfinity);
  EXPECT_EQ(exact::hypot(3e-320, 4e-320), 5e-320);  // a multiple of 2^-1074 all the same
  for (const double x : {kInfinity, -kInfinity, kNaN}) {
    EXPECT_TRUE(std::isnan(exact::sin(x)));
    EXPECT_TRUE(std::isnan(exact::cos(x)));
    EXPECT_TRUE(std::isnan(exact::sin_cos(x).cos));
    EXPECT_TRUE(std::isnan(exact::tan(x)));
  }
  for (const double x : {-1.5, -kInfinity, kNaN}) {
    EXPECT_TRUE(std::isnan(exact::log(x)));
    EXPECT_TRUE(std::isnan(exact::log1p(x)));
  }
  EXPECT_TRUE(std::isnan(exact::exp(kNaN)));
  EXPECT_TRUE(std::isnan(exact::pow(-2.0, 0.5)));
}

// A subnormal has fewer than 53 bits. The square is 2^-1074 (2^28 + 1/2 + 2^-32), just above the
// middle between two doubles; rounded to 53 bits first it would be the middle, and go down to even.
TEST(ExactMath, subnormal_results_are_rounded_once) {
  EXPECT_EQ(exact::pow((1 + 0x1p-30) * 0x1p-523, 2), (0x1p28 + 1) * 0x1p-1074);
}

TEST(ExactMath, leaves_the_exponent_range_of_others_that_use_MPFR) {
  const mpfr_exp_t lowest = mpfr_get_emin(), highest = mpfr_get_emax();
  mpfr_set_emin(-4000);
  mpfr_set_emax(5000);
  exact::tan(1.0), exact::pow(2.0, 0.5), exact::exp(-740.0);
  EXPECT_EQ(mpfr_get_emin(), -4000);
  EXPECT_EQ(mpfr_get_emax(), 5000);
  mpfr_set_emin(lowest);
  mpfr_set_emax(highest);
}

TEST(ExactMath, on_several_threads_at_once_is_the_same) {
  ASSERT_TRUE(mpfr_buildopt_tls_p()) << "this MPFR is not for programs with threads";
  const CounterRandom random(5, 0);
  const auto sum_of_bits = [&random] {
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < 3000; ++k) {
      const double x = argument(random, k);
      for (const double v : {exact::sin(x), exact::tan(x), exact::pow(std::abs(x), 0.2)})
        if (!std::isnan(v)) sum += std::bit_cast<std::uint64_t>(v);
    }
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);  // of this thread
    return sum;
  };
  const std::uint64_t expected = sum_of_bits();
  std::vector<std::uint64_t> sums(4);
  std::vector<std::thread> threads;
  for (std::uint64_t& s : sums) threads.emplace_back([&] { s = sum_of_bits(); });
  for (std::thread& t : threads) t.join();
  for (const std::uint64_t s : sums) EXPECT_EQ(s, expected);
}

}  // namespace
}  // namespace scree
