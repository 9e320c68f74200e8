// The periodic box: directions in which space closes on itself.
//
// A cell that deforms (sim/world/cell.hpp) is a box whose edges change and tilt. Its edges are
//
//   a = (length x, 0, 0)     b = (xy, length y, 0)     c = (xz, yz, length z),
//
// and it moves by the velocity gradient L, of the same triangular form. Positions stay in the
// upright brick [lo, hi): that brick, shifted by a, b and c, fills space as well as the tilted cell
// does (bricks in a wall that are laid with an offset). So a tilt shifts images, not grains.
#pragma once

#include "base/vec3.hpp"

namespace scree {

// Nearest image of the difference d.
HD Vec3 nearest_image(const Vec3& d, const Vec3& length, const Vec3& inverse) {
  return {d.x - length.x * __builtin_rint(d.x * inverse.x),
          d.y - length.y * __builtin_rint(d.y * inverse.y),
          d.z - length.z * __builtin_rint(d.z * inverse.z)};
}

// The same in a tilted cell: the image whose every component is at most half a length, the nearest
// one whenever some image is that near. tilt: xy, xz, yz.
HD Vec3 nearest_image(const Vec3& d, const Vec3& length, const Vec3& inverse, const Vec3& tilt) {
  const double n_z = __builtin_rint(d.z * inverse.z);
  const double y = d.y - tilt.z * n_z;
  const double n_y = __builtin_rint(y * inverse.y);
  const double x = (d.x - tilt.y * n_z) - tilt.x * n_y;
  return {x - length.x * __builtin_rint(x * inverse.x), y - length.y * n_y, d.z - length.z * n_z};
}

// M d for the triangular M with this diagonal and, above it, xy, xz, yz.
HD Vec3 triangular(const Vec3& diagonal, const Vec3& above, const Vec3& d) {
  return {diagonal.x * d.x + above.x * d.y + above.y * d.z, diagonal.y * d.y + above.z * d.z,
          diagonal.z * d.z};
}

struct PeriodicBox {
  Vec3 lo{}, hi{};
  bool periodic[3] = {false, false, false};
  Vec3 tilt{};              // xy, xz, yz
  Vec3 stretch{}, shear{};  // L, 1/s: xx, yy, zz and xy (of v_x along y), xz, yz

  bool any() const { return periodic[0] || periodic[1] || periodic[2]; }
  bool tilted() const { return tilt != Vec3{}; }
  bool moves() const { return stretch != Vec3{} || shear != Vec3{}; }
  HD double length(int k) const { return hi[k] - lo[k]; }
  double volume() const { return length(0) * length(1) * length(2); }
  // Per axis: length and 1/length where periodic, else 0 (so that the image shift vanishes).
  Vec3 lengths() const {
    return {periodic[0] ? length(0) : 0, periodic[1] ? length(1) : 0, periodic[2] ? length(2) : 0};
  }
  Vec3 inverse_lengths() const {
    const Vec3 l = lengths();
    return {l.x > 0 ? 1 / l.x : 0, l.y > 0 ? 1 / l.y : 0, l.z > 0 ? 1 / l.z : 0};
  }
  Vec3 nearest(const Vec3& d) const {
    return tilted() ? nearest_image(d, lengths(), inverse_lengths(), tilt)
                    : nearest_image(d, lengths(), inverse_lengths());
  }
  // What the cell's motion adds to the relative velocity of two grains that are d apart.
  Vec3 flow(const Vec3& d) const { return triangular(stretch, shear, d); }
};

}  // namespace scree
