#include "sim/simulation.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "base/instruction_set.hpp"
#include "base/threads.hpp"
#include "sim/impl.hpp"

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
  return std::min(omp_get_num_procs(), wanted);
}

std::string known_names(const auto& catalog) {
  std::string names;
  for (const auto* entry : catalog)
    names += (names.empty() ? "" : ", ") + std::string(entry->info.name);
  return names;
}

}  // namespace

Result<Simulation> Simulation::create(World world, const RunOptions& options) {
  auto impl = std::make_unique<Impl>();
  Impl& s = *impl;
  Errors errors = check_world(world, s.warnings);
  s.options = options;
  const int wanted = options.threads > 0 ? options.threads : useful_threads(world);
  s.threads = startable_threads(wanted);
  if (s.threads < wanted)
    s.warnings.push_back(fmt::format("{} threads are more than this process may start: {} taken",
                                     wanted, s.threads));
  s.kernels = kernel::choose_kernels(options.instruction_set.c_str());
  if (s.kernels == nullptr) errors.push_back(no_instruction_set(options.instruction_set));
  s.integrator = find_integrator(world.integrator);
  if (s.integrator == nullptr)
    errors.push_back({"E0531", "unknown integrator `" + world.integrator + "`", "",
                      "known: " + known_names(integrator_catalog())});
  if (!options.selector && !Selector::known(world.detect.method))
    errors.push_back({"E0532", "unknown detection method `" + world.detect.method + "`", "",
                      "known: auto, " + known_names(detector_catalog())});
  if (world.detect.skin < 0 || world.detect.audit < 0)
    errors.push_back({"E0533", "skin and audit must not be negative", "detect", ""});
  if (!errors.empty()) return errors;

  s.world = std::move(world);
  s.p().shrink_to_fit();
  Result<PairLaws> laws = make_pair_laws(s.world, materials_in_use(s.world));
  if (!laws) return laws.errors();
  s.laws = std::move(*laws);
  Result<TimeStepReport> step = derive_time_step(s.world, s.laws);
  if (!step) return step.errors();
  s.time_step = *step;
  s.detector = options.selector ? options.selector() : Selector::of(s.world.detect.method);
  s.own.assign(static_cast<std::size_t>(s.integrator->arrays), std::vector<Vec3>(s.p().size()));
  const TeamSize team(s.threads);
  s.prepare_scratch();
  s.note_sizes();
  warn_of_thin_outlets(s.world, s.smallest_radius, s.warnings);
  s.first_forces();
  return Simulation(std::move(impl));
}

void Simulation::Impl::prepare_scratch() {
  blocks.assign(static_cast<std::size_t>(threads), std::vector<kernel::Block>(laws.laws.size()));
  block_counts.assign(static_cast<std::size_t>(threads), std::vector<int>(laws.laws.size(), 0));
  waiting.assign(static_cast<std::size_t>(threads), std::vector<kernel::Waiting>(laws.laws.size()));
  wall_work.assign(world.walls.size(), 0.0);
  wall_power.assign(world.walls.size(), 0.0);
  for (Wall& w : world.walls)
    if (w.motion && w.motion->moves()) w.pose = w.motion->advance(0, 0, {.area = w.area});
  wall_images.clear();
  for (const Wall& w : world.walls) {
    wall_images.emplace_back(w, world.box);
    wall_images.back().unite(w);
  }
}

void Simulation::Impl::note_masses() {
  largest_mass = 0;
  for (std::size_t s = 0; s < p().size(); ++s) largest_mass = std::max(largest_mass, p().mass(s));
}

void Simulation::Impl::note_sizes() {
  note_masses();
  double smallest = 1e300;
  for (const PositionRadius& g : p().xr) smallest = std::min(smallest, g.r);
  if (p().empty())
    for (const Inlet& i : world.inlets) smallest = std::min(smallest, 0.5 * i.sizes.smallest());
  smallest_radius = smallest;
  if (skins.outer > 0) return;
  skins.fixed = world.detect.skin > 0;
  skins.smallest = 0.05 * smallest;
  skins.largest = 0.8 * smallest;
  skins.outer = skins.fixed ? world.detect.skin : 0.2 * smallest;
  skins.inner = 0.05 * skins.outer;
}

// Forces at t = 0 from the positions and velocities as given; histories begin empty (dt = 0).
void Simulation::Impl::first_forces() {
  gravity = world.gravity.at(0);
  renew();
  step_tiles({.dt = 0, .keep_only = true});
  account(0);
  lost.fill({});
  timers = {};
  if (integrator->arrays >= 4)  // Gear: start from the accelerations of now
    for (std::size_t s = 0; s < p().size(); ++s) {
      own[0][s] = p().vm[s].inv_mass * p().f[s];
      own[3][s] = p().inv_inertia[s] * p().tq[s];
    }
  start_energy = energy().total();
}

// The fastest grain, or the first whose motion is no number, with all that touches it.
Failure Simulation::Impl::blow_up(const std::string& what) const {
  const Particles& g = world.particles;
  std::uint32_t worst = 0;
  double most = -1;
  for (const std::uint32_t s : g.slot_of()) {
    if (s == Particles::kNoSlot) continue;
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
  for (const std::uint32_t c : touching_in_order(near, g))
    if (near.owner[c] == worst || near.other[c] == worst)
      f.message += fmt::format("; touches grain {}", g.id[near.partner_of(worst, c)].value);
  for (const WallEntry& e : wall_contacts.entries)
    if (e.slot == worst && e.touching > 0)
      f.message += "; touches wall '" + world.walls[e.wall].name + "'";
  return f;
}

std::optional<Failure> Simulation::Impl::check_step() const {
  // In one step a grain moves a small part of its radius; more than a radius is a blow-up.
  if (longest_way < smallest_radius && deepest_now < 1) return std::nullopt;
  return blow_up(
      longest_way < smallest_radius
          ? fmt::format("an overlap reached {:.0f}% of the smaller radius", 100 * deepest_now)
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
double Simulation::greatest_overlap() const { return impl_->deepest; }
const Timers& Simulation::timers() const { return impl_->timers; }
DetectionReport Simulation::detection() const { return impl_->detector.report(); }
std::string Simulation::detector() const { return detection().in_use; }
std::string_view Simulation::instruction_set() const { return impl_->kernels->name; }
std::uint64_t Simulation::renewals() const { return impl_->renewals; }
const std::vector<Arrival>& Simulation::arrivals() const { return impl_->arrivals; }
int Simulation::threads() const { return impl_->threads; }
const std::vector<std::string>& Simulation::warnings() const { return impl_->warnings; }

}  // namespace scree
