#include "measure/elliptic.hpp"

#include <cmath>
#include <numbers>

namespace scree {

// Bartky's transformation: the pair (mean, k) goes through the arithmetic-geometric mean, and the
// integral keeps its form with new p, a, b. Convergence is quadratic, so half the digits of a
// double as criterion give all of them. The loop has a bound for the sake of bad input; from the
// smallest k' that occurs (1e-150) it takes 12 rounds.
double complete_elliptic(double k_prime, double p, double a, double b) {
  constexpr double kHalfTheDigits = 1e-8;
  double k = k_prime, mean = 1, product = k_prime;
  double root = std::sqrt(p);
  b /= root;
  for (int round = 0; round < 40; ++round) {
    const double old_a = a, old_mean = mean, g = product / root;
    a += b / root;
    b = 2 * (b + old_a * g);
    root += g;
    mean += k;
    if (std::abs(old_mean - k) <= kHalfTheDigits * old_mean) break;
    k = 2 * std::sqrt(product);
    product = k * mean;
  }
  return 0.5 * std::numbers::pi * (b + a * mean) / (mean * (mean + root));
}

}  // namespace scree
