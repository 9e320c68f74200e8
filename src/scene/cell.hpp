// The cell that deforms, phase by phase: [[cell]].
#pragma once

#include <span>

#include "scene/schema.hpp"
#include "sim/world.hpp"

namespace scree {

// For schema.cpp.
const Section& cell_section();

void read_cell(std::span<const Branch> list, World& world, Messages& messages);

}  // namespace scree
