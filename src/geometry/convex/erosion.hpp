// A convex polyhedron whose faces are all moved inwards.
#pragma once

#include "base/result.hpp"
#include "geometry/convex/polyhedron.hpp"

namespace scree::geometry {

// All points of the body that are at least `by` away from its surface. Faces that vanish are left
// out. Precondition: 0 <= by < body.inner_radius().
Result<Polyhedron> eroded(const Polyhedron& body, double by);

}  // namespace scree::geometry
