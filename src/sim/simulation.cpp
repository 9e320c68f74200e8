#include "sim/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/cancel.hpp"
#include "base/instruction_set.hpp"
#include "base/processors.hpp"
#include "base/threads.hpp"
#include "sim/body_system.hpp"
#include "sim/impl.hpp"
#include "sim/tile_engine.hpp"

namespace scree {

Simulation::Simulation(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

namespace {

// All cores, but no more than there is work for: a step of a few thousand grains is shorter than
// waking a crowd of threads. Changes no result.
int useful_threads(const World& world) {
  constexpr double kGrainsPerThread = 1500;
  double grains = static_cast<double>(world.particles.size());
  for (const Inlet& i : world.inlets) grains += static_cast<double>(i.count);
  const int wanted = 1 + static_cast<int>(std::min(grains / kGrainsPerThread, 1e4));
  return std::min(usable_processors(), wanted);
}

std::string known_names(const auto& catalog) {
  std::string names;
  for (const auto* entry : catalog)
    names += (names.empty() ? "" : ", ") + std::string(entry->info.name);
  return names;
}

}  // namespace

// All that a start and a resume have in common: checks, laws, the time step.
Result<std::unique_ptr<Simulation::Impl>> Simulation::Impl::prepare(World world,
                                                                    const RunOptions& options) {
  auto impl = std::make_unique<Impl>();
  Impl& s = *impl;
  if (!world.stages.empty()) apply_stage(world.stages.front(), world, 0);
  Errors errors, ignored;
  for (const Inlet& inlet : world.inlets)
    for (const ClusterMix::Part& part : inlet.mix.parts)
      for (const SolidPart& solid : part.cluster->solids) list_shape(world, solid.shape);
  if (!(world.bonds.empty() && world.bond_types.empty()) && check_hand_made(world, ignored))
    errors = start_bonds(world);
  for (Error& e : check_world(world, s.warnings)) errors.push_back(std::move(e));
  s.options = options;
  const int wanted = options.threads > 0 ? options.threads : useful_threads(world);
  s.threads = available_threads(wanted);
  if (s.threads < wanted)
    s.warnings.push_back(fmt::format("{} threads are more than this process may start: {} taken",
                                     wanted, s.threads));
  s.kernels = kernel::choose_kernels(options.instruction_set.c_str());
  if (s.kernels == nullptr) errors.push_back(no_instruction_set(options.instruction_set));
  s.integrator = find_integrator(world.integrator);
  if (s.integrator == nullptr)
    errors.push_back({"E0531", "unknown integrator `" + world.integrator + "`", "",
                      "known: " + known_names(integrator_catalog()),
                      Subject::setting("integrator")});
  if (!options.selector && !Selector::known(world.detect.method))
    errors.push_back({"E0532", "unknown detection method `" + world.detect.method + "`", "",
                      "known: auto, " + known_names(detector_catalog()),
                      Subject::setting("detect.method")});
  if (!find_gap_method(world.detect.narrow))
    errors.push_back({"E0454", "unknown method for polyhedra `" + world.detect.narrow + "`", "",
                      "known: gjk, slm, fcp, cp", Subject::setting("detect.narrow")});
  if (world.detect.skin < 0 || world.detect.audit < 0)
    errors.push_back({"E0533", "skin and audit must not be negative", "detect", "",
                      Subject::setting(world.detect.skin < 0 ? "detect.skin" : "detect.audit")});
  if (!errors.empty()) return errors;

  s.world = std::move(world);
  s.use = materials_in_use(s.world);
  Result<PairLaws> laws = make_pair_laws(s.world, s.use);
  if (!laws) return laws.errors();
  s.laws = std::move(*laws);
  Result<BondLaws> bond_laws = make_bond_laws(s.world.bond_types);
  if (!bond_laws) return bond_laws.errors();
  s.bonds.laws = std::move(*bond_laws);
  if (auto error = add_liquid(s.laws, s.world)) return *error;
  Result<TimeStepReport> step = s.derive_over_stages();
  if (!step) return step.errors();
  s.time_step = *step;
  check_cell_speed(s.world, errors);
  if (!errors.empty()) return errors;
  s.cell.start_length = s.world.box.hi - s.world.box.lo;
  Result<std::size_t> state = add_integrator_state(*s.integrator, s.p());
  if (!state) return state.errors();
  s.integrator_state = *state;
  s.p().shrink_to_fit();
  s.lists.detector = options.selector ? options.selector() : Selector::of(s.world.detect.method);
  const TeamSize team(s.threads);
  s.lists.rows_may_move = options.sort_rows;
  s.engine =
      std::make_unique<TileEngine>(*s.kernels, s.threads, options.gather_by, s.laws.laws.size());
  s.walls.prepare(s.world.walls, s.world.box);
  if (Errors wrong = s.compaction.prepare(s.world); !wrong.empty()) return wrong;
  s.collisions = CollideTable::with(s.world.collisions);
  s.laws.max_range = std::max(s.laws.max_range, SourceList::range(s.world));
  s.note_sizes();
  warn_of_thin_outlets(s.world, s.extremes.smallest_radius, s.warnings);
  return impl;
}

Result<Simulation> Simulation::create(World world, const RunOptions& options) {
  auto impl = Impl::prepare(std::move(world), options);
  if (!impl) return impl.errors();
  Impl& s = **impl;
  const TeamSize team(s.threads);
  if (s.world.start)
    s.take_up(*s.world.start);
  else
    s.first_forces();
  if (!s.world.stages.empty()) s.note_stage_begin();
  return Simulation(std::move(*impl));
}

void place_walls(std::vector<Wall>& walls) {
  for (Wall& w : walls)
    if (w.motion && w.motion->moves()) w.pose = w.motion->advance(0, 0, {.area = w.area});
}

void Simulation::Impl::note_masses() {
  extremes.largest_mass = 0;
  double largest = 0;
  for (std::size_t s = 0; s < p().size(); ++s) {
    extremes.largest_mass = std::max(extremes.largest_mass, p().mass(s));
    largest = std::max(largest, p().xr[s].r);
  }
  extremes.largest_radius = largest;
  widen_ranges(largest, laws);
}

void Simulation::Impl::note_sizes() {
  note_masses();
  double smallest = 1e300;
  for (const PositionRadius& g : p().xr) smallest = std::min(smallest, g.r);
  if (p().empty())
    for (const Inlet& i : world.inlets) smallest = std::min(smallest, i.smallest_radius());
  extremes.smallest_radius = smallest;
  if (lists.skins.outer > 0) return;
  lists.choose_skin(smallest, world.detect.skin);
}

// Forces at t = 0 from the positions and velocities as given; histories begin empty (dt = 0).
void Simulation::Impl::first_forces() {
  gravity = world.gravity.at(0);
  cancel_point();
  renew();
  cancel_point();
  compute_first_forces();
}

void Simulation::Impl::compute_first_forces() {
  step_rows({.dt = 0, .keep_only = true});
  if (has_liquid()) step_rows({.dt = 0, .keep_only = true});  // with bridges that are filled now
  account(0, gravity_power_now());
  books.lost.fill({});
  timers = {};
  start_motion(world, *integrator, {p(), world.wrapping_box(), world.dt, integrator_state});
  books.start = energy().total();
}

// The fastest grain, or the first whose motion is no number, with all that touches it.
Failure Simulation::Impl::blow_up(const std::string& what) const {
  const Particles& g = world.particles;
  std::uint32_t worst = 0;
  double most = -1;
  for (const std::uint32_t s : g.row_of()) {
    if (s == Particles::kNoRow) continue;
    const double v = has_finite_motion(s) ? norm2(g.vm[s].v) : std::nan("");
    if (!(v <= most)) {
      most = v;
      worst = s;
      if (v != v) break;
    }
  }
  Failure f;
  f.code = "E0601";
  f.step = step;
  f.particle = g.id[worst];
  f.message = fmt::format(
      "the run blew up at step {} (t = {:.10g} s): {}; {} grain {} at ({:.6g}, {:.6g}, {:.6g}) m "
      "with {:.6g} m/s",
      step, time(), what, most != most ? "first such" : "fastest", g.id[worst].value,
      g.xr[worst].x.x, g.xr[worst].x.y, g.xr[worst].x.z, norm(g.vm[worst].v));
  for (const std::uint32_t c : touching_in_order(lists.near, g))
    if (lists.near.owner[c] == worst || lists.near.other[c] == worst)
      f.message += fmt::format("; touches grain {}", g.id[lists.near.partner_of(worst, c)].value);
  for (const WallEntry& e : walls.contacts.entries)
    if (e.row == worst && e.touching > 0)
      f.message += "; touches wall '" + world.walls[e.wall].name + "'";
  return f;
}

std::optional<Failure> Simulation::Impl::check_step() const {
  // In one step a grain moves a small part of its radius; more than a radius is a blow-up.
  if (motion.grains < extremes.smallest_radius && extremes.deepest_now < 1) return std::nullopt;
  return blow_up(motion.grains < extremes.smallest_radius
                     ? fmt::format("an overlap reached {:.0f}% of the smaller radius",
                                   100 * extremes.deepest_now)
                     : "a grain went farther than a radius in one step");
}

// The ways of the next step would show a velocity or force that is no number, but the last step of
// a run has no next one; and a spin moves no grain. Price: one look at the state a run().
std::optional<Failure> Simulation::Impl::check_finite() const {
  bool finite = true;
#pragma omp parallel for schedule(static) reduction(&& : finite) num_threads(threads)
  for (std::uint32_t s = 0; s < world.particles.size(); ++s)
    finite = finite && has_finite_motion(s);
  if (finite) return std::nullopt;
  return blow_up("a velocity, spin, force or torque is not a finite number");
}

bool Simulation::Impl::has_finite_motion(std::uint32_t s) const {
  const Particles& g = world.particles;
  // Zero times anything else than a finite number is no number; no sum of them can overflow.
  const Vec3 sum = 0 * g.vm[s].v + 0 * g.ws[s].omega + 0 * g.f[s] + 0 * g.tq[s];
  const double turn = 0 * g.q[s].w + 0 * g.q[s].x + 0 * g.q[s].y + 0 * g.q[s].z;
  return sum.x + sum.y + sum.z + turn == 0;
}

double Simulation::time() const { return impl_->time(); }
double Simulation::dt() const { return impl_->world.dt; }
std::uint64_t Simulation::steps() const { return impl_->step; }
const Particles& Simulation::particles() const { return impl_->world.particles; }
const World& Simulation::world() const { return impl_->world; }
const TimeStepReport& Simulation::time_step() const { return impl_->time_step; }
double Simulation::greatest_overlap() const { return impl_->extremes.deepest; }
const std::vector<BondBreak>& Simulation::bond_breaks() const { return impl_->bond_breaks.records; }
double Simulation::compaction_energy() const { return impl_->compaction.energy(impl_->world); }
LiquidReport Simulation::liquid() const { return liquid_of(impl_->bridge_lists()); }
const Timers& Simulation::timers() const { return impl_->timers; }
DetectionReport Simulation::detection() const { return impl_->lists.detector.report(); }
NarrowReport Simulation::narrow() const {
  return {impl_->points.narrow(), impl_->world.detect.narrow};
}
std::string Simulation::detector() const { return detection().in_use; }
std::string_view Simulation::instruction_set() const { return impl_->kernels->name; }
std::uint64_t Simulation::renewals() const { return impl_->lists.renewals; }
const std::vector<Arrival>& Simulation::arrivals() const { return impl_->arrivals; }
const EditCounts& Simulation::edit_counts() const { return impl_->edits; }
int Simulation::threads() const { return impl_->threads; }
const std::vector<std::string>& Simulation::warnings() const { return impl_->warnings; }

}  // namespace scree
