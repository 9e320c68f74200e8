// A point of the half plane of a body of revolution.
#pragma once

namespace scree {

struct ProfilePoint {
  double r = 0, h = 0;  // distance from the axis, height along it
};

}  // namespace scree
