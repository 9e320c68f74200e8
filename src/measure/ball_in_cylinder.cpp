// The volume that a ball and a cylinder have in common.
//
// In the plane across the axis, with the ball's centre as origin and u the squared distance from
// it, 2 sqrt(r^2 - u) is the divergence of a radial field, so that (4.6) becomes an integral along
// the circle of the cylinder (docs/theory/measures.md):
//
//   V = 4 pi/3 r^3 [R > d] - 2/3 I
//   I = integral of (r^2 - u)^(3/2) (1 + s/u) / sqrt((u - alpha)(beta - u)) du
//
// from alpha = (R - d)^2 to the smaller of beta = (R + d)^2 and r^2, with s = R^2 - d^2; [R > d] is
// 1/2 where R = d. Lengths are scaled to r = 1 inside.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "measure/ball_volume.hpp"
#include "measure/elliptic.hpp"
#include "measure/quadrature.hpp"

namespace scree {
namespace {

using std::numbers::pi;

// k' = 0 where the circle touches the sphere from inside. All combinations used stay finite there;
// the clamp gives their limits, as k' log k' is far below rounding.
constexpr double kSmallestModulus = 1e-150;
double modulus(double k2) { return std::max(std::sqrt(std::max(k2, 0.0)), kSmallestModulus); }

// The factors of the integral, without cancellation.
struct Shape {
  double R, d;
  double h = std::abs(R - d);
  double q = (1 - h) * (1 + h);  // 1 - alpha
  double s = (R - d) * (R + d);
  double alpha = h * h;
};

// (s/alpha) cel(k', p/alpha, 1, b): 0 for R = d, where [R > d] = 1/2 stands for it.
double pole_term(const Shape& c, double k, double p, double b) {
  return c.alpha > 0 ? c.s / c.alpha * complete_elliptic(k, p / c.alpha, 1, b) : 0;
}

// r >= R + d: the cylinder pierces the ball. u = alpha + (beta - alpha) sin^2.
double pierced(const Shape& c) {
  const double beta = (c.R + c.d) * (c.R + c.d);
  const double k2 = std::max(0.0, (1 - c.R - c.d) * (1 + c.R + c.d) / c.q);
  const double k = modulus(k2);
  const double K = complete_elliptic(k, 1, 1, 1), E = complete_elliptic(k, 1, 1, k * k);
  const double cubed = ((2 + 2 * k2) * E - k2 * K) / 3;  // integral of Delta^3
  return 2 * std::sqrt(c.q) * (c.q * cubed + pole_term(c, k, beta, k * k) - c.s * E);
}

// Integral of cos^4 / sqrt(1 - m sin^2). The recurrence divides by m; below 0.1 the power series.
double cos4_integral(double m, double k, double cos2) {
  if (m > 0.1) {
    const double K = complete_elliptic(k, 1, 1, 1);
    return (2 * (2 * m - 1) * cos2 + (1 - m) * K) / (3 * m);
  }
  // Term n: (1/2)_n/n! m^n times the integral of cos^4 sin^2n, which is 3 pi/16 for n = 0.
  double term = 3 * pi / 16, sum = term;
  for (int n = 1; n < 40 && term > 1e-18 * sum; ++n) {
    term *= m * (n - 0.5) / n * (2 * n - 1) / (2 * n + 4);
    sum += term;
  }
  return sum;
}

// |R - d| < r < R + d: the surfaces cross in one closed curve. u = alpha + (r^2 - alpha) sin^2.
double crossed(const Shape& c) {
  const double width = 4 * c.R * c.d;  // beta - alpha
  const double m = std::min(1.0, c.q / width);
  const double k = modulus((c.R + c.d - 1) * (c.R + c.d + 1) / width);
  const double cos2 = complete_elliptic(k, 1, 1, 0);
  const double first = c.q * cos4_integral(m, k, cos2);
  return 2 * c.q / std::sqrt(width) * (first + pole_term(c, k, 1, 0) - c.s * cos2);
}

// Area of the cylinder of radius R inside the unit ball: 4 R times the integral over half a turn of
// sqrt(A - B cos t), A = 1 - R^2 - d^2, B = 2 R d, where positive. `deep` is 1 + R - d, which the
// caller knows with all its digits.
double side_area(double R, double d, double deep) {
  const double sum = deep * (2 - deep);  // A + B
  if (!(sum > 0)) return 0;
  const double difference = (1 - R - d) * (1 + R + d);  // A - B
  if (difference >= 0) {
    const double k = modulus(difference / sum);
    return 8 * R * std::sqrt(sum) * complete_elliptic(k, 1, 1, k * k);
  }
  const double width = 4 * R * d, m = sum / width;
  const double k = modulus(-difference / width);
  return 8 * R * std::sqrt(width) * m * complete_elliptic(k, 1, 1, 0);
}

// A part that is small beside r^3 is a difference of large terms above. It is also the integral of
// the area over the radii from nothing to R, which is positive everywhere; its one singular point,
// a logarithm where the cylinder begins to pierce the ball, is made an end. The variable is what
// starts at 0: the radius, or the depth of the overlap where the axis is outside the ball.
double small_part(double R, double d) {
  if (d > 1)
    return integrate([d](double deep) { return side_area(d - 1 + deep, d, deep); }, 0, 1 - (d - R));
  const auto area = [d](double x) { return side_area(x, d, 1 + x - d); };
  const double kink = std::min(1 - d, R);
  return integrate(area, 0, kink) + integrate(area, kink, R);
}

double unit_ball_in_cylinder(double R, double d) {
  constexpr double kSmall = 1e-3;  // closed form above: 1e-16 / 1e-3, and its own few units
  const Shape c{R, d};
  const double whole = 4.0 / 3.0 * pi;
  const double inside = R > d ? whole : (R < d ? 0 : 0.5 * whole);
  const double v = inside - 2.0 / 3.0 * (1 >= R + d ? pierced(c) : crossed(c));
  return std::clamp(v < kSmall ? small_part(R, d) : v, 0.0, whole);
}

}  // namespace

double ball_in_cylinder(double r, double R, double d) {
  if (!(r > 0) || !(R > 0) || !(d - R < r)) return 0;
  if (R - d >= r) return ball_volume(r);
  // Beyond this the side is flat to the last bit, and squares could overflow.
  if (R > 1e17 * r) return ball_below(r, d, R);
  return r * r * r * unit_ball_in_cylinder(R / r, d / r);
}

double ball_in_cylinder_piece(double r, double R, double d, double low, double high) {
  low = std::max(low, -r), high = std::min(high, r);
  if (!(high > low) || !(R > 0) || !(d - R < r)) return 0;
  if (low <= -r && high >= r) return ball_in_cylinder(r, R, d);
  if (R - d >= r) return std::max(0.0, ball_below(r, 0, high) - ball_below(r, 0, low));
  // The integral of the common area over the height, split where the discs touch.
  std::array<double, 6> cut{low, high, low, low, low, low};
  std::size_t n = 2;
  for (const double touching : {std::abs(R - d), R + d}) {
    if (touching >= r) continue;
    const double z = std::sqrt((r - touching) * (r + touching));
    cut[n++] = std::clamp(-z, low, high), cut[n++] = std::clamp(z, low, high);
  }
  std::sort(cut.begin(), cut.end());
  const auto area = [&](double z) {
    return common_disc_area(std::sqrt(std::max(0.0, (r - z) * (r + z))), R, d);
  };
  double v = 0;
  for (std::size_t k = 1; k < cut.size(); ++k) v += integrate(area, cut[k - 1], cut[k]);
  return std::clamp(v, 0.0, ball_volume(r));
}

}  // namespace scree
