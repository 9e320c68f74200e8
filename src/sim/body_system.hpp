// Moves the rigid bodies of a world, and their rows with them (state/bodies.hpp).
//
// The engine leaves the rows of bodies where they are. A body adds up the forces on its rows in the
// order of their ids, and puts them where it goes; four bodies at a time
// (sim/kernel/body_loops.hpp). All rows of a body lie together (sim/rows.hpp), so nearly all bodies
// are moved with their tile, while it is in the cache.
#pragma once

#include <vector>

#include "sim/kernel/kernel.hpp"
#include "sim/tiles.hpp"
#include "sim/world.hpp"

namespace scree {

// Bodies by the tile that all their rows are in.
struct BodyTiles {
  std::vector<std::uint32_t> body;      // places in Bodies::body: tile by tile, then the others
  std::vector<std::uint32_t> begin{0};  // of a tile, of the others, end

  // Number of tiles, 0 where there are no bodies.
  std::uint32_t tiles() const {
    return body.empty() ? 0 : static_cast<std::uint32_t>(begin.size() - 2);
  }
  std::uint32_t others() const { return begin[tiles()]; }
};
void plan_bodies(const World& world, const Tiles& tiles, BodyTiles& plan);

kernel::BodyArgs body_args(World& world, const Vec3& gravity);

// Stage 1 for all bodies: bodies and their rows at t + dt. Returns the greatest displacement of a
// row's centre.
double predict_bodies(World& world, const kernel::Kernels& kernels, int threads);

// Puts the rows of a body where it is.
void put_rows(const Body& body, World& world);

// Of the force and torque on a row, the part on its body.
void add_to_body(World& world, std::uint32_t row, const Vec3& force, const Vec3& torque);

// m v . g.
inline void add_weight_power(const Body& b, const Vec3& gravity, ExactSum& to) {
  if (b.inv_mass > 0) to.add(b.mass() * dot(b.v, gravity));
}
// Of all bodies.
double bodies_weight_power(const World& world, const Vec3& gravity);

}  // namespace scree
