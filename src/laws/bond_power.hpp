// y^p for bonds whose force is a power of a distance: in every step, for any real p.
//
// Powers of the C library differ in the last bit between machines, correctly rounded ones cost
// microseconds. This one is y^p = 2^k exp(r) from a logarithm by atanh and an exponential by its
// Taylor series, in + - * / alone, so it has the same bits everywhere. With t = p log(y) it is off
// by less than (3 + 2 |t|) 2^-52 of the value (tests/laws/bond_power.cpp against long double): its
// logarithm is off by 2 units in the last place, which t multiplies.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "base/macros.hpp"

namespace scree::laws::bond {

// log(y), y positive and not subnormal.
HD double log_of(double y) {
  constexpr std::uint64_t kExponent = std::uint64_t{0x7ff} << 52, kOne = std::uint64_t{1023} << 52;
  const auto bits = std::bit_cast<std::uint64_t>(y);
  double power = static_cast<double>(static_cast<int>(bits >> 52) - 1023);
  double v = std::bit_cast<double>((bits & ~kExponent) | kOne);  // [1, 2)
  const bool upper = v >= 1.4142135;
  v = upper ? 0.5 * v : v;
  power = upper ? power + 1 : power;
  const double f = v - 1;  // exact
  // 2 atanh(s), |s| <= 0.1716; the term left out is s^22/23 of the value, 2^-60.
  const double s = f / (2 + f), z = s * s;
  constexpr double kOdd[] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11,
                             1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};
  double sum = kOdd[9];
  for (int n = 8; n >= 0; --n) sum = kOdd[n] + sum * z;
  // f - (f - 2 s) = 2 s without its rounding: f - 2 s = f^2/(2 + f) = s f.
  const double small = f - (s * f - 2 * s * z * sum);
  return power * 0x1.62e42fefa38p-1 + (power * 0x1.ef35793c76p-45 + small);  // k ln 2 in two parts
}

// exp(t), |t| <= 700.
HD double exp_of(double t) {
  const double k = (t * 0x1.71547652b82fep+0 + 0x1.8p52) - 0x1.8p52;
  const double r = (t - k * 0x1.62e42fefa38p-1) - k * 0x1.ef35793c76p-45;
  // 1/n!; |r| <= 0.347, the term left out is 2^-64.
  constexpr double kInverse[] = {1.0,
                                 1.0 / 2,
                                 1.0 / 6,
                                 1.0 / 24,
                                 1.0 / 120,
                                 1.0 / 720,
                                 1.0 / 5040,
                                 1.0 / 40320,
                                 1.0 / 362880,
                                 1.0 / 3628800,
                                 1.0 / 39916800,
                                 1.0 / 479001600,
                                 1.0 / 6227020800,
                                 1.0 / 87178291200};
  double sum = 0;
  for (int n = 13; n >= 0; --n) sum = (sum + kInverse[n]) * r;
  const auto power = static_cast<std::int64_t>(k);
  const auto half = power / 2;  // two factors: 2^k may be no normal number where the value is
  const double a = std::bit_cast<double>(static_cast<std::uint64_t>(1023 + half) << 52);
  const double b = std::bit_cast<double>(static_cast<std::uint64_t>(1023 + power - half) << 52);
  return (1 + sum) * a * b;
}

// y >= 0. 0^0 = 1.
HD double power_of(double y, double p) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (p == 0) return 1;
  if (p == 1) return y;
  if (p == 2) return y * y;
  if (!(y >= std::numeric_limits<double>::min())) return p > 0 ? 0 : kInfinity;
  if (!(y < kInfinity)) return p > 0 ? y : 0;
  const double t = p * log_of(y);
  if (t > 700) return kInfinity;
  if (t < -700) return 0;
  return exp_of(t);
}

}  // namespace scree::laws::bond
