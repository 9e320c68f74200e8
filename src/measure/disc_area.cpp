#include "measure/disc_area.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "measure/ball_volume.hpp"

namespace scree {
namespace {

// The part of the unit disc with x > a, for a >= 0: a segment. By the chord's half length and
// atan2, which keep the digits of thin segments.
double unit_segment(double a) {
  if (!(a < 1)) return 0;
  const double q = std::sqrt((1 - a) * (1 + a));
  return exact::atan2(q, a) - a * q;
}

// The part with x > a and y > b, for a, b >= 0.
double unit_corner(double a, double b) {
  if (!(a * a + b * b < 1)) return 0;
  const double qa = std::sqrt((1 - a) * (1 + a)), qb = std::sqrt((1 - b) * (1 + b));
  // A sector between the two ends of the arc, less two triangles.
  const double angle = exact::atan2(qa, a) - exact::atan2(b, qb);
  return std::max(0.0, 0.5 * (angle - a * (qa - b) - b * (qb - a)));
}

// The part with x > a and y > b for any signs.
double unit_above(double a, double b) {
  if (a >= 0 && b >= 0) return unit_corner(a, b);
  if (a < 0 && b >= 0) return unit_segment(b) - unit_corner(-a, b);
  if (a >= 0) return unit_segment(a) - unit_corner(a, -b);
  return std::numbers::pi - unit_segment(-a) - unit_segment(-b) + unit_corner(-a, -b);
}

}  // namespace

double disc_below(double r, double y, double h) {
  const double s = h - y, whole = std::numbers::pi * r * r;
  if (!(s > -r)) return 0;
  if (s >= r) return whole;
  return s <= 0 ? r * r * unit_segment(-s / r) : whole - r * r * unit_segment(s / r);
}

double disc_in_box(double r, const Vec3& low, const Vec3& high) {
  if (!(r > 0)) return 0;
  const auto above = [r](double x, double y) {
    return unit_above(std::clamp(x / r, -1.0, 1.0), std::clamp(y / r, -1.0, 1.0));
  };
  const double part =
      above(low.x, low.y) - above(high.x, low.y) - above(low.x, high.y) + above(high.x, high.y);
  return r * r * std::clamp(part, 0.0, std::numbers::pi);
}

double grain_below(double r, double y, double h, Dimensions d) {
  return d == Dimensions::two ? disc_below(r, y, h) : ball_below(r, y, h);
}

}  // namespace scree
