// The outlets of a scene: [[outlet]].
#pragma once

#include <vector>

#include "scene/text/schema.hpp"
#include "sim/world/world.hpp"

namespace scree {

// For schema.cpp.
const Section& outlet_section();

// Adds the outlets to the world. Names that were not given are chosen and written back.
void read_outlets(std::vector<Branch>& list, World& world, Messages& messages);

}  // namespace scree
