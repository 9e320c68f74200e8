#include "sim/step/list_keeper.hpp"

#include "sim/step/phase_clock.hpp"

namespace scree {

// 3. Lists whose certificates have run out are rebuilt.
void ListKeeper::detect() {
  const PhaseClock clock(state_.timers, StepPhase::detect);
  state_.lists.spend(state_.list_input());
  if (state_.lists.wants_measure()) {
    state_.publish(held::positions);
    state_.lists.measure(state_.list_input());
  }
  state_.walls.certificate.spend(state_.motion.grains + state_.motion.walls);
  if (state_.lists.must_renew() || !state_.walls.certificate.holds()) {
    renew();
  } else if (state_.lists.must_refine(state_.list_input())) {
    state_.publish(held::everything);
    refine();
  }
}

void ListKeeper::refine() {
  state_.lists.refine(state_.list_input());
  state_.sources.plan(state_.world, state_.lists.near, state_.points);
  state_.bonds.plan(state_.world);
  state_.engine->load(state_.step_state());
}

void ListKeeper::renew() {
  state_.publish(held::everything);
  const std::vector<ParticleId> id_before = state_.p().id;
  if (state_.options.sort_rows && state_.lists.sorts_rows())
    state_.lists.sort_rows(state_.list_input(), state_.engine->row_order(state_.step_state()));
  const double skin = state_.lists.find_candidates(state_.list_input());
  state_.walls.renew(state_.p(), state_.world.walls, state_.laws.max_range, skin,
                     state_.laws.stride, id_before, state_.threads);
  state_.points.renew(state_.world, state_.lists.shaped, state_.walls.images,
                      state_.laws.max_range + skin, state_.laws.max_range > 0, state_.laws.stride,
                      id_before);
  refine();
}

}  // namespace scree
