// The runner and its checkpoints.
#include <fmt/format.h>

#include <algorithm>

#include "scree/runner.hpp"
#include "scree/signals.hpp"

namespace scree::app {
namespace {

constexpr std::string_view kMeasures = "measures/";

void save_memories(const Series& series, AppState& out) {
  std::size_t k = 0;  // two measures may have one name
  for (Series::Memory& m : series.state())
    out.add(fmt::format("{}{}/{}", kMeasures, k++, m.name), std::move(m.values));
}

// The arrays of a file come in the order of their names: put the numbers in order again.
void restore_memories(const AppState& from, Series& series, std::vector<RunEvent>& happened) {
  std::vector<Series::Memory> memories;
  for (std::size_t k = 0;; ++k) {
    const std::string prefix = fmt::format("{}{}/", kMeasures, k);
    const auto it = std::find_if(from.numbers.begin(), from.numbers.end(), [&](const auto& named) {
      return named.first.starts_with(prefix);
    });
    if (it == from.numbers.end()) break;
    memories.push_back({it->first.substr(prefix.size()), it->second});
  }
  if (!series.restore(memories))
    happened.push_back(
        {events::kFiles, "the measures of the scene are others than before: they begin afresh"});
}

}  // namespace

// Everything that the program itself must know to go on as if nothing had happened. A new part with
// a memory (a measure, a counter) adds it here and takes it back in resume().
AppState Runner::app_state() const {
  AppState out;
  directory_.save(out);
  snapshots_.save(out);
  save_memories(table_, out);
  out.add("run/wall_s", std::vector{facts_.wall_s});
  out.add("run/particle_steps", std::vector{static_cast<double>(facts_.particle_steps)});
  out.add("run/resumed_at_steps", facts_.resumed);
  save_events(facts_.events, out);
  if (last_frame_ != std::numeric_limits<std::uint64_t>::max())
    out.add("run/last_frame", std::vector{static_cast<double>(last_frame_)});
  out.add("run/scene", facts_.scene_path);
  out.add("run/color", color_);
  return out;
}

Result<Done> Runner::write_checkpoint() {
  // series.csv on the disk must reach as far as the checkpoint.
  if (auto done = directory_.flush(); !done) return done;
  auto done = app::write_checkpoint(directory_.checkpoints(), {.simulation = sim_.save(),
                                                               .resolved = scene_.resolved,
                                                               .files = files_,
                                                               .app = app_state()});
  if (done) last_checkpoint_ = sim_.steps(), trace_unsaved_ = false;
  return done;
}

void Runner::note(std::vector<RunEvent> happened) {
  for (RunEvent& e : happened) {
    e.step = sim_.steps();
    trace_unsaved_ = trace_unsaved_ || (resumed_ && e.weight() != RunEvent::Weight::none);
    facts_.events.push_back(std::move(e));
  }
}

// When the run was asked to stop, so that it can go on; when it has ended, so that it can be made
// longer. A state that blew up is nothing to go on from.
Result<Done> Runner::write_checkpoint_at_the_end() {
  const bool wanted = checkpoints_.active() || stop_signal() != 0;
  if (failure_ || !wanted || last_checkpoint_ == sim_.steps()) return Done{};
  return write_checkpoint();
}

Result<Done> Runner::resume(RunCheckpoint&& from, const Start& start,
                            std::vector<RunEvent>& happened) {
  start_ = start;
  if (auto done = directory_.take_up(from.app, table_.header(), happened); !done) return done;
  for (const std::uint64_t step : from.damaged)
    if (auto done = directory_.checkpoints().set_aside(step); !done) return done;
  directory_.checkpoints().remove_old();
  snapshots_.restore(from.app);
  restore_memories(from.app, table_, happened);
  const auto first = [&from](const char* name) {
    const auto values = from.app.find_numbers(name);
    return values.empty() ? 0.0 : values[0];
  };
  facts_.wall_s = first("run/wall_s");
  facts_.particle_steps = static_cast<std::uint64_t>(first("run/particle_steps"));
  const auto before = from.app.find_numbers("run/resumed_at_steps");
  facts_.resumed.assign(before.begin(), before.end());
  facts_.resumed.push_back(static_cast<double>(sim_.steps()));
  facts_.events = restored_events(from.app);
  if (facts_.scene_path.empty()) facts_.scene_path = from.app.find_text("run/scene");
  if (color_.empty()) color_ = from.app.find_text("run/color");
  for (Due* due : {&frames_, &series_, &checkpoints_}) due->skip_to(sim_.steps());
  last_checkpoint_ = sim_.steps();
  if (const auto at = from.app.find_numbers("run/last_frame"); !at.empty())
    last_frame_ = static_cast<std::uint64_t>(at[0]);
  progress_.begin_at(sim_.steps());
  resumed_ = true;
  return Done{};
}

}  // namespace scree::app
