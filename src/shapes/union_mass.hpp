// Mass, centre and inertia of the union of balls, overlaps counted once, in closed form.
//
// The surface of the union is the part of each sphere that lies in the Laguerre cell of its ball.
// The divergence theorem turns volume, first and second moments into integrals over these patches
// of spheres, Stokes' theorem those into integrals over their edges, arcs of circles. The inner
// faces of the cells cancel and are never formed. docs/theory/clumps.md has the formulas.
//
// Touching, nested, equal, collinear and coplanar balls need no special case: an arc that rounding
// adds or loses has a length of rounding. The answer does not depend on the order of the balls.
#pragma once

#include <span>

#include "shapes/mass.hpp"

namespace scree {

struct SolidBall {
  Vec3 x;
  double r = 0;
};

// Of density 1. Balls that are not finite or have no size must not be given.
MassProperties union_mass(std::span<const SolidBall> balls);

// Each ball with a density of its own: where several overlap the densest counts.
MassProperties union_mass(std::span<const SolidBall> balls, std::span<const double> density);

}  // namespace scree
