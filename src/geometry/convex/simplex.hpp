// The point of a simplex of differences a - b that is nearest to the origin: the step of the
// distance algorithm of Gilbert, Johnson and Keerthi.
//
// Every face of the simplex is asked (15 at most) by the sign of its barycentric coordinates, from
// points to the whole, and the nearest valid point wins: no case distinction that rounding could
// lead astray, at the price of some thirty products.
#pragma once

#include <array>
#include <cstdint>

#include "base/vec3.hpp"

namespace scree::geometry {

struct SimplexCorner {
  Vec3 w;  // of a less that of b
  std::uint32_t a = 0, b = 0;
};

struct Simplex {
  std::array<SimplexCorner, 4> corner;
  std::array<double, 4> share{};  // barycentric
  int count = 0;

  bool has(std::uint32_t a, std::uint32_t b) const {
    for (int k = 0; k < count; ++k)
      if (corner[k].a == a && corner[k].b == b) return true;
    return false;
  }
  // Reduces itself to the face that holds the nearest point, and returns that point. All four are
  // left where the origin is inside.
  Vec3 nearest();
};

}  // namespace scree::geometry
