#include "run/plots/statistic.hpp"

#include <cmath>
#include <numbers>

namespace scree::run {
namespace {

// P(|T| <= t), for whole degrees of freedom (Abramowitz & Stegun, 26.7.3 and 26.7.4).
double share_within(double t, std::size_t freedom) {
  const double n = static_cast<double>(freedom);
  const double theta = std::atan(t / std::sqrt(n)), c = std::cos(theta), s = std::sin(theta);
  double term = freedom % 2 == 0 ? 1 : c, sum = freedom == 1 ? 0 : term;
  for (std::size_t k = freedom % 2 == 0 ? 2 : 3; k + 2 <= freedom; k += 2) {
    const double d = static_cast<double>(k);
    term *= c * c * (d - 1) / d;
    sum += term;
  }
  return freedom % 2 == 0 ? s * sum : 2 / std::numbers::pi * (theta + s * sum);
}

}  // namespace

double student_t_95(std::size_t freedom) {
  if (freedom == 0) return 0;
  constexpr double z = 1.959963984540054;
  if (freedom > 200) {  // Abramowitz & Stegun, 26.7.5: to 1e-9
    const double n = static_cast<double>(freedom), z2 = z * z;
    return z + z * (z2 + 1) / (4 * n) + z * ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n);
  }
  double lo = 0, hi = 20;
  for (int k = 0; k < 60; ++k) {
    const double mid = 0.5 * (lo + hi);
    (share_within(mid, freedom) < 0.95 ? lo : hi) = mid;
  }
  return 0.5 * (lo + hi);
}

Statistic statistic_of(const std::vector<double>& values) {
  Statistic s;
  double sum = 0, squares = 0;
  for (const double v : values)
    if (std::isfinite(v)) sum += v, ++s.number;
  if (s.number == 0) return s;
  s.mean = sum / static_cast<double>(s.number);
  if (s.number < 2) return s;
  for (const double v : values)
    if (std::isfinite(v)) squares += (v - s.mean) * (v - s.mean);
  s.deviation = std::sqrt(squares / static_cast<double>(s.number - 1));
  s.confidence =
      student_t_95(s.number - 1) * s.deviation / std::sqrt(static_cast<double>(s.number));
  return s;
}

}  // namespace scree::run
