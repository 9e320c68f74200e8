#include "sim/step/ledger.hpp"

#include "sim/step/phase_clock.hpp"

namespace scree {

// The rows of a step sum up the power of gravity on their way; this is for the other instants.
void Ledger::account_now() { account(0, state_.engine->gravity_power(state_.step_state())); }

// Work done by moving walls and by turning gravity, by the trapezoid rule.
void Ledger::account(double dt, double gravity_power) {
  const PhaseClock clock(state_.timers, StepPhase::schedule);
  if (WallSystem::any_moves(state_.world.walls)) state_.publish(held::wall_contacts | held::points);
  state_.walls.account(state_.world.walls, state_.contacts(), state_.threads, dt);
  if (state_.world.deforms()) state_.cell.account(state_.engine->virial(state_.step_state()));
  if (!state_.world.sources.empty() || state_.compaction.on()) {
    add_work(state_.engine->source_power(state_.step_state()), dt, state_.books.booked.work_sources,
             state_.books.source_power);
  }
  if (!state_.world.bonds.empty()) {
    state_.publish(held::positions | held::orientations | held::velocities);
    add_work(state_.bonds.lost_power(state_.world, state_.threads), dt,
             state_.books.booked.bond_damping, state_.books.bond_power);
  }
  if (state_.books_gravity_as_work())
    add_work(gravity_power, dt, state_.books.booked.work_gravity, state_.books.gravity_power);
}

}  // namespace scree
