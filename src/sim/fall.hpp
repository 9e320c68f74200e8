// What a grain meets that falls freely from a place: a wall, a fixed grain, an outlet, or nothing.
// For checks before a run and for its verdict; grains that move are not asked.
#pragma once

#include <string>

#include "sim/world.hpp"

namespace scree {

struct Fall {
  enum class End { wall, fixed_grains, outlet, never_ends, nothing };
  End end = End::nothing;
  double height = 0;  // along gravity, to the first touch
  double speed = 0;   // there
};

// Walls where they stand now. `never_ends`: no gravity, or space closes on itself along it.
Fall fall_from(const World& world, const Vec3& x, double radius, const Vec3& velocity,
               const Vec3& gravity);

// The wall in which or behind which a grain would start; empty when there is none.
std::string wall_in_the_way(const World& world, const Vec3& x, double radius);

// The share of an inlet's opening from which grains fall past every wall, or start in one.
struct PouredPast {
  double nothing_beneath = 0, in_a_wall = 0;
  std::string wall;  // the one that they start in
};
PouredPast poured_past(const World& world, const Inlet& inlet, double time);

}  // namespace scree
