#include "api/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "api/access.hpp"
#include "base/version.hpp"
#include "io/atomic_file.hpp"
#include "io/checkpoint.hpp"
#include "run/loop/loop.hpp"
#include "sim/archive/checkpoint.hpp"

namespace scree::api {
namespace {

RunOptions options_of(const Options& o) {
  RunOptions out;
  out.threads = o.threads;
  out.engine = o.engine;
  out.instruction_set = o.instruction_set;
  out.sort_rows = o.sort_rows;
  return out;
}

Errors list_of(const std::optional<Error>& e) { return e ? Errors{*e} : Errors{}; }

Failure failure_of(const scree::Failure& f) {
  Failure out{f.code, f.message, f.step, std::nullopt};
  if (f.particle) out.grain = f.particle->value;
  return out;
}

}  // namespace

std::string version() { return kVersion; }

struct Simulation::Impl {
  struct Watch {
    std::size_t number;
    run::Due due;
    Callback call;
  };
  std::unique_ptr<scree::Simulation> sim;  // where a Reader finds it even when this is moved
  std::vector<Watch> watches;
  std::size_t next_number = 1;
  bool running = false;

  std::uint64_t next_due() const {
    std::uint64_t next = std::numeric_limits<std::uint64_t>::max();
    for (const Watch& w : watches)
      if (w.due.active()) next = std::min(next, w.due.next());
    return next;
  }
  std::size_t add(const run::Schedule& schedule, Callback call) {
    run::Due due(schedule, sim->dt());
    due.skip_to(sim->steps());
    watches.push_back({next_number, due, std::move(call)});
    return next_number++;
  }
  // Those that are due now, in the order in which they were added. They may add and forget others.
  bool call_due(Simulation& self) {
    const std::uint64_t now = sim->steps();
    std::vector<std::size_t> due;
    for (Watch& w : watches)
      if (w.due.active() && w.due.next() <= now) due.push_back(w.number), w.due.skip_to(now);
    bool go_on = true;
    for (const std::size_t number : due) {
      const auto it = std::find_if(watches.begin(), watches.end(),
                                   [&](const Watch& w) { return w.number == number; });
      if (it == watches.end()) continue;
      const Callback call = it->call;  // the list may change while it runs
      go_on = call(self) && go_on;
    }
    return go_on;
  }
};

Simulation::Simulation(std::unique_ptr<Impl> impl)
    : Reader(Access::reader(*impl->sim)), impl_(std::move(impl)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

Result<Simulation> Simulation::create(World world, const Options& options) {
  auto sim = scree::Simulation::create(std::move(Access::of(world)), options_of(options));
  if (!sim) return sim.errors();
  auto impl = std::make_unique<Impl>();
  impl->sim = std::make_unique<scree::Simulation>(std::move(*sim));
  return Simulation(std::move(impl));
}

Result<Simulation> Simulation::resume(World world, const Checkpoint& from, const Options& options) {
  const auto archive = std::static_pointer_cast<const SimulationArchive>(from.archive_);
  auto sim = scree::Simulation::resume(std::move(Access::of(world)), *archive, options_of(options));
  if (!sim) return sim.errors();
  auto impl = std::make_unique<Impl>();
  impl->sim = std::make_unique<scree::Simulation>(std::move(*sim));
  return Simulation(std::move(impl));
}

Outcome Simulation::run(std::uint64_t steps) {
  Outcome out;
  if (impl_->running) {
    out.failure = Failure{"E0549", "a callback cannot run its own simulation", this->steps(), {}};
    return out;
  }
  struct Running {
    bool& flag;
    explicit Running(bool& f) : flag(f) { flag = true; }
    ~Running() { flag = false; }
  } const running(impl_->running);
  const std::uint64_t begin = this->steps();
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t end = steps > most - begin ? most : begin + steps;
  while (this->steps() < end && !finished()) {
    const std::uint64_t now = this->steps();
    const std::uint64_t next = std::min(end, std::max(now + 1, impl_->next_due()));
    const auto failure = impl_->sim->run(next - now);
    out.steps = this->steps() - begin;
    if (failure) {
      out.failure = failure_of(*failure);
      return out;
    }
    if (!impl_->call_due(*this)) {
      out.stopped = true;
      return out;
    }
  }
  return out;
}

Outcome Simulation::run_until(double time) {
  const std::uint64_t last = run::steps_for(time, time_step());
  return run(last > steps() ? last - steps() : 0);
}

std::size_t Simulation::every(double interval, Callback call) {
  return impl_->add({.interval = interval}, std::move(call));
}
std::size_t Simulation::every_steps(std::uint64_t steps, Callback call) {
  return impl_->add({.steps = steps}, std::move(call));
}
void Simulation::forget(std::size_t callback) {
  std::erase_if(impl_->watches, [&](const Impl::Watch& w) { return w.number == callback; });
}

Result<GrainId> Simulation::add(const Grain& grain) {
  const auto g = grain_of(impl_->sim->world(), grain);
  if (!g) return g.errors();
  const auto id = impl_->sim->add_grain(*g);
  if (!id) return id.errors();
  return id->value;
}

Result<BodyId> Simulation::add(const Body& body) {
  const auto spec = body_of(impl_->sim->world(), body);
  if (!spec) return spec.errors();
  return impl_->sim->add_body(*spec);
}

Errors Simulation::remove(GrainId id) { return list_of(impl_->sim->remove(ParticleId{id})); }
Errors Simulation::set_velocity(GrainId id, const Vec3& velocity, const Vec3& spin) {
  return list_of(impl_->sim->set_velocity(ParticleId{id}, velocity, spin));
}
Errors Simulation::set_force(GrainId id, const Vec3& force, const Vec3& torque) {
  return list_of(impl_->sim->set_force(ParticleId{id}, force, torque));
}
Errors Simulation::bond(GrainId a, GrainId b, const std::string& type) {
  std::vector<std::string> known;
  for (const auto& t : impl_->sim->world().bond_types) known.push_back(t.name);
  const auto it = std::find(known.begin(), known.end(), type);
  if (it == known.end()) return {unknown_name("kind of bond", type, known)};
  return list_of(impl_->sim->add_bond(ParticleId{a}, ParticleId{b},
                                      static_cast<std::uint32_t>(it - known.begin())));
}
Errors Simulation::break_bond(GrainId a, GrainId b) {
  return list_of(impl_->sim->break_bond(ParticleId{a}, ParticleId{b}));
}

Checkpoint Simulation::save() const {
  Checkpoint out;
  out.archive_ = std::make_shared<const SimulationArchive>(impl_->sim->save());
  return out;
}

Result<Checkpoint> Checkpoint::decode(std::string_view bytes) {
  const auto data = decode_checkpoint(bytes, "checkpoint");
  if (!data) return data.errors();
  auto archive = archive_of(*data);
  if (!archive) return archive.errors();
  Checkpoint out;
  out.archive_ = std::make_shared<const SimulationArchive>(std::move(*archive));
  return out;
}

Result<Checkpoint> Checkpoint::read(const std::string& path) {
  const auto bytes = read_whole_file(path);
  if (!bytes) return bytes.errors();
  auto out = decode(*bytes);
  if (out) return out;
  Errors errors = out.errors();
  for (Error& e : errors)
    if (e.location.empty() || e.location == "checkpoint") e.location = path;
  return errors;
}

Result<std::string> Checkpoint::encode() const {
  CheckpointData data;
  add_archive(SimulationArchive(*std::static_pointer_cast<const SimulationArchive>(archive_)),
              data);
  return encode_checkpoint(data);
}

Errors Checkpoint::write(const std::string& path) const {
  const auto bytes = encode();
  if (!bytes) return bytes.errors();
  const auto done = write_file(path, *bytes);
  return done ? Errors{} : done.errors();
}

std::uint64_t Checkpoint::step() const {
  return std::static_pointer_cast<const SimulationArchive>(archive_)->step;
}
std::string Checkpoint::state_hash() const {
  return to_string(std::static_pointer_cast<const SimulationArchive>(archive_)->hash);
}

}  // namespace scree::api
