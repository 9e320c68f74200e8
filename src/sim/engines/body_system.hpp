// Moves the rigid bodies of a world, and their rows with them (state/bodies.hpp).
//
// The engine leaves the rows of bodies where they are. A body adds up the forces on its rows in the
// order of their ids, and puts them where it goes; four bodies at a time
// (sim/kernel/body_loops.hpp). All rows of a body lie together (sim/lists/row_order.hpp), so nearly
// all bodies are moved with their tile, while it is in the cache.
#pragma once

#include "dynamics/integrator.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/world/world.hpp"

namespace scree {

kernel::BodyArgs body_args(World& world, const Vec3& gravity);

// How bodies move: those of the kernels by fours, others one by one.
struct BodyMotionArgs {
  const kernel::Kernels& kernels;
  const IntegratorEntry& integrator;
  const MotionArgs& motion;
};

// Bodies [first, last) of the list (null: of all bodies) and their rows at t + dt. Returns the
// greatest displacement of a point on a line from the centre of mass to that of a row.
double predict_bodies(const kernel::BodyArgs& args, const BodyMotionArgs& by, World& world,
                      const std::uint32_t* list, std::size_t first, std::size_t last);
// The same for all bodies, phase 1 of a step.
double predict_bodies(World& world, const BodyMotionArgs& by, int threads);
// What acts on the rows of bodies [first, last), and the corrector; the rows stay where they are.
// `end`, `keep_only` and `loss` as for Kernels::correct_bodies. Returns the greatest displacement.
double correct_bodies(const kernel::BodyArgs& args, const BodyMotionArgs& by, World& world,
                      const std::uint32_t* list, std::size_t first, std::size_t last,
                      std::size_t end, bool keep_only, double* loss);

// What the integrator remembers: of rows that belong to no body, and of bodies.
void start_motion(World& world, const IntegratorEntry& integrator, const MotionArgs& motion);

// Puts the rows of a body where it is.
void put_rows(const Body& body, World& world);
void put_orientations(const Body& body, World& world);

// Takes a force and a torque off the body of a row; false where it is its own.
bool take_off_body_force(World& world, std::uint32_t row, const Vec3& force, const Vec3& torque,
                         const IntegratorEntry& integrator, const MotionArgs& motion);

// m v . g.
inline void add_weight_power(const Body& b, const Vec3& gravity, ExactSum& to) {
  if (b.inv_mass > 0) to.add(b.mass() * dot(b.v, gravity));
}
// Of all bodies.
double bodies_weight_power(const World& world, const Vec3& gravity);

}  // namespace scree
