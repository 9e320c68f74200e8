// Settled packings for the benchmarks: equal or mixed spheres under gravity in an open box.
#pragma once

#include <string>
#include <vector>

#include "sim/simulation.hpp"

namespace scree::bench {

struct PackingSettings {
  std::size_t grains = 10000;
  double diameter = 0.001;
  double density = 2500;
  double contact_time = 1e-4;
  double restitution = 0.5;
  double friction = 0.5;
  double spread = 0.0;  // relative, uniform
  double width = 0;     // of the square base in diameters; 0: from the number, height = 2 widths
  double steps_per_contact = 30;
};

// A loose lattice with jitter in a box of five planes, y up.
World loose_world(const PackingSettings& settings);

// Runs until the kinetic energy has fallen to `share` of its peak, or max_time.
void settle(Simulation& sim, double max_time, double share = 1e-6);

}  // namespace scree::bench
