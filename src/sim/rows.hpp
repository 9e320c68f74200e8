// Order of the rows in memory, so that neighbours lie close together.
//
// Space is cut into blocks of some thirty diameters, one behind the other across the longest
// direction; a block into slices of two diameters, also across the longest direction; a slice is
// run through along a Morton curve. Neighbours are then at most a slice of a block apart, some two
// thousand rows: what a step reads and writes for them stays in the second-level cache. The one in
// twenty that have another block between them are the price (sim/tiles.hpp). A packing that is
// thinner than a block and a half is not cut across.
//
// Grains much larger than most come last of all: what touches them lies in many slices.
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
