// The clusters that inlets will bring, as bodies of a world of their own: for checks and limits
// before the first of them has come.
#pragma once

#include "sim/world/world.hpp"

namespace scree {

// Each rigid cluster of each inlet once, at its smallest size. E0540: one cannot be a body.
Result<World> poured_clusters(const World& world);

// The same of bonded clusters: their balls and bonds, measured. E0550 to E0553: no bond can be so.
Result<World> poured_bonds(const World& world);

}  // namespace scree
