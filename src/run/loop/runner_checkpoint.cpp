// The runner and its checkpoints.
#include <fmt/format.h>

#include "run/loop/runner.hpp"

namespace scree::run {
namespace {

std::string prefix_of(const Observer& o) { return "observers/" + o.name() + "/"; }

// What belongs to one observer, without its prefix.
RunMemory part_of(const RunMemory& from, const std::string& prefix) {
  RunMemory out;
  for (const auto& [name, values] : from.numbers)
    if (name.starts_with(prefix)) out.add(name.substr(prefix.size()), values);
  for (const auto& [name, text] : from.texts)
    if (name.starts_with(prefix)) out.add(name.substr(prefix.size()), text);
  return out;
}

}  // namespace

// Everything that the run must know to go on as if nothing had happened, beyond the simulation.
RunMemory Runner::memory() const {
  RunMemory out;
  directory_.save(out);
  series_.save(out);
  frames_.save(out);
  out.add("run/wall_s", std::vector{loop_.wall_s()});
  out.add("run/output_s", std::vector{loop_.output_s()});
  out.add("run/particle_steps", std::vector{static_cast<double>(loop_.particle_steps())});
  out.add("run/resumed_at_steps", facts_.resumed);
  save_events(facts_.events, out);
  out.add("run/scene", facts_.scene_path);
  for (const Observer* o : added_) {
    if (o->name().empty()) continue;
    RunMemory own;
    o->save(own);
    for (auto& [name, values] : own.numbers) out.add(prefix_of(*o) + name, std::move(values));
    for (auto& [name, text] : own.texts) out.add(prefix_of(*o) + name, std::move(text));
  }
  return out;
}

Result<Done> Runner::write_checkpoint() {
  // series.csv on the disk must reach as far as the checkpoint.
  if (auto done = directory_.flush(); !done) return done;
  return run::write_checkpoint(
      directory_.checkpoints(),
      {.simulation = sim_.save(), .resolved = resolved_, .files = files_, .memory = memory()});
}

void Runner::note(std::vector<RunEvent> happened) {
  for (RunEvent& e : happened) {
    e.step = sim_.steps();
    if (resumed_ && e.weight() != RunEvent::Weight::none) checkpoints_.write_at_start();
    facts_.events.push_back(std::move(e));
  }
}

void Runner::restore_observers(const RunMemory& from) {
  series_.restore(from);
  frames_.restore(from);
  checkpoints_.resumed_at(sim_.steps());
  for (Observer* o : added_)
    if (!o->name().empty()) o->restore(part_of(from, prefix_of(*o)));
}

Result<Done> Runner::resume(RunCheckpoint&& from, const Start& start,
                            std::vector<RunEvent>& happened) {
  start_ = start;
  const RunMemory& memory = from.memory;
  if (auto done = directory_.take_up(memory, series_.table().header(), happened); !done)
    return done;
  for (const std::uint64_t step : from.damaged)
    if (auto done = directory_.checkpoints().set_aside(step); !done) return done;
  directory_.checkpoints().remove_old();
  restore_observers(memory);
  if (series_.begins_afresh())
    happened.push_back(
        {events::kFiles, "the measures of the scene are others than before: they begin afresh"});
  const auto first = [&memory](const char* name) {
    const auto values = memory.find_numbers(name);
    return values.empty() ? 0.0 : values[0];
  };
  loop_.resume(first("run/wall_s"), first("run/output_s"),
               static_cast<std::uint64_t>(first("run/particle_steps")));
  const auto before = memory.find_numbers("run/resumed_at_steps");
  facts_.resumed.assign(before.begin(), before.end());
  facts_.resumed.push_back(static_cast<double>(sim_.steps()));
  facts_.events = restored_events(memory);
  if (facts_.scene_path.empty()) facts_.scene_path = memory.find_text("run/scene");
  resumed_ = true;
  return Done{};
}

}  // namespace scree::run
