// What the state hash is made of beyond tables of fields: walls, inlets, outlets. `number` is that
// in the scene. Private to src/sim.
#pragma once

#include <cstdint>
#include <span>

#include "state/hash_sum.hpp"
#include "walls/wall.hpp"

namespace scree {

// `motion` is what the wall's motion remembers, WallMotion::state().
Hash128 hash_wall(std::uint64_t number, const WallPose& pose, std::span<const double> motion);
Hash128 hash_inlet(std::uint64_t number, std::uint64_t placed, std::uint64_t tries,
                   double placed_mass);
Hash128 hash_outlet(std::uint64_t number, std::uint64_t grains, double mass);
// CellSystem::state().
Hash128 hash_cell(std::span<const double> state);

}  // namespace scree
