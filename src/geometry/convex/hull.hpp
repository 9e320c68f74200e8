// The convex hull of points, with exact predicates: no tolerance decides which point is a corner.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "base/vec3.hpp"

namespace scree::geometry {

// Triangles of the hull, each counter-clockwise seen from outside, as numbers of the given points.
// Of equal points the first is meant. Points inside, on a face or on an edge are not corners, but a
// flat face that was built up in pieces may keep one that lies on its border: Polyhedron drops it.
// E0570: fewer than four points, or all in one plane; E0571: a number that is not finite or too
// large or small for exact arithmetic.
using HullTriangle = std::array<std::uint32_t, 3>;
Result<std::vector<HullTriangle>> convex_hull(std::span<const Vec3> points);

}  // namespace scree::geometry
