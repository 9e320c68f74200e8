// The books of energy: what was lost, put in and taken out since the start. What is there now
// (kinetic, potential, stored) is not booked but found from the state: Simulation::energy().
#pragma once

#include <array>

#include "base/exact_sum.hpp"
#include "state/energy_report.hpp"

namespace scree {

// Energy that removed grains took along, J.
struct RemovedEnergy {
  double kinetic = 0, potential = 0, stored = 0;
};

struct EnergyBooks {
  std::array<ExactSum, static_cast<int>(Loss::count)> lost{};
  double work_gravity = 0;
  double gravity_power = 0;  // of the last step
  double work_sources = 0;   // of force sources
  double source_power = 0;   // of the last step
  double work_stages = 0;    // what changes between stages gave to the state
  double bond_damping = 0;   // lost by dashpots of bonds
  double bond_breakage = 0;  // held by bonds that broke, less what new contacts hold
  double bond_power = 0;     // lost by dashpots in the last step
  double added = 0;          // carried in by poured grains
  double start = 0;          // kinetic, potential and stored at t = 0
  RemovedEnergy removed;

  ExactSum& of(Loss channel) { return lost[static_cast<std::size_t>(channel)]; }
};

}  // namespace scree
