// Geometry of the fixed cubes: central cube, octant, intersected cubes.
#include <algorithm>
#include <cmath>

#include "detect/axis_cells.hpp"
#include "detect/lazarevic.hpp"

namespace scree::detect {

double CubeAxis::coordinate(double offset) const {
  if (count == 0) return std::clamp(offset * inverse, -kMaxCoordinate, kMaxCoordinate);
  const double turns = offset * inverse_period;
  const auto n = static_cast<double>(count);
  const double v = (turns - std::floor(turns)) * n;
  return v > 0 ? std::min(v, n) : n;
}

std::int64_t CubeAxis::wrapped(std::int64_t k) const {
  if (count == 0) return k;
  return k < 1 ? k + count : (k > count ? k - count : k);
}

namespace {

// Without the library call that a plain x86-64 build makes of std::ceil; |v| stays below 2^39.
std::int64_t ceiling(double v) {
  const auto k = static_cast<std::int64_t>(v);
  return k + (static_cast<double>(k) < v);
}

}  // namespace

// (7). A centre on a face belongs to the cube below it: the ceiling of a whole number is itself.
Cube CubeFrame::cube_of(const Vec3& offset) const {
  return {ceiling(axis[0].coordinate(offset.x)), ceiling(axis[1].coordinate(offset.y)),
          ceiling(axis[2].coordinate(offset.z))};
}

namespace {

// Algorithm 3: the tree faces -> edges -> corner (15), (16). Touching counts as intersecting
// (section 3.4). delta: distances (11) from the centre to the three near faces; a face that cannot
// be crossed is infinitely far.
std::uint8_t search_tree(const Vec3& delta, double rho) {
  constexpr std::uint8_t k1 = 1, k2 = 2, k3 = 4, k4 = 8, k5 = 16, k6 = 32, k7 = 64, k8 = 128;
  const double rho2 = rho * rho;
  const double xx = delta.x * delta.x, yy = delta.y * delta.y, zz = delta.z * delta.z;
  const bool x = rho - delta.x >= 0, y = rho - delta.y >= 0, z = rho - delta.z >= 0;  // (12)
  const bool xy = rho2 - (xx + yy) >= 0, xz = rho2 - (xx + zz) >= 0, yz = rho2 - (yy + zz) >= 0;
  const bool xyz = rho2 - ((xx + yy) + zz) >= 0;  // (14)
  std::uint8_t k = k1;
  if (x) {
    k |= k2;
    if (y) {
      k |= k3;
      if (xy) {
        k |= k4;
        if (z) {
          k |= k5;
          if (xz) k |= k6;
          if (yz) k |= k7;
          if (xz && yz && xyz) k |= k8;
        }
      } else if (z) {
        k |= k5;
        if (xz) k |= k6;
        if (yz) k |= k7;
      }
    } else if (z) {
      k |= k5;
      if (xz) k |= k6;
    }
  } else if (y) {
    k |= k3;
    if (z) {
      k |= k5;
      if (yz) k |= k7;
    }
  } else if (z) {
    k |= k5;
  }
  return k;
}

}  // namespace

BallCubes intersected_cubes(const CubeFrame& frame, const Vec3& x, double rho) {
  BallCubes b;
  const Vec3 offset = frame.offset(x);
  b.central = frame.cube_of(offset);
  const std::int64_t k[3] = {b.central.x, b.central.y, b.central.z};
  Vec3 delta;
  for (int axis = 0; axis < 3; ++axis) {
    const CubeAxis& c = frame.axis[axis];
    const double d =
        c.coordinate(offset[axis]) - (static_cast<double>(k[axis]) - 0.5);  // (10) / edge
    b.side[axis] = d >= 0 ? 1 : -1;                                         // (9), (19)
    delta[axis] = c.edge * (0.5 - std::abs(d));                             // (11)
    if (c.count == 1) delta[axis] = HUGE_VAL;  // the only cube of the period is its own neighbour
  }
  b.cubes = search_tree(delta, rho + frame.margin);
  return b;
}

// Algorithm 1 for all eight cells at once.
Cube cube_at(const CubeFrame& frame, const BallCubes& b, int bit) {
  Cube k = b.central;
  if (bit & 1) k.x = frame.axis[0].wrapped(k.x + b.side[0]);
  if (bit & 2) k.y = frame.axis[1].wrapped(k.y + b.side[1]);
  if (bit & 4) k.z = frame.axis[2].wrapped(k.z + b.side[2]);
  return k;
}

}  // namespace scree::detect
