// Do the edges contain every contact? Theorems and proofs: docs/theory/triangulation.md.
#pragma once

#include "geometry/triangulation.hpp"

namespace scree::geometry {

// The greatest (w_i + w_j) / |x_i - x_j|^2 over the edges; infinite where a site is hidden. Below 1
// no two balls of radius sqrt(w) meet at a right angle or more, and then every pair of balls that
// touch is an edge. Weights must not be negative.
double greatest_meeting_ratio(const Triangulation& t);

// For weights (r + s)^2 the ratio stays below 1 while s is below this, whatever the larger radii:
// (sqrt 2 - 1) r_min - overlap / sqrt 2. Negative where the overlaps alone are too deep.
double greatest_skin(double least_radius, double greatest_overlap);

}  // namespace scree::geometry
