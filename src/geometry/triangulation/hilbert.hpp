// Order of insertion: rounds of random subsets that grow by a factor of eight, each along a Hilbert
// curve (BRIO, Amenta, Choi & Rote 2003). The curve makes the walk from one point to the next
// short; the random rounds keep the expected work linear whatever the input.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {

// Position of a cell of the grid 2^20 x 2^20 x 2^20 along the Hilbert curve.
std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y, std::uint32_t z);

// The rows along the curve: sites in this order are near in memory where they are near in space,
// which build and motion of a triangulation repay.
std::vector<std::uint32_t> spatial_order(std::span<const Site> sites);

// A permutation of the rows. Depends on positions and rows only.
std::vector<std::uint32_t> insertion_order(std::span<const Site> sites);

}  // namespace scree::geometry
