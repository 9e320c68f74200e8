// What a grain meets that falls freely from a point: a wall, a fixed grain, an outlet, or nothing.
// For checks before a run and for its verdict; grains that move are not asked.
#pragma once

#include <string>

#include "sim/world/world.hpp"

namespace scree {

struct Fall {
  enum class End { wall, fixed_grains, outlet, never_ends, nothing };
  End end = End::nothing;
  double height = 0;  // along gravity, to the first touch
  double speed = 0;   // there
};

// Walls where they stand when it is made.
class FallPaths {
 public:
  explicit FallPaths(const World& world);
  // `never_ends`: no gravity, or space closes on itself along it.
  Fall from(const Vec3& x, double radius, const Vec3& velocity, const Vec3& gravity) const;
  bool nothing_there() const { return world_.walls.empty() && fixed_lo_.x > fixed_hi_.x; }

 private:
  double clear_of_walls(const Vec3& x, double radius) const;
  double clear_of_fixed(const Vec3& x, double radius) const;
  bool in_outlet(const Vec3& x) const;
  bool beyond(const Vec3& x, double radius, const Vec3& down) const;

  const World& world_;
  // Of all walls that end somewhere, and of the fixed grains, which are met as one box.
  Vec3 lo_{1e300, 1e300, 1e300}, hi_{-1e300, -1e300, -1e300};
  Vec3 fixed_lo_ = lo_, fixed_hi_ = hi_;
  bool bounded_ = true;
};

// The wall in which or behind which a grain would start; empty when there is none.
std::string wall_in_the_way(const World& world, const Vec3& x, double radius);

// The fixed wall in which or behind which every grain of an inlet would start, even its smallest;
// null where one can come in. It asks nothing of gravity: such an inlet is wrong at any time.
const Wall* fixed_wall_around(const World& world, const Inlet& inlet);

// The share of an inlet's opening from which grains fall past every wall, or start in one.
struct PouredPast {
  double nothing_beneath = 0, in_a_wall = 0;
  std::string wall;  // the one that they start in
  double share() const { return nothing_beneath + in_a_wall; }
};
PouredPast poured_past(const World& world, const Inlet& inlet, double time);

}  // namespace scree
