// Servos that keep a pressure divide the force by one area for the whole run. Where another wall
// moves across them, grains press on a part of it that changes, and the pressure there is another.
#pragma once

#include <string>
#include <vector>

#include "sim/world/world.hpp"

namespace scree::run {

struct CrossedServo {
  std::size_t servo = 0, other = 0;  // walls
  Vec3 along{};                      // unit: how the other one moves
  double pressure = 0, area = 0;     // of the servo
};

// Walls that belong to one group, or have the same velocity as a third one (the half of a shear
// box), keep their distance: they are left out.
std::vector<CrossedServo> crossed_servos(const World& world, double duration);

// By which share the length of the servo wall has changed since the walls were at `start`.
double changed_share(const CrossedServo& c, const World& world, const std::vector<Vec3>& start);

// "wall `lid` keeps 10 kPa on 0.01 m^2, also while wall `side` moves across it"
std::string crossed_text(const CrossedServo& c, const World& world);

}  // namespace scree::run
