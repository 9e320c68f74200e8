#include "sim/step/force_step.hpp"

#include <algorithm>

#include "sim/step/phase_clock.hpp"

namespace scree {

// 4. What acts beside contacts and weight: sources, cells that are pressed; then bonds.
void ForceStep::act_sources(double t) {
  const PhaseClock clock(state_.timers, StepPhase::sources);
  state_.sources.act(state_.world, t, state_.threads);
  if (!state_.compaction.on()) return;
  state_.compaction.act(state_.world, state_.threads);
  state_.sources.add(state_.world, state_.compaction.forces(), state_.threads);
  state_.walls.further = state_.compaction.wall_loads();
}

void ForceStep::act_bonds(double dt) {
  const PhaseClock clock(state_.timers, StepPhase::sources);
  state_.bonds.act(state_.world, dt, state_.threads);
}

StepTotals ForceStep::step_rows(const StepOrders& orders) {
  const double t = static_cast<double>(state_.step) * state_.world.dt + orders.dt;
  if (!state_.world.sources.empty() || state_.compaction.on() || !state_.world.bonds.empty())
    state_.publish(held::positions | held::orientations | held::velocities);
  act_sources(t);
  act_bonds(orders.dt);
  StepTotals totals = state_.engine->step(state_.step_state(), orders, state_.timers);
  if (state_.has_liquid()) {
    state_.publish(held::contacts);
    fill_bridges(state_.world, state_.contacts_to_change());
    state_.edited(held::contacts);
  }
  state_.lists.touching = totals.touching;
  for (std::size_t k = 0; k < totals.lost.size(); ++k) state_.books.lost[k] += totals.lost[k];
  state_.books.of(Loss::background) += totals.background;
  state_.extremes.deepest_now = totals.deepest;
  state_.extremes.deepest = std::max(state_.extremes.deepest, totals.deepest);
  state_.motion.corrected = totals.corrected;
  if (totals.corrected > 0) {  // a corrector that moves grains uses up the certificates, too
    state_.lists.spend_correction(totals.corrected);
    state_.walls.certificate.spend(totals.corrected);
  }
  return totals;
}

}  // namespace scree
