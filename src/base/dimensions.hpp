// Two or three dimensions.
//
// In two, grains are prisms of unit depth that move in the plane z = 0 and turn about z only: an
// area stands where a volume stands in three, in m^2 times 1 m of depth.
#pragma once

#include <numbers>

namespace scree {

enum class Dimensions { two = 2, three = 3 };

// Volume of a ball, or of a disc of unit depth.
inline double ball_measure(double r, Dimensions d) {
  return d == Dimensions::two ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r;
}
// Of a ball or disc about an axis through its centre, over m r^2.
constexpr double inertia_factor(Dimensions d) { return d == Dimensions::two ? 0.5 : 0.4; }

// Length to the power of the dimension.
constexpr double power_of(double length, Dimensions d) {
  return d == Dimensions::two ? length * length : length * length * length;
}

}  // namespace scree
