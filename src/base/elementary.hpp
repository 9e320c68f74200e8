// Sine, cosine, exponential and logarithm as double-doubles, off by less than kElementaryError of
// the value: the fast first step of base/exact_math.hpp, which rounds them.
//
// Every argument is reduced to a small interval, where a Taylor series converges quickly. The first
// terms of a series are summed in double-double. The rest is a share s of the sum, small enough for
// plain doubles: they are off by s * 2^-51 at most. Errors of all parts, relative to the value:
//
//            interval        rest, s   of the rest  left out  argument  together
//   sin      |r| <= pi/4     2^-28     2^-79        2^-92     2^-80     2^-78.4
//   cos      |r| <= pi/4     2^-32     2^-83        2^-92     2^-80     2^-79.8
//   exp      |r| <= ln2/32   2^-34     2^-81        2^-91     2^-101    2^-80.9   (16th power)
//   log      |s| <= 0.1716   2^-28     2^-79        2^-91     2^-101    2^-78.9
//
// double-double itself is off by 2^-98 after all steps. tests/base/exact_math.cpp measures the
// errors against MPFR at 300 bits.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/double_double.hpp"

namespace scree::elementary {

inline constexpr double kElementaryError = 0x1p-75;

// sum of c[k] y^k; the first `Exact` terms in double-double. Needs |c[k]| >= 2 |c[k + 1] y|, so
// that the sums need no ordering. lo is not kept below half an ulp of hi between the terms: the
// chain of the his does not wait for it.
template <std::size_t Exact, std::size_t N>
constexpr DoubleDouble series(const std::array<DoubleDouble, N>& c, DoubleDouble y) {
  double rest = c[N - 1].hi;
  for (std::size_t k = N - 1; k-- > Exact;) rest = c[k].hi + rest * y.hi;
  DoubleDouble sum = c[Exact - 1] + rest * y.hi;
  for (std::size_t k = Exact - 1; k-- > 0;) {
    const DoubleDouble p = two_product(sum.hi, y.hi), s = fast_two_sum(c[k].hi, p.hi);
    sum = {s.hi, s.lo + (c[k].lo + (p.lo + (sum.hi * y.lo + sum.lo * y.hi)))};
  }
  return fast_two_sum(sum.hi, sum.lo);
}

// 1/first!, and each further one divided by the next `step` numbers and by `sign`.
template <std::size_t N>
constexpr std::array<DoubleDouble, N> inverse_factorials(int first, int step, double sign) {
  std::array<DoubleDouble, N> c{};
  DoubleDouble value{1, 0};
  int n = 1;
  for (; n <= first; ++n) value = value / DoubleDouble{static_cast<double>(n), 0};
  for (DoubleDouble& v : c) {
    v = value;
    for (int k = 0; k < step; ++k, ++n) value = value / DoubleDouble{static_cast<double>(n), 0};
    value = value * sign;
  }
  return c;
}
inline constexpr auto kSine = inverse_factorials<12>(1, 2, -1);    // of r^2: 1, -1/3!, 1/5! ...
inline constexpr auto kCosine = inverse_factorials<13>(0, 2, -1);  // of r^2: 1, -1/2!, 1/4! ...
inline constexpr auto kExponential = inverse_factorials<12>(0, 1, 1);

// atanh(s) / s in powers of s^2: 1, 1/3, 1/5 ...
inline constexpr auto kInverseTangent = [] {
  std::array<DoubleDouble, 17> c{};
  for (std::size_t k = 0; k < c.size(); ++k)
    c[k] = DoubleDouble{1, 0} / DoubleDouble{static_cast<double>(2 * k + 1), 0};
  return c;
}();

// The nearest whole number, |x| < 2^51.
constexpr double nearest_whole(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

// x = r + quarter_turns * pi/2, |r| <= pi/4 up to rounding.
struct Reduced {
  DoubleDouble r;
  std::int64_t quarter_turns = 0;
};

// Cody and Waite: pi/2 in parts of 27 bits, so that their products with a number k of 26 bits are
// exact; only what the last part gives is rounded, and it is below k 2^-114. All sums but the last
// three are exact, so r is off by less than k 2^-165, and 2^-104 of itself. Nothing when that could
// be more than 2^-80 of r, or when x is too large.
// |x| >= 2^-27.
inline std::optional<Reduced> reduce(double x) {
  if (x > -0.78 && x < 0.78) return Reduced{{x, 0}, 0};
  if (!(x > -0x1p26 && x < 0x1p26)) return std::nullopt;
  const double k = nearest_whole(x * 0x1.45f306dc9c883p-1);
  const double left = x - k * 0x1.921fb54p+0;  // exact: a multiple of 2^-53 and small
  const DoubleDouble a = two_sum(left, -k * 0x1.10b461p-30);
  const DoubleDouble b = two_sum(a.lo, -k * 0x1.a62633p-58);
  const DoubleDouble c = two_sum(b.lo, -k * 0x1.45c06ep-86);
  const double last = c.lo - k * 0x1.cd129024e088ap-115;
  // a.hi + b.hi + c.hi + last, whatever cancels.
  const DoubleDouble low = two_sum(b.hi, c.hi), high = two_sum(a.hi, low.hi);
  const DoubleDouble middle = two_sum(high.lo, low.lo);
  const DoubleDouble r = two_sum(high.hi, middle.hi);
  const DoubleDouble reduced = fast_two_sum(r.hi, r.lo + (middle.lo + last));
  if (std::abs(reduced.hi) < std::abs(k) * 0x1p-85) return std::nullopt;
  return Reduced{reduced, static_cast<std::int64_t>(k)};
}

// sin(x) for x as reduced, and cos(x) = sin(x + pi/2).
constexpr DoubleDouble sine(const Reduced& x) {
  const DoubleDouble r2 = x.r * x.r;
  const DoubleDouble value =
      x.quarter_turns % 2 == 0 ? x.r * series<5>(kSine, r2) : series<6>(kCosine, r2);
  return (x.quarter_turns & 2) == 0 ? value : -value;
}
constexpr DoubleDouble cosine(const Reduced& x) { return sine({x.r, x.quarter_turns + 1}); }

// exp(x) = value * 2^power.
struct Exponential {
  DoubleDouble value;
  int power = 0;
};
// ln 2 in parts of 42 bits: products with a power of two of a double are exact.
inline constexpr double kLn2[] = {0x1.62e42fefa38p-1, 0x1.ef35793c76p-45, 0x1.cc01f97b57a08p-87};

// 2^-55 <= |x| <= 700.
constexpr Exponential exponential(double x) {
  const double k = nearest_whole(x * 0x1.71547652b82fep+0);
  const DoubleDouble a = two_sum(x, -k * kLn2[0]), b = two_sum(a.hi, -k * kLn2[1]);
  const DoubleDouble r = fast_two_sum(b.hi, b.lo + (a.lo - k * kLn2[2]));
  DoubleDouble power = series<5>(kExponential, {r.hi / 16, r.lo / 16});
  for (int n = 0; n < 4; ++n) power = power * power;
  return {power, static_cast<int>(k)};
}

// log(v 2^power) = power ln 2 + 2 atanh((v - 1) / (v + 1)), with v between sqrt(1/2) and sqrt(2).
constexpr DoubleDouble logarithm(DoubleDouble v_minus_1, int power) {
  const DoubleDouble s = v_minus_1 / (v_minus_1 + 2.0);
  const DoubleDouble half = s * series<5>(kInverseTangent, s * s);
  const DoubleDouble log_v{2 * half.hi, 2 * half.lo};
  if (power == 0) return log_v;
  const double k = power;
  return (two_sum(k * kLn2[0], k * kLn2[1]) + k * kLn2[2]) + log_v;
}

// x = v 2^power with v as above; x positive and not subnormal.
struct Scaled {
  double v = 0;
  int power = 0;
};
constexpr Scaled scaled(double x) {
  constexpr std::uint64_t kExponent = std::uint64_t{0x7ff} << 52, kOne = std::uint64_t{1023} << 52;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int power = static_cast<int>(bits >> 52) - 1023;
  const double v = std::bit_cast<double>((bits & ~kExponent) | kOne);  // [1, 2)
  return v < 1.4142135 ? Scaled{v, power} : Scaled{0.5 * v, power + 1};
}

// x positive, not subnormal, not 1.
constexpr DoubleDouble logarithm(double x) {
  const auto [v, power] = scaled(x);
  return logarithm(DoubleDouble{v - 1, 0}, power);  // v - 1 is exact
}

// log(1 + x), x > -1, 2^-54 <= |x| <= 2^900.
constexpr DoubleDouble logarithm_of_1_plus(double x) {
  if (x > -0.29 && x < 0.41) return logarithm(DoubleDouble{x, 0}, 0);
  const DoubleDouble sum = two_sum(1, x);
  const auto [v, power] = scaled(sum.hi);
  const double scale = std::bit_cast<double>(static_cast<std::uint64_t>(1023 - power) << 52);
  return logarithm(two_sum(v - 1, sum.lo * scale), power);
}

}  // namespace scree::elementary
