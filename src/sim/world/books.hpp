// The books of energy: what was lost, put in and taken out since the start. What is there now
// (kinetic, potential, stored) is not booked but found from the state: Simulation::energy().
#pragma once

#include <array>

#include "base/exact_sum.hpp"
#include "state/energy_report.hpp"

namespace scree {

// Work by the trapezoid rule: what the power of this instant adds.
inline void add_work(double power, double dt, double& work, double& power_before) {
  work += 0.5 * dt * (power + power_before);
  power_before = power;
}

struct EnergyBooks {
  std::array<ExactSum, static_cast<int>(Loss::count)> lost{};
  EnergyReport
      booked;  // channels of EnergyBooking::by_books, and the energy at the start; others 0
  // Of the last step, W: of gravity, of force sources, lost by dashpots of bonds.
  double gravity_power = 0, source_power = 0, bond_power = 0;

  ExactSum& of(Loss channel) { return lost[static_cast<std::size_t>(channel)]; }
  // All that is booked here.
  EnergyReport report() const {
    EnergyReport out = booked;
    for (std::size_t k = 0; k < lost.size(); ++k) out.dissipated[k] = lost[k].value();
    return out;
  }
};

}  // namespace scree
