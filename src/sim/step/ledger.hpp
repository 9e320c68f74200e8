// Books what a step puts in and takes out, and reports the energy budget.
#pragma once

#include "sim/sim_state.hpp"

namespace scree {

class Ledger {
 public:
  explicit Ledger(SimState& state) : state_(state) {}

  // Work of walls, cells, sources, dashpots of bonds and turning gravity, by the trapezoid rule.
  void account(double dt, double gravity_power);
  void account_now();  // at an instant: the powers that the next step begins with
  // Channels of the books, and those that the state tells now (sim/reports/energy.cpp).
  EnergyReport energy() const;

 private:
  SimState& state_;
};

}  // namespace scree
