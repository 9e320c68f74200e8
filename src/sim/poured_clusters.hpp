// The clusters that inlets will bring, as bodies of a world of their own: for checks and limits
// before the first of them has come.
#pragma once

#include "sim/world.hpp"

namespace scree {

// Each cluster of each inlet once, at its smallest size, far apart. E0540: one cannot be a body.
Result<World> poured_clusters(const World& world);

}  // namespace scree
