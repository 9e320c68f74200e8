// Order of the rows in memory, so that neighbours lie close together.
//
// Space is cut across its longest direction into a slab for each thread, a slab lengthwise into
// strips some thirty diameters wide, a strip into slices of two diameters, again across; a slice is
// run through along a Morton curve. Neighbours are then at most a slice of a strip apart, some two
// thousand rows: what a step reads and writes for them stays in the second-level cache. One pair in
// twenty has two strips, that is the price, and only the first slices of a slab have to wait for
// another thread (sim/engines/tiles.hpp). A packing thinner than a strip and a half is one strip
// and one slab.
//
// Grains much larger than most come last of all: what touches them lies in many slices. The rows of
// a body lie together: it is moved with them (sim/engines/body_system.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "state/particles.hpp"

namespace scree {

// order[r] = present row of the grain that shall be in row r. Ties by id: one order for one state.
// `work`: of a grain, in any unit; every thread shall have as much.
std::vector<std::uint32_t> curve_order(const Particles& p, std::span<const float> work,
                                       int threads);

// The row from which on all grains are large.
std::uint32_t first_large_row(const Particles& p);

}  // namespace scree
