// Phases 4 to 8 of a step: what acts, and what it does to velocities.
#pragma once

#include "sim/sim_state.hpp"

namespace scree {

class ForceStep {
 public:
  explicit ForceStep(SimState& state) : state_(state) {}

  // 4 to 8, and 1 of the next step if ordered.
  StepTotals step_rows(const StepOrders& orders);
  void act_sources(double t);

 private:
  void act_bonds(double dt);

  SimState& state_;
};

}  // namespace scree
