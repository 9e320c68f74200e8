// A circle cut into straight pieces, for edges of bodies that lie over round rims and sides.
//
// The pieces are fixed to the wall: which of them are asked for depends on where a body is, where
// they lie does not. Their number follows the size of the body (`reach`): a piece is at most an
// eighth of it long.
#pragma once

#include <cstddef>
#include <span>

#include "base/vec3.hpp"

namespace scree {

struct CircleDirection {
  double cos = 1, sin = 0;
};

// 2^k directions, k = 6 to 12, counter-clockwise from (1, 0). Made once.
std::span<const CircleDirection> circle_directions(double radius, double reach);

// Of these directions the one nearest to (x, y).
std::size_t nearest_direction(std::span<const CircleDirection> all, double x, double y);

}  // namespace scree
