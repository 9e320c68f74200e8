// Flips until every facet is regular: those of inverted cells, of ranges at the same time, the
// rest.
//
// Reads sites. Writes cells, budgets and the lists of changes; empties the flip queue.
#pragma once

#include "geometry/triangulation/mesh.hpp"
#include "geometry/triangulation/repair_stats.hpp"

namespace scree::geometry {

// Each flip costs about a microsecond: beyond this many a rebuild is cheaper. Flips end in any
// case.
inline bool too_many_flips(const Mesh& mesh, const RepairStats& stats) {
  return stats.flips() > 1000 + 3 * mesh.sites.count();
}

// Flips inverted cells wherever all the new cells are positive. `inverted` keeps those that no flip
// fixes.
void untangle(Mesh& mesh, std::vector<std::uint32_t>& inverted, RepairStats& stats);

// Facets that no flip fits wait: flips around them may open them. New cells are certified together
// at the end, unless some are still inverted (tangled). False: facets are left that no flip fixes.
bool flip_all(Mesh& mesh, RepairStats& stats, int threads, bool tangled = false);

}  // namespace scree::geometry
