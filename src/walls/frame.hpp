// Axes of a shape in the wall's frame. The default axis is y, which is up.
#pragma once

#include <string>
#include <string_view>

#include "base/params.hpp"
#include "base/result.hpp"
#include "base/vec3.hpp"

namespace scree {

// Right-handed: u, axis, w are the images of x, y, z.
struct AxisFrame {
  Vec3 u{1, 0, 0}, axis{0, 1, 0}, w{0, 0, 1};
};

// The smallest turn that takes y to the unit vector `axis`, after a turn by `angle` about y.
// Exact (no rounding at all) for the six axis directions and angle 0, so that a box or a cylinder
// along an axis gives the same bits as the plane it is made of.
AxisFrame frame_along(const Vec3& axis, double angle = 0);

// A direction given by the user, made a unit vector; refuses zero and non-finite ones.
Result<Vec3> unit_vector(const ParamSet& p, std::string_view name);

// -v without negative zeros.
HD Vec3 negated(const Vec3& v) { return {0.0 - v.x, 0.0 - v.y, 0.0 - v.z}; }
inline Vec3 without_negative_zeros(const Vec3& v) { return {v.x + 0.0, v.y + 0.0, v.z + 0.0}; }

}  // namespace scree
