#include "sim/step/starter.hpp"

#include "base/cancel.hpp"
#include "sim/engines/body_system.hpp"

namespace scree {

// Forces at t = 0 from the positions and velocities as given; histories begin empty (dt = 0).
void Starter::first_forces() {
  state_.gravity = state_.world.gravity.at(0);
  cancel_point();
  list_keeper_.renew();
  cancel_point();
  compute_first_forces();
}

void Starter::compute_first_forces() {
  forces_.step_rows({.dt = 0, .keep_only = true});
  if (state_.has_liquid())
    forces_.step_rows({.dt = 0, .keep_only = true});  // with bridges that are filled now
  ledger_.account_now();
  state_.books.lost.fill({});
  state_.timers = {};
  begin_motion();
  state_.books.booked.start = ledger_.energy().total();
}

// What the integrator remembers, from the current forces.
void Starter::begin_motion() {
  state_.publish(held::everything);
  start_motion(state_.world, *state_.integrator,
               {state_.p(), state_.world.wrapping_box(), state_.world.dt, state_.integrator_state});
  state_.edited(held::forces);
}

}  // namespace scree
