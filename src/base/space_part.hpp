// The space that walls leave for grains, as parts that all hold it: half-spaces and insides of
// round walls, in the world. What all parts have in common is convex.
#pragma once

#include "base/vec3.hpp"

namespace scree {

struct SpacePart {
  Vec3 x;             // a point of the plane; of the axis
  Vec3 axis;          // unit; of a plane its normal, out of the space
  double radius = 0;  // at x; 0 with slope 0: a plane
  double slope = 0;   // of a cone: growth of the radius along the axis
  bool is_plane() const { return radius == 0 && slope == 0; }
};

}  // namespace scree
