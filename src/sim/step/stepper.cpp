// One step: predict, move walls, detect, touch, apply law, gather, correct. The phase names are
// those of the timers and of docs/architecture.md. Phases 5 to 8 are the engine's
// (sim/engines/engine.hpp).
#include <fmt/format.h>

#include "base/threads.hpp"
#include "sim/parts/impl.hpp"
#include "sim/step/phase_clock.hpp"

namespace scree {

namespace {

// What a card says that fails in the middle of `work`.
template <class Work>
std::optional<Failure> on_card(SimState& s, Stepper& stepper, const Work& work) {
  if (s.card_failure) return s.card_failure;
  const TeamSize team(s.threads);
  try {
    return work();
  } catch (const CardFailure& card) {
    stepper.leave_card(card);
    return s.card_failure;
  }
}

}  // namespace

std::optional<Failure> Simulation::run(std::uint64_t n) {
  const auto failure = advance(n);
  const auto late = bring_up_to_date();
  return failure ? failure : late;
}

std::optional<Failure> Simulation::advance(std::uint64_t n) {
  SimState& s = impl_->state;
  return on_card(s, impl_->stepper, [&] {
    s.arrivals.clear();
    return impl_->stepper.run_steps(n, *this);
  });
}

std::optional<Failure> Simulation::bring_up_to_date() {
  SimState& s = impl_->state;
  return on_card(s, impl_->stepper, [&] {
    s.publish(held::everything);
    return impl_->checker.check_finite();
  });
}

// What is on a card that failed is lost. Reports of the run's end go on with what was published
// last, and nothing is asked of the card any more.
void Stepper::leave_card(const CardFailure& card) {
  state_.engine = find_engine("auto")->make(state_.engine_args());
  state_.card_failure = {
      .code = "E0605",
      .message = fmt::format("the graphics card failed in step {} (t = {:.10g} s): {}; what it "
                             "computed since its last report is lost. A run goes on from its "
                             "last checkpoint, also on the processor: scree run --resume RUN "
                             "--engine auto",
                             state_.step + 1, state_.time(), card.what()),
      .step = state_.step,
      .particle = std::nullopt};
}

std::optional<Failure> Stepper::run_steps(std::uint64_t n, const Simulation& sim) {
  bool predicted = false;  // the last step has done this one's phase 1 already
  for (std::uint64_t k = 0; k < n && !state_.stages.finished; ++k) {
    if (!predicted) {
      if (const auto failure = outflow_.remove_grains()) return failure;
      inflow_.insert_grains();
      state_.motion.grains = state_.engine->predict(state_.step_state(), state_.timers);
      deform_cell();
    }
    move_walls();
    list_keeper_.detect();
    predicted = k + 1 < n && may_look_ahead();
    const StepTotals totals = forces_.step_rows({.dt = state_.world.dt, .predict_next = predicted});
    ++state_.step;
    ledger_.account(state_.world.dt, totals.gravity_power);
    bond_ends_.break_bonds();
    if (const auto failure = checker_.check_step()) return failure;
    if (const auto failure = checker_.check_cell()) return failure;
    if (state_.world.detect.audit > 0 &&
        state_.step % static_cast<std::uint64_t>(state_.world.detect.audit) == 0) {
      state_.publish(held::everything);
      if (const auto failure = auditor_.audit()) return failure;
    }
    if (predicted) state_.motion.grains = totals.predicted;
    if (stage_keeper_.stages_look(state_.step)) {
      state_.publish(held::everything);
      if (const auto failure = stage_keeper_.look_at_stage(sim)) return failure;
    }
  }
  return std::nullopt;
}

bool Stepper::may_look_ahead() const {
  return state_.world.cell.empty() && state_.world.inlets.empty() && state_.world.sources.empty() &&
         !state_.compaction.on() && state_.world.bonds.empty() && state_.world.detect.audit == 0 &&
         !outflow_.outlets_look(state_.step + 1) && !stage_keeper_.stages_look(state_.step + 1);
}

// 2. Time -> gravity, pose and velocity of the walls.
void Stepper::move_walls() {
  const PhaseClock clock(state_.timers, StepPhase::move_walls);
  const double t = static_cast<double>(state_.step + 1) * state_.world.dt;
  state_.gravity = state_.world.gravity.at(t);
  if (WallSystem::needs_load(state_.world.walls))
    state_.publish(held::wall_contacts | held::points);
  state_.motion.walls = state_.walls.move(state_.world.walls, state_.contacts(), state_.threads, t,
                                          state_.world.dt, state_.gravity, state_.lists.extent_lo,
                                          state_.lists.extent_hi, state_.lists.skins.outer);
}

}  // namespace scree
