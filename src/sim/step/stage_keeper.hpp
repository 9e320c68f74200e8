// Stages of a run: when one is over, and how the next begins.
#pragma once

#include "sim/sim_state.hpp"
#include "sim/step/starter.hpp"

namespace scree {

// The strictest time step of all stages: walls and materials of a later one may be stiffer.
Result<TimeStepReport> derive_over_stages(SimState& state);

class StageKeeper {
 public:
  StageKeeper(SimState& state, ListKeeper& list_keeper, ForceStep& forces, Ledger& ledger,
              Starter& starter)
      : state_(state),
        list_keeper_(list_keeper),
        forces_(forces),
        ledger_(ledger),
        starter_(starter) {}

  bool stages_look(std::uint64_t at_step) const;
  void note_stage_begin();
  // `sim` is the whole of this, for conditions that ask it.
  std::optional<Failure> look_at_stage(const Simulation& sim);
  // Of an archive: the changes of all stages up to the one that was saved.
  std::optional<Error> take_up_stages(const SimulationArchive& archive);

 private:
  std::optional<std::uint32_t> condition_reached(const Simulation& sim);
  std::optional<Failure> begin_next_stage();
  void apply_changes(const RunStage& stage, double t);
  void renew_laws();

  SimState& state_;
  ListKeeper& list_keeper_;
  ForceStep& forces_;
  Ledger& ledger_;
  Starter& starter_;
};

}  // namespace scree
