// Certificates are made here: predicates evaluated together with how far their answer holds.
//
// Reads sites and cells, writes budgets (certificate.hpp has the mathematics). certify_new_cells
// empties the list of new cells and queues the facets that are not regular.
#pragma once

#include <span>

#include "geometry/triangulation/mesh.hpp"

namespace scree::geometry {

void certify_width(Mesh& mesh, std::uint32_t cell);
bool certify_facet(Mesh& mesh, std::uint32_t cell, int k);  // false: not regular
// regular[i]: of facets[i]. Preconditions: budgets are on; no facet twice, not from its other side
// either: a budget has one writer.
void certify_facets(Mesh& mesh, std::span<const std::uint32_t> facets,
                    std::span<std::uint8_t> regular);

// Switches the budgets on and certifies all cells. Precondition: regular.
void certify_all(Mesh& mesh, int threads);
// With budgets off the new cells are tested instead. False: a facet is not regular.
bool certify_new_cells(Mesh& mesh, int threads);
// The complete check after a repair that was more than flips: every cell and facet has a
// certificate or passes the exact test now. Price: a pass over the budgets. Without those, old
// cells have been tested in this update, and new ones when they were made.
bool all_certified(const Mesh& mesh);

}  // namespace scree::geometry
