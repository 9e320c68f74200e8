// The first instant of a run, or of a stage of it.
#pragma once

#include "sim/sim_state.hpp"
#include "sim/step/force_step.hpp"
#include "sim/step/ledger.hpp"
#include "sim/step/list_keeper.hpp"

namespace scree {

class Starter {
 public:
  Starter(SimState& state, ListKeeper& list_keeper, ForceStep& forces, Ledger& ledger)
      : state_(state), list_keeper_(list_keeper), forces_(forces), ledger_(ledger) {}

  // Forces at t = 0 from the positions and velocities as given; histories begin empty (dt = 0).
  void first_forces();
  // The same where the lists are there.
  void compute_first_forces();
  // What the integrator remembers, from the current forces.
  void begin_motion();

 private:
  SimState& state_;
  ListKeeper& list_keeper_;
  ForceStep& forces_;
  Ledger& ledger_;
};

}  // namespace scree
