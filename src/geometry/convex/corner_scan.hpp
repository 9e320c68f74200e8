// All corners or planes of a body at once: the corner farthest along a direction, for bodies of few
// corners; heights of corners; the plane that a point lies farthest outside of. Coordinates lie in
// columns (all x, all y, all z), each of a multiple of four. No branch, since which lane wins is
// anybody's guess; element-wise operations of IEEE 754, the same bits on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/vec3.hpp"

namespace scree::geometry {

typedef double TwoDoubles __attribute__((vector_size(16)));
typedef float FourFloats __attribute__((vector_size(16)));

template <class Lanes, class Number>
inline Lanes load_lanes(const Number* p) {
  Lanes v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

// Numbers of corners are small: exact as doubles and as floats, and of the width of the lanes.
inline std::uint32_t scan_farthest(const double* x, std::size_t padded, const Vec3& u) {
  const TwoDoubles ux{u.x, u.x}, uy{u.y, u.y}, uz{u.z, u.z}, four{4, 4};
  const double *y = x + padded, *z = y + padded;
  const auto heights = [&](std::size_t k) {
    return load_lanes<TwoDoubles>(x + k) * ux + load_lanes<TwoDoubles>(y + k) * uy +
           load_lanes<TwoDoubles>(z + k) * uz;
  };
  TwoDoubles most = heights(0), others = heights(2);
  TwoDoubles number{0, 1}, other_number{2, 3}, best = number, other_best = other_number;
  for (std::size_t k = 4; k < padded; k += 4) {
    number += four;
    other_number += four;
    const TwoDoubles d = heights(k), e = heights(k + 2);
    const auto more = d > most, other_more = e > others;
    most = more ? d : most;
    best = more ? number : best;
    others = other_more ? e : others;
    other_best = other_more ? other_number : other_best;
  }
  const auto upper = others > most;
  most = upper ? others : most;
  best = upper ? other_best : best;
  const TwoDoubles crossed = __builtin_shufflevector(most, most, 1, 0);
  const TwoDoubles crossed_best = __builtin_shufflevector(best, best, 1, 0);
  best = crossed > most ? crossed_best : best;
  return static_cast<std::uint32_t>(best[0]);
}

// The same to some 1e-7 of the size of the body, in half the time.
inline std::uint32_t scan_roughly_farthest(const float* x, std::size_t padded, const Vec3& u) {
  const float a = static_cast<float>(u.x), b = static_cast<float>(u.y), c = static_cast<float>(u.z);
  const FourFloats ux{a, a, a, a}, uy{b, b, b, b}, uz{c, c, c, c}, four{4, 4, 4, 4};
  const float *y = x + padded, *z = y + padded;
  const auto heights = [&](std::size_t k) {
    return load_lanes<FourFloats>(x + k) * ux + load_lanes<FourFloats>(y + k) * uy +
           load_lanes<FourFloats>(z + k) * uz;
  };
  FourFloats most = heights(0), number{0, 1, 2, 3}, best = number;
  for (std::size_t k = 4; k < padded; k += 4) {
    number += four;
    const FourFloats d = heights(k);
    const auto more = d > most;
    most = more ? d : most;
    best = more ? number : best;
  }
  FourFloats other = __builtin_shufflevector(most, most, 2, 3, 0, 1);
  FourFloats other_best = __builtin_shufflevector(best, best, 2, 3, 0, 1);
  const auto upper = other > most;
  most = upper ? other : most;
  best = upper ? other_best : best;
  other = __builtin_shufflevector(most, most, 1, 0, 3, 2);
  other_best = __builtin_shufflevector(best, best, 1, 0, 3, 2);
  best = other > most ? other_best : best;
  return static_cast<std::uint32_t>(best[0]);
}

// height[k] = base - u . corner k, with room for all places of the columns.
inline void scan_heights(const double* x, std::size_t padded, const Vec3& u, double base,
                         double* height) {
  const TwoDoubles ux{u.x, u.x}, uy{u.y, u.y}, uz{u.z, u.z}, from{base, base};
  const double *y = x + padded, *z = y + padded;
  for (std::size_t k = 0; k < padded; k += 2) {
    const TwoDoubles h =
        from - (ux * load_lanes<TwoDoubles>(x + k) + uy * load_lanes<TwoDoubles>(y + k) +
                uz * load_lanes<TwoDoubles>(z + k));
    __builtin_memcpy(height + k, &h, sizeof h);
  }
}

// The plane with the greatest n . p - size * offset, of equals the first. Columns: all x, y, z of
// normals, then all offsets; filled up with the first plane.
struct OutermostPlane {
  std::uint32_t number = 0;
  double distance = 0;
};
inline OutermostPlane scan_outermost(const double* x, std::size_t padded, const Vec3& p,
                                     double size) {
  const TwoDoubles px{p.x, p.x}, py{p.y, p.y}, pz{p.z, p.z}, by{size, size}, four{4, 4};
  const double *y = x + padded, *z = y + padded, *offset = z + padded;
  const auto distances = [&](std::size_t k) {
    return (load_lanes<TwoDoubles>(x + k) * px + load_lanes<TwoDoubles>(y + k) * py +
            load_lanes<TwoDoubles>(z + k) * pz) -
           by * load_lanes<TwoDoubles>(offset + k);
  };
  TwoDoubles most[2] = {distances(0), distances(2)};
  TwoDoubles number[2] = {{0, 1}, {2, 3}}, best[2] = {number[0], number[1]};
  for (std::size_t k = 4; k < padded; k += 4)
    for (std::size_t half = 0; half < 2; ++half) {
      number[half] += four;
      const TwoDoubles d = distances(k + 2 * half);
      const auto more = d > most[half];
      most[half] = more ? d : most[half];
      best[half] = more ? number[half] : best[half];
    }
  double distance = most[0][0], first = best[0][0];
  for (int lane = 1; lane < 4; ++lane) {
    const double d = most[lane / 2][lane % 2], n = best[lane / 2][lane % 2];
    const bool wins = d > distance || (d == distance && n < first);
    distance = wins ? d : distance;
    first = wins ? n : first;
  }
  return {static_cast<std::uint32_t>(first), distance};
}

}  // namespace scree::geometry
