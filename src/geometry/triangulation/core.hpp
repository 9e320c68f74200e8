// The core: a point deep inside the hull, opposite which the infinite vertex stands.
#pragma once

#include <optional>

#include "geometry/triangulation/mesh.hpp"

namespace scree::geometry {

// The middle of a tetrahedron, which must lie inside it in spite of rounding: around the mean of
// the sites, else the widest of some. None: the sites are nearly flat.
std::optional<Core> find_core(const Mesh& mesh);

// Does the hull go round the core once? Every hull facet sees the core from inside, and a ray from
// the core leaves through one of them. Positive cells alone do not say that: they can go round an
// edge twice, and the whole round the core. Price: a pass over the cells.
bool wraps_once(const Mesh& mesh, const Vec3& core);

}  // namespace scree::geometry
