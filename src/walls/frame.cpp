#include "walls/frame.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/exact_math.hpp"

namespace scree {
namespace {

// Rodrigues' formula for the turn about y x axis, with cos = axis.y.
Vec3 turn_from_y(const Vec3& axis, const Vec3& p) {
  const Vec3 v = cross(Vec3{0, 1, 0}, axis);
  const Vec3 vp = cross(v, p);
  return p + vp + cross(v, vp) / (1.0 + axis.y);
}

}  // namespace

AxisFrame frame_along(const Vec3& axis, double angle) {
  AxisFrame f;
  const auto [s, c] = exact::sin_cos(angle);  // 0 and 1 for 0
  const Vec3 x{c, 0, -s}, z{s, 0, c};
  // Close to -y the formula loses its digits: first turn by pi about x, then from there.
  if (axis.y < -0.5) {
    const Vec3 flipped{axis.x, -axis.y, -axis.z};
    const auto flip = [](const Vec3& p) { return Vec3{p.x, -p.y, -p.z}; };
    f.u = flip(turn_from_y(flipped, x));
    f.w = flip(turn_from_y(flipped, z));
  } else {
    f.u = turn_from_y(axis, x);
    f.w = turn_from_y(axis, z);
  }
  f.u = without_negative_zeros(f.u);
  f.w = without_negative_zeros(f.w);
  f.axis = without_negative_zeros(axis);
  return f;
}

Result<Vec3> unit_vector(const ParamSet& p, std::string_view name) {
  const Vec3 v = p.vector(name);
  // Scaled first: squares of very long or very short vectors would leave the range of a double.
  const double scale = std::fmax(std::abs(v.x), std::fmax(std::abs(v.y), std::abs(v.z)));
  if (!is_finite(v) || !(scale > 0))
    return Error{"E0401", fmt::format("'{}' must be a direction, not zero", name), "",
                 fmt::format("for example {} = [0, 1, 0]", name)};
  return without_negative_zeros(normalized(v / scale));
}

}  // namespace scree
