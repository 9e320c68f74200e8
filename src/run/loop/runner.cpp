#include "run/loop/runner.hpp"

#include <fmt/format.h>

#include <set>

#include "run/folder/quantity_text.hpp"
#include "run/loop/summary.hpp"
#include "run/plots/sieve_plot.hpp"
#include "run/plots/window_results.hpp"
#include "run/verdict/measured_regions.hpp"

namespace scree::run {

Runner::Runner(Simulation sim, const Scene& scene, RunDirectory directory, RunnerOptions options)
    : sim_(std::move(sim)),
      scene_(scene),
      settings_{scene.duration, scene.output.frames, scene.output.series, scene.output.checkpoint},
      resolved_(scene.resolved),
      directory_(std::move(directory)),
      start_(sim_.world()),
      files_(std::move(options.files)),
      loop_(sim_, std::move(options.stop)),
      folder_(directory_),
      black_box_(directory_, scene),
      series_(directory_, sim_, scene),
      bond_breaks_(directory_),
      frames_(directory_, sim_, scene, std::move(options.color), series_.table()),
      checkpoints_(scene.output.checkpoint, [this] { return write_checkpoint(); }) {
  facts_.scene_path = std::move(options.scene_path);
  facts_.folder = directory_.path();
  facts_.duration = scene.duration;
  facts_.seed = sim_.world().seed;
  facts_.warnings = scene.warnings;
}

void Runner::add(Observer& observer) { added_.push_back(&observer); }

// Memories are kept by name.
Result<Done> Runner::check_names() const {
  std::set<std::string> names;
  for (const Observer* o : added_) {
    const std::string name = o->name();
    if (name.empty()) continue;
    if (name.find('/') != std::string::npos || !names.insert(name).second)
      return Error{"E0773", "another observer has this name, or there is a `/` in it",
                   "observer '" + name + "'", ""};
  }
  return Done{};
}

Result<Done> Runner::write_start() {
  if (auto done = directory_.write_scene(scene_); !done) return done;
  // Whatever ends the process from now on, the folder does not look like a finished run.
  const Json unfinished = unfinished_summary(sim_, facts_);
  return directory_.write("summary.json", json_text(unfinished, 2) + "\n");
}

Result<std::string> Runner::run() {
  if (auto done = check_names(); !done) return done.errors();
  if (Errors unfit = unfit_results(scene_.results, series_.table().columns()); !unfit.empty())
    return unfit;
  if (auto done = write_start(); !done) return done.errors();
  for (Observer* o : std::initializer_list<Observer*>{&folder_, &series_, &bond_breaks_, &frames_})
    loop_.add(*o);
  for (Observer* o : added_) loop_.add(*o);
  loop_.add(checkpoints_);
  loop_.add(black_box_);  // ends first: what a failure needs comes before all else
  RunEnd end = loop_.run(steps_of(sim_, settings_.duration));
  if (end.trouble.empty() && scene_.output.picture)
    if (auto done = write_sieve_plot(directory_.path(), scene_, sim_); !done)
      end.trouble = done.errors();
  // The summary is small: it may still fit where a frame did not.
  auto summary = write_summary(end);
  if (end.trouble.empty()) return summary;
  if (auto there = directory_.still_there(); !there) return there.errors();
  return end.trouble;
}

Result<Done> Runner::asked(const std::string& what) {
  facts_.events.push_back({events::kAsked, what, sim_.steps()});
  return directory_.log(
      fmt::format("step {} at {}: {}", sim_.steps(), time_text(sim_.time()), what));
}

Result<Done> Runner::save_frame() { return frames_.write_now(sim_); }

Result<Done> Runner::change(const SettingChange& change) {
  change.in(settings_) = change.value;
  resolved_ = with_setting(resolved_, change);
  if (auto done = directory_.write("resolved.toml", resolved_); !done) return done;
  if (change.key == "duration") {
    facts_.duration = change.value;
    loop_.end_at(steps_of(sim_, change.value), change.value);
    return Done{};
  }
  series_.set_interval(settings_.series);
  frames_.set_interval(settings_.frames);
  checkpoints_.set_interval(settings_.checkpoint);
  if (change.key == "output.series") return loop_.reschedule(series_);
  if (change.key == "output.frames") return loop_.reschedule(frames_);
  return loop_.reschedule(checkpoints_);
}

Verdict Runner::verdict_now() const {
  Ending ending;
  ending.limits = scene_.verdict, ending.events = facts_.events;
  return judge(sim_, start_, ending);
}

Result<std::string> Runner::write_summary(const RunEnd& end) {
  facts_.wall_s = loop_.wall_s();
  facts_.output_s = loop_.output_s();
  facts_.particle_steps = loop_.particle_steps();
  facts_.frames = directory_.frames();
  facts_.picture = frames_.picture();
  facts_.plot = series_.plot();
  if (const auto& box = black_box_.report()) {
    facts_.black_box = directory_.file("blackbox/scene.toml");
    facts_.black_box_replays = box->replays;
  }
  Ending ending{.failure = end.failure,
                .stopped_by = end.stopped_by,
                .reached = end.reached,
                .limits = scene_.verdict,
                .missing = directory_.missing(),
                .events = facts_.events};
  if (!end.trouble.empty()) ending.trouble = to_string(end.trouble.front());
  verdict_ = judge(sim_, start_, ending);
  Json summary = summarize(sim_, facts_, verdict_, end.failure);
  for (const auto& [name, value] : series_.table().newest()) summary["measures"][name] = value;
  if (!scene_.results.empty()) {
    const auto series = read_series(directory_.path());
    summary["results"] = results_json(
        window_results(scene_.results, series ? *series : DataTable{{"time"}, {}, {"s"}}));
  }
  const auto told = regions_above_packing(sim_, scene_.output.measures);
  if (!told.empty()) summary["notes"] = told;
  if (!scene_.sieves.empty()) summary["sizes"] = sieves_json(scene_, sim_);
  const std::string text = json_text(summary, 2) + "\n";
  if (auto done = directory_.write("summary.json", text); !done) return done.errors();
  return text;
}

}  // namespace scree::run
