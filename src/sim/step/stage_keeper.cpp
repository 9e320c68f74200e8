// Stages of a running simulation: when one ends, and how the next begins.
#include "sim/step/stage_keeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/checks/checks.hpp"
#include "sim/world/stage.hpp"

namespace scree {
namespace {

std::uint64_t steps_between_looks(const RunStage& stage, double dt) {
  constexpr double kLeast = 50;  // a look costs about as much as a step
  const double asked = stage.check_every > 0 ? std::max(stage.check_every / dt, 1.0)
                                             : std::max(stage.duration / dt / 1000, kLeast);
  return static_cast<std::uint64_t>(std::llround(std::min(asked, 1e15)));
}

}  // namespace

const StageEndEntry* find_stage_end(std::string_view name) {
  for (const StageEndEntry* e : stage_end_catalog())
    if (e->info.name == name) return e;
  return nullptr;
}

bool StageKeeper::stages_look(std::uint64_t at_step) const {
  if (state_.world.stages.empty() || state_.stages.finished) return false;
  const RunStage& stage = state_.world.stages[state_.stages.now];
  const std::uint64_t since = at_step - state_.stages.begin.step;
  return since >= stage_steps(stage.duration, state_.world.dt) ||
         (!stage.until.empty() && since % steps_between_looks(stage, state_.world.dt) == 0);
}

void StageKeeper::note_stage_begin() {
  state_.stages.begin = {.step = state_.step, .walls = {}, .poured = {}, .left = {}};
  for (const Wall& w : state_.world.walls) state_.stages.begin.walls.push_back(w.pose);
  for (const Inlet& i : state_.world.inlets) state_.stages.begin.poured.push_back(i.placed_mass);
  for (const Outlet& o : state_.world.outlets) state_.stages.begin.left.push_back(o.mass);
  state_.stages.held.assign(state_.world.stages[state_.stages.now].until.size(), 0);
}

// The first condition that has been true for long enough.
std::optional<std::uint32_t> StageKeeper::condition_reached(const Simulation& sim) {
  const RunStage& stage = state_.world.stages[state_.stages.now];
  const auto every = static_cast<double>(steps_between_looks(stage, state_.world.dt));
  std::optional<std::uint32_t> first;
  for (std::size_t k = 0; k < stage.until.size(); ++k) {
    const bool now = stage.until[k].end->reached(sim, state_.stages.begin);
    state_.stages.held[k] = now ? state_.stages.held[k] + 1 : 0;
    const double held =
        now ? (static_cast<double>(state_.stages.held[k]) - 1) * every * state_.world.dt : -1;
    // Half a step: no rounding decides it.
    if (!first && now && held >= stage.until[k].hold - 0.5 * state_.world.dt)
      first = static_cast<std::uint32_t>(k);
  }
  return first;
}

std::optional<Failure> StageKeeper::look_at_stage(const Simulation& sim) {
  const RunStage& stage = state_.world.stages[state_.stages.now];
  const std::optional<std::uint32_t> condition = condition_reached(sim);
  const bool over =
      state_.step - state_.stages.begin.step >= stage_steps(stage.duration, state_.world.dt);
  if (!condition && !over) return std::nullopt;
  StageRecord record{state_.stages.begin.step, state_.step, StageOutcome::duration, 0};
  if (condition)
    record.outcome = StageOutcome::condition, record.condition = *condition;
  else if (!stage.until.empty())
    record.outcome = StageOutcome::late;
  state_.stages.done.push_back(record);
  if (record.outcome == StageOutcome::late && stage.fail_when_late)
    state_.stages.finished = true;
  else if (state_.stages.now + 1 == state_.world.stages.size())
    state_.stages.finished = true;
  else
    return begin_next_stage();
  return std::nullopt;
}

void StageKeeper::renew_laws() {
  state_.laws = std::move(
      *make_pair_laws(state_.world, state_.use));  // prepare() has made them once without a mistake
  (void)add_liquid(state_.laws, state_.world);
  state_.note_masses();
  state_.laws.max_range = std::max(state_.laws.max_range, SourceList::range(state_.world));
}

void StageKeeper::apply_changes(const RunStage& stage, double t) {
  apply_stage(stage, state_.world, t);
  for (const StageShape& s : stage.shapes) {
    state_.walls.images[s.wall] = WallImages(state_.world.walls[s.wall], state_.world.box);
    state_.walls.images[s.wall].unite(state_.world.walls[s.wall]);
  }
  if (stage.changes_laws()) renew_laws();
}

// Forces of this instant under the new conditions, histories as they were. What that changes of the
// energy of the state is the work of the change: weight that is lifted by a new gravity, springs
// that get stiffer, springs of a wall that goes.
std::optional<Failure> StageKeeper::begin_next_stage() {
  const RunStage& stage = state_.world.stages[++state_.stages.now];
  if (!stage.changes_anything()) {
    note_stage_begin();
    return std::nullopt;
  }
  const double before = ledger_.energy().total(), deepest = state_.extremes.deepest_now;
  apply_changes(stage, state_.time());
  state_.gravity = state_.world.gravity.at(state_.time());
  const auto lost = state_.books.lost;
  state_.lists.expire();  // laws and their histories may be others
  list_keeper_.renew();
  forces_.step_rows({.dt = 0, .keep_only = true});
  if (state_.has_liquid()) forces_.step_rows({.dt = 0, .keep_only = true});
  state_.books.lost = lost;
  ledger_.account_now();
  starter_.begin_motion();
  state_.books.booked.work_stages += ledger_.energy().total() - before;
  note_stage_begin();
  const double limit = std::max(deepest, state_.world.max_start_overlap);
  if (state_.extremes.deepest_now <= limit) return std::nullopt;
  Failure f;
  f.code = "E0640";
  f.step = state_.step;
  f.message = fmt::format(
      "stage '{}' begins at t = {:.6g} s with an overlap of {:.0f}% of the smaller radius: a wall "
      "appears where grains are, or contacts have become too soft for what they carry",
      stage.name, state_.time(), 100 * state_.extremes.deepest_now);
  return f;
}

// The strictest time step of all stages: walls and materials of a later one may be stiffer.
Result<TimeStepReport> derive_over_stages(SimState& state) {
  Result<TimeStepReport> best = derive_time_step(state.world, state.laws);
  if (!best || state.world.stages.size() < 2) return best;
  const bool derived = best->derived;
  const auto kept_walls = state.world.walls;
  const auto kept_materials = state.world.materials;
  const auto kept_pairs = state.world.pairs;
  const auto kept_inlets = state.world.inlets;
  const auto kept_outlets = state.world.outlets;
  const Gravity kept_gravity = state.world.gravity;
  Errors errors;
  double least = state.world.dt;
  for (std::size_t k = 1; k < state.world.stages.size() && errors.empty(); ++k) {
    apply_stage(state.world.stages[k], state.world, 0);
    if (!state.world.stages[k].changes_laws() && state.world.stages[k].motions.empty()) continue;
    Result<PairLaws> other = make_pair_laws(state.world, state.use);
    if (!other) {
      errors = other.errors();
      break;
    }
    if (derived) state.world.dt = 0;
    Result<TimeStepReport> report = derive_time_step(state.world, *other);
    if (!report) errors = report.errors();
    if (report && report->dt < least) best = *report, least = report->dt;
    if (report && report->stable < best->stable) best->stable = report->stable;
  }
  state.world.walls = kept_walls;
  state.world.materials = kept_materials;
  state.world.pairs = kept_pairs;
  state.world.inlets = kept_inlets;
  state.world.outlets = kept_outlets;
  state.world.gravity = kept_gravity;
  state.world.dt = least;
  if (!errors.empty()) return errors;
  return best;
}

}  // namespace scree
