// A region of cells replaced by the regular triangulation of its sites.
//
// Every facet of the whole regular triangulation whose vertices are among the chosen sites is also
// a facet of the regular triangulation of those sites alone: the sphere that shows it regular is
// empty of fewer sites. So where the border of the region is regular, the small triangulation has
// it, and its cells inside the border are the cells of the whole one. If not, nothing is changed.
//
// Reads sites. Writes cells, budgets and the lists of changes.
#pragma once

#include <span>
#include <vector>

#include "geometry/triangulation/mesh.hpp"
#include "geometry/triangulation/repair_stats.hpp"

namespace scree::geometry {

// sites: all of the region that are to stay. False: the border is not regular; nothing is changed.
bool refill(Mesh& mesh, const std::vector<std::uint32_t>& region, const std::vector<Vertex>& sites);

// Refills a region around each of the cells that is inverted, or has a facet that no flip fixes:
// its sites' cells, then those of the next sites, ... until the border is regular. reached_hull:
// set where a region has an infinite cell. False: too much would have to be replaced.
bool refill_regions(Mesh& mesh, std::span<const std::uint32_t> cells, bool& reached_hull,
                    int threads, RepairStats& stats);

// The sites of some cells, ascending.
std::vector<Vertex> sites_of(const Mesh& mesh, const std::vector<std::uint32_t>& cells);

}  // namespace scree::geometry
