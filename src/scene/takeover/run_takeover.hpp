// Grains, bodies, bonds and springs of another run, put into a world: shifted, turned, scaled or
// cut.
#pragma once

#include <functional>

#include "scene/fill.hpp"
#include "scene/takeover/other_run.hpp"

namespace scree {

// x becomes about + scale R (x - about) + shift.
struct TakeoverMotion {
  Vec3 about{}, shift{};
  Quat turn{};
  double scale = 1;

  bool turns() const { return !(turn == Quat{}); }
  bool moves() const { return turns() || scale != 1 || !(shift == Vec3{}); }
  Vec3 position(const Vec3& x) const {
    return moves() ? about + direction(scale * (x - about)) + shift : x;
  }
  Vec3 direction(const Vec3& v) const { return turns() ? rotate(turn, v) : v; }
  Quat orientation(const Quat& q) const { return turns() ? normalized(turn * q) : q; }
};

struct TakeoverOrders {
  TakeoverMotion motion;
  std::function<bool(const Vec3&)> keeps;  // by the centre, where it is now; empty: all
  std::vector<std::uint32_t> material;     // number in the new world, by that in the old one
  std::vector<std::uint32_t> bond_type;
  bool at_rest = false;
  Vec3 velocity{};  // is added
};

struct TakeoverCount {
  std::size_t grains = 0, left_out = 0;
  std::size_t springs = 0;       // contacts whose springs were taken over
  std::size_t cut_springs = 0;   // one of the two was cut off, or the wall is not there
  std::size_t lost_springs = 0;  // of other laws, or of grains that were scaled
  std::size_t cut_bonds = 0;
  bool bonds_anew = false;  // their memory was dropped with the scale
};

// Adds everything to context.world; springs go to world.start.
TakeoverCount take_over(FillContext& context, const TakenRun& run, const TakeoverOrders& orders);

// Walls, laws, gravity, box and settings are those of the run: nothing but time is another.
bool same_surroundings(const World& world, const TakenRun& run);

// Neither is periodic, or both close on themselves in the same way.
bool same_periodic_box(const World& world, const TakenRun& run);

// Walls of the same names that grains can move go on from where they were; returns their names.
std::vector<std::string> take_over_walls(World& world, const TakenRun& run);

}  // namespace scree
