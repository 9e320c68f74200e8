// Grains that may not move along, or turn about, some axes of the world: flags of their rows. What
// acts along a locked direction is held by an ideal guide that does no work; it never reaches the
// grain, whose velocity there stays 0.
#pragma once

#include "base/vec3.hpp"
#include "state/particles.hpp"

namespace scree {

HD Vec3 free_along(unsigned flags, const Vec3& v) {
  return {(flags & kLockedX) != 0 ? 0.0 : v.x, (flags & kLockedY) != 0 ? 0.0 : v.y,
          (flags & kLockedZ) != 0 ? 0.0 : v.z};
}
HD Vec3 free_about(unsigned flags, const Vec3& v) {
  return {(flags & kLockedRx) != 0 ? 0.0 : v.x, (flags & kLockedRy) != 0 ? 0.0 : v.y,
          (flags & kLockedRz) != 0 ? 0.0 : v.z};
}

}  // namespace scree
