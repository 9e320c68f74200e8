#include "sim/world/gravity.hpp"

#include <numbers>

#include "base/exact_math.hpp"

namespace scree {
namespace {

// Share of a turn done after the share tau of its duration: the rate is 1 - cos(2 pi tau), zero
// with zero slope at both ends.
double turned_share(double tau) {
  if (!(tau > 0)) return 0;
  if (tau >= 1) return 1;
  constexpr double two_pi = 2 * std::numbers::pi;
  return tau - exact::sin(two_pi * tau) / two_pi;
}

// Rodrigues' formula, k a unit vector.
Vec3 rotated(const Vec3& v, const Vec3& k, double angle) {
  const auto [s, c] = exact::sin_cos(angle);
  return c * v + s * cross(k, v) + ((1 - c) * dot(k, v)) * k;
}

}  // namespace

Vec3 Gravity::at(double t) const {
  if (constant()) return g;
  t -= begin;
  double angle = rate * t;
  for (const Turn& turn : turns) {
    // A turn of no duration is a jump at its beginning.
    const double tau = turn.duration > 0 ? (t - turn.at) / turn.duration : (t >= turn.at ? 1 : 0);
    angle += turn.angle * turned_share(tau);
  }
  if (angle == 0) return g;
  return rotated(g, normalized(axis), angle);
}

}  // namespace scree
