// Steps, one after the other: who does what in which order (docs/architecture.md).
#pragma once

#include "sim/card/card_failure.hpp"
#include "sim/sim_state.hpp"

namespace scree {

class Inflow;
class Outflow;
class ListKeeper;
class ForceStep;
class Ledger;
class BondEnds;
class StageKeeper;
class StepChecker;
class Auditor;

class Stepper {
 public:
  Stepper(SimState& state, Inflow& inflow, Outflow& outflow, ListKeeper& list_keeper,
          ForceStep& forces, Ledger& ledger, BondEnds& bond_ends, StageKeeper& stage_keeper,
          StepChecker& checker, Auditor& auditor)
      : state_(state),
        inflow_(inflow),
        outflow_(outflow),
        list_keeper_(list_keeper),
        forces_(forces),
        ledger_(ledger),
        bond_ends_(bond_ends),
        stage_keeper_(stage_keeper),
        checker_(checker),
        auditor_(auditor) {}

  // Until something fails or the last stage is over.
  std::optional<Failure> run_steps(std::uint64_t n, const Simulation& sim);
  void leave_card(const CardFailure& card);

 private:
  void deform_cell();
  void move_walls();
  bool may_look_ahead() const;

  SimState& state_;
  Inflow& inflow_;
  Outflow& outflow_;
  ListKeeper& list_keeper_;
  ForceStep& forces_;
  Ledger& ledger_;
  BondEnds& bond_ends_;
  StageKeeper& stage_keeper_;
  StepChecker& checker_;
  Auditor& auditor_;
};

}  // namespace scree
