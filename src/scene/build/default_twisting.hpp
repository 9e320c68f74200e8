// What resists rolling resists twisting too, unless the scene says otherwise.
//
// A rolling part speaks of an area of contact: its torque is at most mu_r r_eff N, so the area
// reaches about a = mu_r r_eff from the centre, or the load could not move so far. Friction mu of
// that area against spin about the normal, with an even pressure, is
//     2/3 mu a N,   so   mu_w = 2/3 mu mu_r,
// with the kind of law, the stiffness and the damping of the rolling part: a ball has the same
// inertia about all axes. Without friction there is nothing to twist against, and in two dimensions
// nothing spins about a normal. docs/theory/laws.md, "Twisting".
#pragma once

#include "scene/text/schema.hpp"

namespace scree {

// Writes the table `twisting` of a material that does not give one. Not for broken branches.
void complete_twisting(Branch& material);

// The same for a pair that changes friction or rolling of two materials that both left twisting to
// the default. `a` and `b` are complete.
void complete_twisting(Branch& pair, const Branch& a, const Branch& b);

}  // namespace scree
