// A fast approximation with a known error settles almost every case: where both ends of the
// interval that it leaves round to the same double, that is the answer (Ziv 1991). The others, one
// in a million, and rare arguments go to MPFR.
#include "base/exact_math.hpp"

#include <cmath>

#include "base/elementary.hpp"
#include "base/mpfr_math.hpp"

namespace scree::exact {
namespace {

// The double nearest to every number that is off from v by kElementaryError of it; nothing when
// they round differently.
std::optional<double> rounded(DoubleDouble v) {
  const double error = std::abs(v.hi) * elementary::kElementaryError;
  const double below = v.hi + (v.lo - error), above = v.hi + (v.lo + error);
  if (below != above) return std::nullopt;
  return below;
}

// x - x^3/6 is within a quarter of an ulp of x, and 1 - x^2/2 of 1.
bool tiny_angle(double x) { return std::abs(x) < 0x1p-27; }

double sine_of(const elementary::Reduced& reduced, double x) {
  const std::optional<double> fast = rounded(elementary::sine(reduced));
  return fast ? *fast : mpfr_math::sin(x);
}
double cosine_of(const elementary::Reduced& reduced, double x) {
  const std::optional<double> fast = rounded(elementary::cosine(reduced));
  return fast ? *fast : mpfr_math::cos(x);
}

}  // namespace

double sin(double x) {
  if (tiny_angle(x)) return x;
  const std::optional<elementary::Reduced> reduced = elementary::reduce(x);
  return reduced ? sine_of(*reduced, x) : mpfr_math::sin(x);
}

double cos(double x) {
  if (tiny_angle(x)) return 1;
  const std::optional<elementary::Reduced> reduced = elementary::reduce(x);
  return reduced ? cosine_of(*reduced, x) : mpfr_math::cos(x);
}

SinCos sin_cos(double x) {
  if (tiny_angle(x)) return {x, 1};
  const std::optional<elementary::Reduced> reduced = elementary::reduce(x);
  if (!reduced) return {mpfr_math::sin(x), mpfr_math::cos(x)};
  return {sine_of(*reduced, x), cosine_of(*reduced, x)};
}

double exp(double x) {
  if (std::abs(x) < 0x1p-55) return 1;
  // Beyond, the result overflows or is close to the subnormals.
  if (!(std::abs(x) <= 700)) return mpfr_math::exp(x);
  const elementary::Exponential e = elementary::exponential(x);
  const std::optional<double> fast = rounded(e.value);
  return fast ? std::ldexp(*fast, e.power) : mpfr_math::exp(x);
}

double log(double x) {
  if (x == 1) return 0;
  if (!(x >= 0x1p-1022 && x <= 0x1p1023)) return mpfr_math::log(x);
  const std::optional<double> fast = rounded(elementary::logarithm(x));
  return fast ? *fast : mpfr_math::log(x);
}

double log1p(double x) {
  if (std::abs(x) < 0x1p-54) return x;
  if (!(x > -1 && x <= 0x1p900)) return mpfr_math::log1p(x);
  const std::optional<double> fast = rounded(elementary::logarithm_of_1_plus(x));
  return fast ? *fast : mpfr_math::log1p(x);
}

double tan(double x) { return mpfr_math::tan(x); }
double pow(double x, double y) { return mpfr_math::pow(x, y); }
double hypot(double x, double y) { return mpfr_math::hypot(x, y); }
double atan2(double y, double x) { return mpfr_math::atan2(y, x); }

}  // namespace scree::exact
