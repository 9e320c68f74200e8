// One step: predict, move walls, detect, touch, apply law, gather, correct. The stage names are
// those of the timers and of docs/architecture.md. Stages 5 to 8 are the engine's (sim/engine.hpp).
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "base/threads.hpp"
#include "sim/body_system.hpp"
#include "sim/impl.hpp"

namespace scree {
namespace {

class StageClock {
 public:
  StageClock(Timers& t, Stage s) : timers_(t), stage_(s), start_(omp_get_wtime()) {}
  ~StageClock() { timers_.seconds[static_cast<int>(stage_)] += omp_get_wtime() - start_; }

 private:
  Timers& timers_;
  Stage stage_;
  double start_;
};

}  // namespace

std::optional<Failure> Simulation::run(std::uint64_t n) {
  Impl& s = *impl_;
  const TeamSize team(s.threads);
  s.arrivals.clear();
  bool predicted = false;  // the last step has done this one's stage 1 already
  for (std::uint64_t k = 0; k < n && !s.stages.finished; ++k) {
    if (!predicted) {
      if (const auto failure = s.remove_grains()) return failure;
      s.insert_grains();
      s.motion.grains = s.engine->predict(s.step_state(), s.timers);
      s.deform_cell();
    }
    s.move_walls();
    s.detect();
    predicted = k + 1 < n && s.may_look_ahead();
    const StepTotals totals = s.step_rows({.dt = s.world.dt, .predict_next = predicted});
    ++s.step;
    s.account(s.world.dt, totals.gravity_power);
    s.break_bonds();
    if (const auto failure = s.check_step()) return s.put_all_rows(), failure;
    if (const auto failure = s.check_cell()) return failure;
    if (s.world.detect.audit > 0 && s.step % static_cast<std::uint64_t>(s.world.detect.audit) == 0)
      if (const auto failure = s.audit()) return failure;
    if (predicted) s.motion.grains = totals.predicted;
    if (s.stages_look(s.step))
      if (const auto failure = s.look_at_stage(*this)) return failure;
  }
  return s.check_finite();
}

// A step that looks ahead leaves out orientations of balls of bodies.
void Simulation::Impl::put_all_rows() {
  for (const Body& b : world.bodies.body) put_rows(b, world);
}

StepState Simulation::Impl::step_state() {
  return {.world = world,
          .laws = laws,
          .integrator = *integrator,
          .integrator_state = integrator_state,
          .near = lists.near,
          .points = points,
          .walls = walls,
          .bonds = bonds,
          .sources = sources,
          .collisions = collisions,
          .gravity = gravity,
          .gravity_works = books_gravity_as_work(),
          .loss_magic = loss_magic(),
          .touching_before = lists.touching};
}

ListInput Simulation::Impl::list_input() {
  return {.p = p(),
          .box = world.box,
          .laws = laws,
          .dt = world.dt,
          .step = step,
          .threads = threads,
          .instruction_set = kernels->name,
          .motion = motion,
          .bodies = !world.bodies.empty(),
          .bonds = world.bonds,
          .deforming = world.deforms(),
          .largest_radius = extremes.largest_radius};
}

bool Simulation::Impl::may_look_ahead() const {
  return world.cell.empty() && world.inlets.empty() && world.sources.empty() && !compaction.on() &&
         world.bonds.empty() && world.detect.audit == 0 && !outlets_look(step + 1) &&
         !stages_look(step + 1);
}

// 2. Time -> gravity, pose and velocity of the walls.
void Simulation::Impl::move_walls() {
  const StageClock clock(timers, Stage::move_walls);
  const double t = static_cast<double>(step + 1) * world.dt;
  gravity = world.gravity.at(t);
  motion.walls = walls.move(world.walls, points, threads, t, world.dt, gravity, lists.extent_lo,
                            lists.extent_hi, lists.skins.outer);
}

// 3. Lists whose certificates have run out are made anew.
void Simulation::Impl::detect() {
  const StageClock clock(timers, Stage::detect);
  lists.spend(list_input());
  walls.certificate.spend(motion.grains + motion.walls);
  if (lists.must_renew() || !walls.certificate.holds()) {
    renew();
  } else if (lists.must_refine(list_input())) {
    lists.refine(list_input());
    plan();
  }
}

void Simulation::Impl::plan() {
  engine->plan(step_state());
  sources.plan(world, lists.near, points);
  bonds.plan(world);
}

void Simulation::Impl::renew() {
  const std::vector<ParticleId> id_before = p().id;
  const double skin = lists.find_candidates(list_input());
  walls.renew(p(), world.walls, laws.max_range, skin, laws.stride, id_before, threads);
  points.renew(world, lists.shaped, walls.images, laws.max_range + skin, laws.max_range > 0,
               laws.stride, id_before);
  lists.refine(list_input());
  plan();
}

// 4. What acts beside contacts and weight: sources, cells that are pressed; then bonds.
void Simulation::Impl::act_sources(double t) {
  const StageClock clock(timers, Stage::sources);
  sources.act(world, t, threads);
  if (!compaction.on()) return;
  compaction.act(world, threads);
  sources.add(world, compaction.forces(), threads);
  walls.further = compaction.wall_loads();
}

void Simulation::Impl::act_bonds(double dt) {
  const StageClock clock(timers, Stage::sources);
  bonds.act(world, dt, threads);
}

StepTotals Simulation::Impl::step_rows(const StepOrders& orders) {
  const double t = static_cast<double>(step) * world.dt + orders.dt;
  act_sources(t);
  act_bonds(orders.dt);
  StepTotals totals = engine->step(step_state(), orders, timers);
  if (has_liquid()) fill_bridges(bridge_lists());
  forces_kept = !orders.predict_next;
  lists.touching = totals.touching;
  for (std::size_t k = 0; k < totals.lost.size(); ++k) books.lost[k] += totals.lost[k];
  books.of(Loss::background) += totals.background;
  extremes.deepest_now = totals.deepest;
  extremes.deepest = std::max(extremes.deepest, totals.deepest);
  motion.corrected = totals.corrected;
  if (totals.corrected > 0) {  // a corrector that moves grains uses up the certificates, too
    lists.spend_correction(totals.corrected);
    walls.certificate.spend(totals.corrected);
  }
  return totals;
}

// The three numbers that cut losses into multiples of quanta (sim/kernel/exact_lanes.hpp): a scale
// that depends on the state alone, so that the cut is the same for any threads, detector or order
// of rows.
std::array<double, 3> Simulation::Impl::loss_magic() const {
  double speed = motion.grains / world.dt;
  if (world.deforms()) speed += 2 * extremes.largest_radius * motion.strain / world.dt;
  const double scale = extremes.largest_mass * speed * speed;
  // Beyond these a quantum would not be a normal number.
  if (!(scale > 1e-250 && scale < 1e250)) return {};
  const int exponent = std::ilogb(scale);
  return {std::ldexp(1.5, exponent - 26 + 52), std::ldexp(1.5, exponent - 66 + 52),
          std::ldexp(1.5, exponent - 106 + 52)};
}

// The rows of a step sum it up on their way; this is for the other instants.
double Simulation::Impl::gravity_power_now() const {
  ExactSum sum;
  const auto rows = static_cast<std::uint32_t>(p().size());
  if (world.bodies.empty()) kernels->weight_power(p().vm.data(), gravity, 0, rows, sum);
  for (std::uint32_t s = 0; s < rows && !world.bodies.empty(); ++s)
    if (!(p().ws[s].flags & kMember)) kernels->weight_power(p().vm.data(), gravity, s, s + 1, sum);
  return sum.value() + bodies_weight_power(world, gravity);
}

// Work done by moving walls and by turning gravity, by the trapezoid rule.
void Simulation::Impl::account(double dt, double gravity_power) {
  const StageClock clock(timers, Stage::schedule);
  walls.account(world.walls, points, threads, dt);
  if (world.deforms()) cell.account(cell_virial());
  if (!world.sources.empty() || compaction.on()) {
    const double power = sources.power(world.particles, threads);
    books.work_sources += 0.5 * dt * (power + books.source_power);
    books.source_power = power;
  }
  if (!world.bonds.empty()) {
    const double power = bonds.lost_power(world, threads);
    books.bond_damping += 0.5 * dt * (power + books.bond_power);
    books.bond_power = power;
  }
  if (!books_gravity_as_work()) return;
  books.work_gravity += 0.5 * dt * (gravity_power + books.gravity_power);
  books.gravity_power = gravity_power;
}

}  // namespace scree
