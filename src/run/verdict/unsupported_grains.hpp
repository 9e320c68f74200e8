// Grains that have nothing below them: they would fall past every wall for ever.
#pragma once

#include <cstddef>
#include <string>

#include "sim/world/world.hpp"

namespace scree::run {

struct FallReport {
  std::size_t tried = 0, out = 0;
  // Where every one of them falls out: an axis along which each would be caught, else empty.
  std::string caught_along;  // "-z"
  std::string gravity;       // "-y"
  std::string proposed;      // "[0, 0, -9.81]"
};

// Looks from some hundred grains along gravity at t = 0, for walls as they stand and for outlets.
// Says nothing (tried = 0) where there are no walls, gravity is zero or turns, fixed grains may be
// the floor, or the direction is periodic.
FallReport find_falling_out(const World& world);

}  // namespace scree::run
