// The fastest motion that a scene can make, and the greatest pressure, before it runs.
#pragma once

#include <string>

#include "scene/scene.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

struct Fastest {
  double grains = 0;       // m/s, of two grains towards each other
  double wall = 0;         // of a grain towards a wall at rest
  double wall_normal = 0;  // of a wall towards grains
  std::string grains_by, wall_by;
  double pressure = 0;  // Pa, of the bed and of pistons
};

Fastest fastest_of(const Simulation& sim, const Scene& scene);

}  // namespace scree::run
