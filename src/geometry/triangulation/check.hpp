// A mesh tested against its definition.
#pragma once

#include <string>

#include "geometry/triangulation/mesh.hpp"

namespace scree::geometry {

// Empty when everything is right, else what is wrong. Levels: 1 adjacency, 2 orientation,
// 3 regularity of every facet, 4 hidden sites truly hidden. Each includes those below; price up to
// level 3: a predicate per facet; level 4: a walk for each hidden site.
std::string fault(const Mesh& mesh, int level);

}  // namespace scree::geometry
