// Area, centroid and moment of the union of discs, overlaps counted once, in closed form.
//
// The border of the union is made of arcs. With x = c + r n on an arc of a disc,
//   area 1/2 int x.n ds     first moments 1/2 int |x|^2 n ds     int |x|^2 = 1/4 int |x|^2 x.n ds
// (divergence theorem), and each integral over an arc is elementary.
#pragma once

#include "shapes/union_mass.hpp"

namespace scree {

// Of density 1 and depth 1; z of the balls is not looked at. The moment is that about z.
MassProperties union_of_discs(std::span<const SolidBall> discs);
// Each disc with a density of its own: where several overlap the densest counts.
MassProperties union_of_discs(std::span<const SolidBall> discs, std::span<const double> density);

}  // namespace scree
