// Planes, balls and boxes: elementary functions. Cylinders: ball_in_cylinder.cpp.
#include "measure/ball_volume.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

using std::numbers::pi;

double ball_volume(double r) { return 4.0 / 3.0 * pi * r * r * r; }

// The lower half as in (4.4): a cap of height c has the volume pi/3 c^2 (3r - c). The upper half is
// the ball less the cap above; the third line of (4.4) as printed is not continuous at h = y.
double ball_below(double r, double y, double h) {
  const double s = h - y;
  if (!(s > -r)) return 0;
  if (s >= r) return ball_volume(r);
  const double c = s <= 0 ? r + s : r - s;  // height of the smaller cap
  const double cap = pi / 3 * c * c * (3 * r - c);
  return s <= 0 ? cap : ball_volume(r) - cap;
}

double ball_in_ball(double r, double R, double d) {
  if (!(d < r + R)) return 0;
  if (d <= std::abs(R - r)) return ball_volume(std::min(r, R));
  // Two caps that share their base (Weisstein, "Sphere-Sphere Intersection").
  const double deep = r + R - d;
  const double v = pi * deep * deep * (d * d + 2 * d * (r + R) - 3 * (r - R) * (r - R)) / (12 * d);
  return std::clamp(v, 0.0, ball_volume(std::min(r, R)));
}

double common_disc_area(double a, double b, double d) {
  if (!(d < a + b)) return 0;
  if (d <= std::abs(a - b)) return pi * std::min(a, b) * std::min(a, b);
  // Twice the area of the triangle with sides a, b, d (Heron, factored), and the half angles that
  // the common chord is seen under; atan2 keeps the digits that acos would lose for thin lenses.
  const double t = std::sqrt((a + b - d) * (a + b + d) * (d + a - b) * (d - a + b));
  const double alpha = std::atan2(t, (d - b) * (d + b) + a * a);
  const double beta = std::atan2(t, (d - a) * (d + a) + b * b);
  return std::max(0.0, a * a * alpha + b * b * beta - 0.5 * t);
}

namespace {

// The integral over z of the area {x > a, y > b} of the disc of radius sqrt(r^2 - z^2), with its
// constant such that it vanishes at z = 0. Needs a, b >= 0 and a^2 + b^2 + z^2 <= r^2. The area is
//   1/2 [rho^2 (pi/2 - asin(a/rho) - asin(b/rho)) - a q_a - b q_b + 2ab],  q_a^2 = rho^2 - a^2.
class CornerIntegral {
 public:
  CornerIntegral(double r, double a, double b) : r_(r), a_(a), b_(b) {}

  double operator()(double z, double q_a, double q_b) const {
    const double g = z * (r_ * r_ - z * z / 3);
    return 0.5 * (0.5 * pi * g - side(a_, z, q_a, g) - side(b_, z, q_b, g) + 2 * a_ * b_ * z);
  }

 private:
  // Integral of rho^2 asin(b/rho) + b q, q = sqrt(r^2 - b^2 - z^2).
  double side(double b, double z, double q, double g) const {
    const double turn = std::atan2(z, q), r2 = r_ * r_;
    const double area = 0.5 * (z * q + (r2 - b * b) * turn);
    const double by_parts = 2.0 / 3.0 * r2 * (r_ * std::atan2(b * z, r_ * q) - b * turn) +
                            b / 6 * ((r2 - b * b) * turn - z * q);
    return g * std::atan2(b, q) - by_parts + b * area;
  }
  double r_, a_, b_;
};

double root(double x) { return std::sqrt(std::max(0.0, x)); }

// {x > a, y > b} and {x > a, y > b, z > c} of a ball for a, b, c >= 0.
double positive_edge(double r, double a, double b) {
  const double z2 = r * r - a * a - b * b;
  return z2 > 0 ? 2 * CornerIntegral(r, a, b)(std::sqrt(z2), b, a) : 0;
}
double positive_corner(double r, double a, double b, double c) {
  const double z2 = r * r - a * a - b * b;
  if (!(z2 > c * c)) return 0;
  const CornerIntegral f(r, a, b);
  return f(std::sqrt(z2), b, a) - f(c, root(r * r - a * a - c * c), root(r * r - b * b - c * c));
}

// The same for any sign, by reflection: {x > -a} is everything less {x > a}.
double edge(double r, double a, double b) {
  if (a < 0) return ball_below(r, 0, -b) - edge(r, -a, b);
  if (b < 0) return ball_below(r, 0, -a) - edge(r, a, -b);
  return positive_edge(r, a, b);
}
double corner(double r, double a, double b, double c) {
  if (a < 0) return edge(r, b, c) - corner(r, -a, b, c);
  if (b < 0) return edge(r, a, c) - corner(r, a, -b, c);
  if (c < 0) return edge(r, a, b) - corner(r, a, b, -c);
  return positive_corner(r, a, b, c);
}

}  // namespace

double ball_in_box(double r, const Vec3& low, const Vec3& high) {
  const double all = ball_volume(r);
  Vec3 lo, hi;
  for (int k = 0; k < 3; ++k) {
    if (!(high[k] > low[k]) || low[k] >= r || high[k] <= -r) return 0;
    lo[k] = std::max(low[k], -r), hi[k] = std::min(high[k], r);
  }
  double v = 0;  // inclusion and exclusion over the eight corners; those at +r are empty
  for (int k = 0; k < 8; ++k) {
    const Vec3 p{k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z};
    const int highs = (k & 1) + (k >> 1 & 1) + (k >> 2 & 1);
    const double c = p.x < r && p.y < r && p.z < r ? corner(r, p.x, p.y, p.z) : 0;
    v += highs % 2 ? -c : c;
  }
  return std::clamp(v, 0.0, all);
}

}  // namespace scree
