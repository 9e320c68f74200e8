// How deep the features of two rounded bodies press into each other.
//
// A rounded body is everything within a radius of its core, a convex polyhedron. While the cores
// are apart, three kinds of features meet:
//     a corner of one core and the whole other core,
//     an edge of one core and an edge of the other.
// The depth of such a pair is (sum of the radii) - (distance of the two). Distances of convex sets
// that are apart are continuous with their first derivative, which is the unit vector between the
// nearest points; the only exception are parallel edges, whose nearest points jump from one end to
// the other. Pairs of edges therefore have the weight sin^2 of the angle between them, and the
// derivative of that weight is part of the answer. docs/theory/potential.md
#pragma once

#include <memory>
#include <vector>

#include "geometry/convex/gap.hpp"

namespace scree::geometry {

struct FeatureDepth {
  Vec3 normal;      // unit, from a to b
  Vec3 on_a, on_b;  // the nearest points of the two cores
  double depth = 0;
  double weight = 1;
  Vec3 turn{};  // derivative of the weight by a rotation of b; by one of a: the opposite
};

// Adds every feature of positive depth. `range` is the sum of the two radii, `gap` the exact gap of
// the cores. Where the cores touch or overlap, edges have no distance and the gap itself stands for
// them; where the bodies are apart no feature has a depth, and the gap is the only one.
void feature_depths(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap,
                    std::vector<FeatureDepth>& out);
// The same bits, faster for a pair that is asked again and again: which features can press is kept
// for as long as the bodies move little against each other (geometry/convex/kept_features.hpp).
class KeptFeatures;
void feature_depths(const PlacedBody& a, const PlacedBody& b, double range, const Gap& gap,
                    std::unique_ptr<KeptFeatures>& kept, std::vector<FeatureDepth>& out);

// Of a ball with its middle at x against a rounded body, range as above: the one feature there is.
// The depth is 0 or less where they are apart; below -reach nothing else is known. Inside the core
// the nearest face is where the ball leaves.
FeatureDepth depth_of_point(const PlacedBody& a, const Vec3& x, double range, double reach = 0);

// Of two edges, p to p + u of the first body and q to q + v of the second, nearer than `range`;
// false where they are farther apart or meet.
bool depth_of_edges(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v, double range,
                    FeatureDepth& out);

}  // namespace scree::geometry
