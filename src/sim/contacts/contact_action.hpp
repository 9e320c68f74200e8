// What a contact does to those who touch.
#pragma once

#include "base/vec3.hpp"

namespace scree {

// Force on i, torques about the centres of i and (between grains) of j. The force on j is the
// opposite.
struct ContactAction {
  Vec3 force, torque_i, torque_j;
};

}  // namespace scree
