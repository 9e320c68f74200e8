// Points whose hull is a body: the corners of a box, of a prism, and drawn ones on a ball.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/random.hpp"
#include "base/vec3.hpp"

namespace scree::test {

inline std::vector<Vec3> box_points(const Vec3& size) {
  std::vector<Vec3> points;
  for (int k = 0; k < 8; ++k)
    points.push_back({(k & 1 ? 0.5 : -0.5) * size.x, (k & 2 ? 0.5 : -0.5) * size.y,
                      (k & 4 ? 0.5 : -0.5) * size.z});
  return points;
}

// A regular prism along y.
inline std::vector<Vec3> prism_points(int sides, double diameter, double height) {
  std::vector<Vec3> points;
  for (int k = 0; k < sides; ++k) {
    const double a = 2 * std::numbers::pi * k / sides;
    for (const double h : {-0.5, 0.5})
      points.push_back({0.5 * diameter * std::cos(a), h * height, 0.5 * diameter * std::sin(a)});
  }
  return points;
}

// All directions alike: drawn in a cube, thrown away where they lie outside of the ball in it.
inline std::vector<Vec3> points_on_ball(int count, double diameter, const CounterRandom& random) {
  std::vector<Vec3> points;
  for (std::uint64_t k = 0; points.size() < static_cast<std::size_t>(count); ++k) {
    const Vec3 x{random.uniform(4 * k) - 0.5, random.uniform(4 * k + 1) - 0.5,
                 random.uniform(4 * k + 2) - 0.5};
    if (norm(x) > 0.1 && norm(x) < 0.5) points.push_back(0.5 * diameter * normalized(x));
  }
  return points;
}

}  // namespace scree::test
