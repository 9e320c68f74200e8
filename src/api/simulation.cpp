// How a simulation runs and is saved; edits: simulation_edits.cpp.
#include "api/simulation.hpp"

#include <limits>
#include <utility>
#include <vector>

#include "api/simulation_impl.hpp"
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

Failure failure_of(const scree::Failure& f) {
  Failure out{f.code, f.message, f.step, std::nullopt};
  if (f.particle) out.grain = f.particle->value;
  return out;
}

}  // namespace

std::string version() { return kVersion; }

Simulation::Simulation(std::unique_ptr<Impl> impl)
    : Reader(Access::reader(*impl->sim)), impl_(std::move(impl)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

Simulation Access::simulation(scree::Simulation sim) {
  auto impl = std::make_unique<Simulation::Impl>();
  impl->sim = std::make_unique<scree::Simulation>(std::move(sim));
  return Simulation(std::move(impl));
}

Result<Simulation> Simulation::create(World world, const Options& options) {
  auto sim = scree::Simulation::create(std::move(Access::of(world)), options_of(options));
  if (!sim) return sim.errors();
  return Access::simulation(std::move(*sim));
}

Result<Simulation> Simulation::resume(World world, const Checkpoint& from, const Options& options) {
  auto sim = scree::Simulation::resume(std::move(Access::of(world)), Access::of(from),
                                       options_of(options));
  if (!sim) return sim.errors();
  return Access::simulation(std::move(*sim));
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
  const std::uint64_t last = step_at(time);
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
