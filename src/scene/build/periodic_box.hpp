// The periodic box of a scene: [box].
#pragma once

#include "scene/text/schema.hpp"
#include "sim/world/world.hpp"

namespace scree {

// A box that another run had (`from`) is written out into `branch` as numbers, so that a resumed
// run does not depend on the other folder.
void read_box(Branch& branch, World& world, Messages& messages);

}  // namespace scree
