// The distance of two convex bodies that are apart, by asking every corner of one against every
// triangle of the other, and every edge against every edge. Shares no code with what it judges.
#pragma once

#include "convex/engine.hpp"

namespace scree::bench {

double brute_distance(const geometry::Polyhedron& a, const geometry::Polyhedron& b,
                      const PairPose& pose);

}  // namespace scree::bench
