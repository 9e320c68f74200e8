// From input to a finished mesh: checks, first tetrahedron, helpers for flat input, insertions.
#pragma once

#include <span>

#include "base/result.hpp"
#include "geometry/triangulation/inserter.hpp"
#include "geometry/triangulation/mesh.hpp"

namespace scree::geometry {

// Errors: a site outside the exact domain, as many ids as sites but not distinct, too many sites.
Result<Mesh> build_mesh(std::span<const Site> sites, Ties ties, std::span<const std::uint32_t> ids,
                        Inserter& inserter);

// Builds all cells again from mesh.sites; helpers are made again where they are needed. Budgets are
// off and no changes are kept afterwards.
void rebuild(Mesh& mesh, Inserter& inserter);

}  // namespace scree::geometry
