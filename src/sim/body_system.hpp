// Moves the rigid bodies of a world, and their rows with them (state/bodies.hpp).
//
// The engine treats the rows of bodies as it treats all others; what it makes of their motion is
// overwritten here. A body adds up the forces on its rows in the order of their ids.
#pragma once

#include "base/exact_sum.hpp"
#include "sim/world.hpp"

namespace scree {

// Stage 1 for all bodies: bodies and their rows at t + dt. Returns the greatest displacement of a
// row's centre.
double predict_bodies(World& world, int threads);

// Stage 7: `keep_only` keeps the forces and corrects nothing. What background damping takes from
// bodies is added to `background`. `put`: rows follow; where the next step is predicted at once
// they are put anyway.
void correct_bodies(World& world, const Vec3& gravity, bool keep_only, bool put, int threads,
                    ExactSum& background);

// Puts the rows of a body where it is.
void put_rows(const Body& body, World& world);

// Of the force and torque on a row, the part on its body.
void add_to_body(World& world, std::uint32_t row, const Vec3& force, const Vec3& torque);

// m v . g of all bodies.
double bodies_weight_power(const World& world, const Vec3& gravity);

}  // namespace scree
