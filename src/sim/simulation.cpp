#include "sim/simulation.hpp"

#include "base/threads.hpp"
#include "sim/engines/liquid.hpp"
#include "sim/parts/impl.hpp"

namespace scree {

Simulation::Simulation(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

Result<Simulation> Simulation::create(World world, const RunOptions& options) try {
  auto impl = Impl::prepare(std::move(world), options);
  if (!impl) return impl.errors();
  Impl& s = **impl;
  const TeamSize team(s.state.threads);
  if (s.state.world.start)
    s.archiver.take_up(*s.state.world.start);
  else
    s.starter.first_forces();
  if (!s.state.world.stages.empty()) s.stage_keeper.note_stage_begin();
  return Simulation(std::move(*impl));
} catch (const CardFailure& failure) {
  return failure.at_start();
}

void place_walls(std::vector<Wall>& walls) {
  for (Wall& w : walls)
    if (w.motion && w.motion->moves()) w.pose = w.motion->advance(0, 0, {.area = w.area});
}

// What programs change. One grain is many grains, of which there is one.
namespace {
std::optional<Error> first_of(const Errors& errors) {
  return errors.empty() ? std::nullopt : std::optional(errors.front());
}
}  // namespace
Result<ParticleId> Simulation::add_grains(std::span<const Grain> grains) {
  return impl_->editor.add_grains(grains);
}
Errors Simulation::remove(std::span<const ParticleId> ids) { return impl_->editor.remove(ids); }
Errors Simulation::set_velocities(std::span<const ParticleId> ids, std::span<const Vec3> v,
                                  std::span<const Vec3> omega) {
  return impl_->editor.set_velocities(ids, v, omega);
}
Errors Simulation::set_forces(std::span<const ParticleId> ids, std::span<const Vec3> force,
                              std::span<const Vec3> torque) {
  return impl_->editor.set_forces(ids, force, torque);
}
Errors Simulation::add_bonds(Pairs pairs, std::uint32_t type) {
  return impl_->editor.add_bonds(pairs, type);
}
Errors Simulation::break_bonds(Pairs pairs) { return impl_->editor.break_bonds(pairs); }
Result<ParticleId> Simulation::add_grain(const Grain& g) { return add_grains({&g, 1}); }
Result<std::vector<std::uint32_t>> Simulation::add_bodies(std::span<const BodySpec> specs) {
  return impl_->editor.add_bodies(specs);
}
Result<std::uint32_t> Simulation::add_body(const BodySpec& b) {
  const auto names = add_bodies({&b, 1});
  if (!names) return names.errors();
  return names->front();
}
std::optional<Error> Simulation::remove(ParticleId id) {
  return first_of(remove(std::span(&id, 1)));
}
std::optional<Error> Simulation::set_velocity(ParticleId id, const Vec3& v, const Vec3& omega) {
  return first_of(set_velocities({&id, 1}, {&v, 1}, {&omega, 1}));
}
std::optional<Error> Simulation::set_force(ParticleId id, const Vec3& force, const Vec3& torque) {
  return first_of(set_forces({&id, 1}, {&force, 1}, {&torque, 1}));
}
std::optional<Error> Simulation::add_bond(ParticleId a, ParticleId b, std::uint32_t type) {
  const std::pair pair(a, b);
  return first_of(add_bonds({&pair, 1}, type));
}
std::optional<Error> Simulation::break_bond(ParticleId a, ParticleId b) {
  const std::pair pair(a, b);
  return first_of(break_bonds({&pair, 1}));
}

// What it tells.
SimulationArchive Simulation::save() const { return impl_->archiver.save(); }
Hash128 Simulation::state_hash() const { return impl_->archiver.state_hash(); }
EnergyReport Simulation::energy() const { return impl_->ledger.energy(); }
CellReport Simulation::cell() const {
  const SimState& s = impl_->state;
  return s.cell.report(s.world.cell, s.world.box, s.step, s.world.dt);
}
const StageProgress& Simulation::stages() const { return impl_->state.stages; }
bool Simulation::finished() const { return impl_->state.stages.finished; }
double Simulation::time() const { return impl_->state.time(); }
double Simulation::dt() const { return impl_->state.world.dt; }
std::uint64_t Simulation::steps() const { return impl_->state.step; }
const Particles& Simulation::particles() const { return impl_->state.world.particles; }
const World& Simulation::world() const { return impl_->state.world; }
const TimeStepReport& Simulation::time_step() const { return impl_->state.time_step; }
double Simulation::greatest_overlap() const { return impl_->state.extremes.deepest; }
const std::vector<BondBreak>& Simulation::bond_breaks() const {
  return impl_->state.bond_breaks.records;
}
double Simulation::compaction_energy() const {
  return impl_->state.compaction.energy(impl_->state.world);
}
LiquidReport Simulation::liquid() const {
  return liquid_of(impl_->state.world, impl_->state.contacts());
}
const Timers& Simulation::timers() const { return impl_->state.timers; }
DetectionReport Simulation::detection() const {
  const ContactLists& lists = impl_->state.lists;
  DetectionReport report = lists.detector.report();
  if (lists.made_elsewhere) report.in_use = impl_->state.engine_entry->info.name;
  return report;
}
NarrowReport Simulation::narrow() const {
  return {impl_->state.points.narrow(), impl_->state.world.detect.narrow};
}
std::string Simulation::detector() const { return detection().in_use; }
std::string_view Simulation::engine() const { return impl_->state.engine_entry->info.name; }
std::vector<std::pair<std::string, std::string>> Simulation::engines_not_taken() const {
  const SimState& s = impl_->state;
  return scree::engines_not_taken({s.world, s.laws, *s.integrator});
}
std::string_view Simulation::instruction_set() const { return impl_->state.kernels->name; }
std::uint64_t Simulation::renewals() const { return impl_->state.lists.renewals; }
const std::vector<Arrival>& Simulation::arrivals() const { return impl_->state.arrivals; }
const EditCounts& Simulation::edit_counts() const { return impl_->state.edits; }
int Simulation::threads() const { return impl_->state.threads; }
const std::vector<std::string>& Simulation::warnings() const { return impl_->state.warnings; }

}  // namespace scree
