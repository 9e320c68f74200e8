// Stages of a running simulation: when one ends, and how the next begins.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/body_system.hpp"
#include "sim/impl.hpp"
#include "sim/stage.hpp"

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

bool Simulation::Impl::stages_look(std::uint64_t at_step) const {
  if (world.stages.empty() || stages.finished) return false;
  const RunStage& stage = world.stages[stages.now];
  const std::uint64_t since = at_step - stages.begin.step;
  return since >= stage_steps(stage.duration, world.dt) ||
         (!stage.until.empty() && since % steps_between_looks(stage, world.dt) == 0);
}

void Simulation::Impl::note_stage_begin() {
  stages.begin = {.step = step, .walls = {}, .poured = {}, .left = {}};
  for (const Wall& w : world.walls) stages.begin.walls.push_back(w.pose);
  for (const Inlet& i : world.inlets) stages.begin.poured.push_back(i.placed_mass);
  for (const Outlet& o : world.outlets) stages.begin.left.push_back(o.mass);
  stages.held.assign(world.stages[stages.now].until.size(), 0);
}

// The first condition that has been true for long enough.
std::optional<std::uint32_t> Simulation::Impl::condition_reached(const Simulation& sim) {
  const RunStage& stage = world.stages[stages.now];
  const auto every = static_cast<double>(steps_between_looks(stage, world.dt));
  std::optional<std::uint32_t> first;
  for (std::size_t k = 0; k < stage.until.size(); ++k) {
    const bool now = stage.until[k].end->reached(sim, stages.begin);
    stages.held[k] = now ? stages.held[k] + 1 : 0;
    const double held = now ? (static_cast<double>(stages.held[k]) - 1) * every * world.dt : -1;
    // Half a step: no rounding decides it.
    if (!first && now && held >= stage.until[k].hold - 0.5 * world.dt)
      first = static_cast<std::uint32_t>(k);
  }
  return first;
}

std::optional<Failure> Simulation::Impl::look_at_stage(const Simulation& sim) {
  const RunStage& stage = world.stages[stages.now];
  const std::optional<std::uint32_t> condition = condition_reached(sim);
  const bool over = step - stages.begin.step >= stage_steps(stage.duration, world.dt);
  if (!condition && !over) return std::nullopt;
  StageRecord record{stages.begin.step, step, StageOutcome::duration, 0};
  if (condition)
    record.outcome = StageOutcome::condition, record.condition = *condition;
  else if (!stage.until.empty())
    record.outcome = StageOutcome::late;
  stages.done.push_back(record);
  if (record.outcome == StageOutcome::late && stage.fail_when_late)
    stages.finished = true;
  else if (stages.now + 1 == world.stages.size())
    stages.finished = true;
  else
    return begin_next_stage();
  return std::nullopt;
}

void Simulation::Impl::renew_laws() {
  laws = std::move(*make_pair_laws(world, use));  // prepare() has made them once without a mistake
  (void)add_liquid(laws, world);
  note_masses();
  laws.max_range = std::max(laws.max_range, SourceList::range(world));
}

void Simulation::Impl::apply_changes(const RunStage& stage, double t) {
  apply_stage(stage, world, t);
  for (const StageShape& s : stage.shapes) {
    walls.images[s.wall] = WallImages(world.walls[s.wall], world.box);
    walls.images[s.wall].unite(world.walls[s.wall]);
  }
  if (stage.changes_laws()) renew_laws();
}

// Forces of this instant under the new conditions, histories as they were. What that changes of the
// energy of the state is the work of the change: weight that is lifted by a new gravity, springs
// that get stiffer, springs of a wall that goes.
std::optional<Failure> Simulation::Impl::begin_next_stage() {
  const RunStage& stage = world.stages[++stages.now];
  if (!stage.changes_anything()) {
    note_stage_begin();
    return std::nullopt;
  }
  const double before = energy().total(), deepest = extremes.deepest_now;
  apply_changes(stage, time());
  gravity = world.gravity.at(time());
  const auto lost = books.lost;
  renew();
  step_rows({.dt = 0, .keep_only = true});
  if (has_liquid()) step_rows({.dt = 0, .keep_only = true});
  books.lost = lost;
  account(0, gravity_power_now());
  start_motion(world, *integrator, {p(), world.box, world.dt, integrator_state});
  books.work_stages += energy().total() - before;
  note_stage_begin();
  const double limit = std::max(deepest, world.max_start_overlap);
  if (extremes.deepest_now <= limit) return std::nullopt;
  Failure f;
  f.code = "E0640";
  f.step = step;
  f.message = fmt::format(
      "stage '{}' begins at t = {:.6g} s with an overlap of {:.0f}% of the smaller radius: a wall "
      "appears where grains are, or contacts have become too soft for what they carry",
      stage.name, time(), 100 * extremes.deepest_now);
  return f;
}

// The strictest time step of all stages: walls and materials of a later one may be stiffer.
Result<TimeStepReport> Simulation::Impl::derive_over_stages() {
  Result<TimeStepReport> best = derive_time_step(world, laws);
  if (!best || world.stages.size() < 2) return best;
  const bool derived = best->derived;
  const auto kept_walls = world.walls;
  const auto kept_materials = world.materials;
  const auto kept_pairs = world.pairs;
  const auto kept_inlets = world.inlets;
  const auto kept_outlets = world.outlets;
  const Gravity kept_gravity = world.gravity;
  Errors errors;
  double least = world.dt;
  for (std::size_t k = 1; k < world.stages.size() && errors.empty(); ++k) {
    apply_stage(world.stages[k], world, 0);
    if (!world.stages[k].changes_laws() && world.stages[k].motions.empty()) continue;
    Result<PairLaws> other = make_pair_laws(world, use);
    if (!other) {
      errors = other.errors();
      break;
    }
    if (derived) world.dt = 0;
    Result<TimeStepReport> report = derive_time_step(world, *other);
    if (!report) errors = report.errors();
    if (report && report->dt < least) best = *report, least = report->dt;
    if (report && report->stable < best->stable) best->stable = report->stable;
  }
  world.walls = kept_walls;
  world.materials = kept_materials;
  world.pairs = kept_pairs;
  world.inlets = kept_inlets;
  world.outlets = kept_outlets;
  world.gravity = kept_gravity;
  world.dt = least;
  if (!errors.empty()) return errors;
  return best;
}

const StageProgress& Simulation::stages() const { return impl_->stages; }
bool Simulation::finished() const { return impl_->stages.finished; }

}  // namespace scree
