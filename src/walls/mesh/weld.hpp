// Which points of a mesh are one point?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/vec3.hpp"

namespace scree {

// For each point the first point that it is one with: equal coordinates, or with a tolerance the
// first earlier point that stands for itself within that distance. Depends on the order of the
// points only.
std::vector<std::uint32_t> weld_points(std::span<const Vec3> points, double tolerance);

}  // namespace scree
