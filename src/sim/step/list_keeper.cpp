#include "sim/step/list_keeper.hpp"

#include "sim/step/phase_clock.hpp"

namespace scree {

// 3. Lists whose certificates have run out are rebuilt.
void ListKeeper::detect() {
  const PhaseClock clock(state_.timers, StepPhase::detect);
  state_.lists.spend(state_.list_input());
  if (state_.lists.wants_measure()) {
    const ListInput in = list_input();
    if (others_make(in)) return renew();
    if (in.maker == nullptr) state_.publish(held::positions);
    state_.lists.measure(in);
  }
  state_.walls.certificate.spend(state_.motion.grains + state_.motion.walls);
  if (state_.lists.must_renew() || !state_.walls.certificate.holds()) {
    renew();
  } else if (state_.lists.must_refine(state_.list_input())) {
    const ListInput in = list_input();
    if (others_make(in)) return renew();
    if (in.maker == nullptr) state_.publish(held::everything);
    refine(in);
  }
}

ListInput ListKeeper::list_input(bool fresh) {
  ListInput in = state_.list_input();
  in.maker = state_.engine->list_maker(state_.step_state(), fresh);
  return in;
}

// Who has not found the candidates knows nothing of them: a source has begun to act, say.
bool ListKeeper::others_make(const ListInput& in) const {
  return (in.maker != nullptr) != state_.lists.made_elsewhere;
}

void ListKeeper::refine(const ListInput& in) {
  state_.lists.refine(in);
  if (in.maker != nullptr) return;
  plan();
  state_.engine->load(state_.step_state());
}

void ListKeeper::plan() {
  state_.sources.plan(state_.world, state_.lists.near, state_.points);
  state_.bonds.plan(state_.world);
}

void ListKeeper::renew() {
  const bool sort = state_.options.sort_rows && state_.lists.sorts_rows(state_.step);
  const bool here = !state_.lists.made_elsewhere || !state_.lists.usable() || sort;
  state_.publish(here ? held::everything : held::positions | held::wall_contacts);
  const std::vector<ParticleId> id_before = state_.p().id;
  if (sort)
    state_.lists.sort_rows(state_.list_input(), state_.engine->row_order(state_.step_state()));
  const ListInput in = list_input(here);
  if (!here && in.maker == nullptr) state_.publish(held::everything);
  const double skin = state_.lists.find_candidates(in);
  state_.lists.note_extent(state_.p(), state_.threads);
  state_.walls.renew(state_.p(), state_.world.walls, state_.laws.max_range, skin,
                     state_.laws.stride, id_before, state_.threads);
  // Rows of before, and none of them is a shape: nothing would change.
  if (here || in.maker == nullptr)
    state_.points.renew(state_.world, state_.lists.shaped, state_.walls.images,
                        state_.laws.max_range + skin, state_.laws.max_range > 0, state_.laws.stride,
                        id_before);
  if (in.maker != nullptr) {
    plan();
    state_.edited(held::wall_contacts);
  }
  refine(in);
}

}  // namespace scree
