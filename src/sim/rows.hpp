// Order of the rows along a space-filling curve, so that neighbours lie close in memory: slices
// across the longest direction, one after the other, and in each slice a Morton curve. Neighbours
// are at most a slice apart, so tiles (sim/tiles.hpp) finish soon; a Morton curve through space has
// longer jumps. Grains much larger than most come last of all: what touches them lies in many
// slices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "state/particles.hpp"

namespace scree {

// order[r] = present row of the grain that shall be in row r. Ties by id: one order for one state.
std::vector<std::uint32_t> curve_order(const Particles& p);

// The row from which on all grains are large.
std::uint32_t first_large_row(const Particles& p);

}  // namespace scree
