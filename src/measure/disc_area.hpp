// Areas of pieces of a disc: what densities are made of in two dimensions, as ball_volume.hpp in
// three. Grains have a depth of 1 m, so that these areas in m^2 are volumes in m^3 as well.
#pragma once

#include "base/dimensions.hpp"
#include "base/vec3.hpp"

namespace scree {

// The part of a disc with centre at height y that is below height h.
double disc_below(double r, double y, double h);
// The part inside the rectangle [low, high] of x and y, both measured from the disc's centre.
double disc_in_box(double r, const Vec3& low, const Vec3& high);

// Of balls or discs.
double grain_below(double r, double y, double h, Dimensions d);

}  // namespace scree
