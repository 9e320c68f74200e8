// A simulation: its state, and the parts that work on it, each with the parts that it asks.
#pragma once

#include "sim/archive/archiver.hpp"
#include "sim/checks/auditor.hpp"
#include "sim/checks/step_checks.hpp"
#include "sim/edits/editor.hpp"
#include "sim/step/inflow.hpp"
#include "sim/step/stage_keeper.hpp"
#include "sim/step/stepper.hpp"

namespace scree {

struct Simulation::Impl {
  // All that a start and a resume have in common: checks, laws, the time step.
  static Result<std::unique_ptr<Impl>> prepare(World world, const RunOptions& options);

  SimState state;
  Ledger ledger{state};
  ForceStep forces{state};
  ListKeeper list_keeper{state};
  BondEnds bond_ends{state};
  StepChecker checker{state};
  Auditor auditor{state};
  Inflow inflow{state, bond_ends};
  Outflow outflow{state, bond_ends, ledger};
  Starter starter{state, list_keeper, forces, ledger};
  StageKeeper stage_keeper{state, list_keeper, forces, ledger, starter};
  Stepper stepper{state,  inflow,    outflow,      list_keeper, forces,
                  ledger, bond_ends, stage_keeper, checker,     auditor};
  Editor editor{state, outflow, bond_ends, forces, ledger};
  Archiver archiver{state, list_keeper, starter, ledger};
};

}  // namespace scree
