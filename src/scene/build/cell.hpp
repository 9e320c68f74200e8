// The cell that deforms, phase by phase: [[cell]].
#pragma once

#include <span>

#include "scene/text/schema.hpp"
#include "sim/world/world.hpp"

namespace scree {

// For schema.cpp.
const Section& cell_section();

void read_cell(std::span<const Branch> list, World& world, Messages& messages);

}  // namespace scree
