// series.csv: energies by channel, speeds and coordination over time, one line an instant.
#pragma once

#include <string>

#include "sim/simulation.hpp"

namespace scree::app {

std::string series_header();
std::string series_line(const Simulation& sim);

struct Motion {
  double mean_speed = 0, greatest_speed = 0, greatest_spin = 0;
};
Motion motion_of(const Particles& p);

// Mean number of partners of a grain, walls included.
double coordination_of(const Simulation& sim);

}  // namespace scree::app
