// The periodic box: directions in which space closes on itself.
#pragma once

#include "base/vec3.hpp"

namespace scree {

struct PeriodicBox {
  Vec3 lo{}, hi{};
  bool periodic[3] = {false, false, false};

  bool any() const { return periodic[0] || periodic[1] || periodic[2]; }
  double length(int k) const { return hi[k] - lo[k]; }
  // Per axis: length and 1/length where periodic, else 0 (so that the image shift vanishes).
  Vec3 lengths() const {
    return {periodic[0] ? length(0) : 0, periodic[1] ? length(1) : 0, periodic[2] ? length(2) : 0};
  }
  Vec3 inverse_lengths() const {
    const Vec3 l = lengths();
    return {l.x > 0 ? 1 / l.x : 0, l.y > 0 ? 1 / l.y : 0, l.z > 0 ? 1 / l.z : 0};
  }
};

// Nearest image of the difference d.
HD Vec3 nearest_image(const Vec3& d, const Vec3& length, const Vec3& inverse) {
  return {d.x - length.x * __builtin_rint(d.x * inverse.x),
          d.y - length.y * __builtin_rint(d.y * inverse.y),
          d.z - length.z * __builtin_rint(d.z * inverse.z)};
}

}  // namespace scree
