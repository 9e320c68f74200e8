// Order of the rows along a space-filling curve (Morton), so that neighbours lie close in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "state/particles.hpp"

namespace scree {

// order[r] = present row of the grain that shall be in row r. Ties by id: one order for one state.
std::vector<std::uint32_t> curve_order(const Particles& p);

}  // namespace scree
