#include "scree/runner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/commands.hpp"
#include "scree/derived.hpp"
#include "scree/signals.hpp"

namespace scree::app {

std::uint64_t Due::next() const {
  constexpr auto kNever = std::numeric_limits<std::uint64_t>::max();
  if (!active()) return kNever;
  const double step = static_cast<double>(count_) * interval_ / dt_;
  return step < 9e18 ? static_cast<std::uint64_t>(std::llround(step)) : kNever;
}

void Due::skip_to(std::uint64_t step) {
  if (!active()) return;
  const double passed = std::floor(static_cast<double>(step) * dt_ / interval_);
  count_ = passed > 1 ? static_cast<std::uint64_t>(passed) - 1 : 0;
  while (next() <= step) ++count_;
}

std::string best_color(const Frame& frame) {
  if (frame.size() == 0) return "speed";
  double least = 1e300, greatest = 0;
  for (std::size_t k = 0; k < frame.size(); ++k)
    if (!frame.fixed[k])
      least = std::min(least, frame.radius[k]), greatest = std::max(greatest, frame.radius[k]);
  if (greatest > 1.4 * least) return "radius";
  // Moving: a tenth of the speed that a fall through the packing would give.
  const FrameBounds b = grain_bounds(frame);
  double mean = 0;
  for (const Vec3& v : frame.v) mean += norm(v) / static_cast<double>(frame.size());
  const double fall = std::sqrt(2 * 9.81 * std::max(norm(b.hi - b.lo), 1e-12));
  return mean > 0.1 * fall ? "speed" : "start height";
}

Runner::Runner(Simulation sim, const Scene& scene, RunDirectory directory, Progress::Form form,
               std::string scene_path, std::string color, std::string files)
    : sim_(std::move(sim)),
      scene_(scene),
      directory_(std::move(directory)),
      last_step_(steps_for(scene.duration, sim_.dt())),
      progress_(form, last_step_, scene.duration),
      frames_(scene.output.frames, sim_.dt()),
      series_(scene.output.series, sim_.dt()),
      table_(scene.output.measures, sim_.world().outlets),
      checkpoints_(scene.output.checkpoint, sim_.dt()),
      last_checkpoint_(std::numeric_limits<std::uint64_t>::max()),
      files_(std::move(files)),
      color_(std::move(color)),
      start_(sim_.world()) {
  facts_.scene_path = std::move(scene_path);
  facts_.folder = directory_.path();
  facts_.duration = scene.duration;
  facts_.seed = sim_.world().seed;
  facts_.warnings = scene.warnings;
  for (const Wall& w : sim_.world().walls)
    walls_move_ = walls_move_ || (w.motion && w.motion->moves());
}

std::uint64_t Runner::next_stop() const {
  return std::min({last_step_, frames_.next(), series_.next(), checkpoints_.next(),
                   black_box_.next(), sim_.steps() + chunk_});
}

Result<Done> Runner::write_due() {
  if (auto there = directory_.still_there(); !there) return there;
  if (sim_.steps() >= series_.next()) {
    if (auto done = directory_.add_series(table_.line(sim_)); !done) return done;
    series_.passed();
  }
  if (sim_.steps() >= frames_.next()) {
    if (auto done = write_frame(); !done) return done;
    frames_.passed();
  }
  // Last: a checkpoint knows that everything up to its step has been written.
  if (sim_.steps() >= checkpoints_.next()) {
    if (auto done = write_checkpoint(); !done) return done;
    checkpoints_.passed();
  }
  return Done{};
}

Result<Done> Runner::write_frame() {
  snapshots_.note(sim_);
  const Frame frame = snapshots_.take(sim_, scene_.output.contacts);
  auto done = directory_.write_frame(frame, walls_move_);
  if (done) last_frame_ = sim_.steps();
  return done;
}

Result<Done> Runner::write_start() {
  if (!resumed_) {
    snapshots_.note(sim_);
    directory_.begin_series(table_.header());
  }
  if (auto done = directory_.write_scene(scene_); !done) return done;
  // Whatever ends the process from now on, the folder does not look like a finished run.
  const Json unfinished = unfinished_summary(sim_, facts_);
  if (auto done = directory_.write("summary.json", json_text(unfinished, 2) + "\n"); !done)
    return done;
  // What happened must survive a kill before the next checkpoint.
  return trace_unsaved_ ? write_checkpoint() : Result<Done>(Done{});
}

// Chunks of about 50 ms: short enough for a signal and a live line, long enough to cost nothing.
void Runner::step_once_more(std::uint64_t to) {
  const double before = progress_.elapsed();
  const std::uint64_t first = sim_.steps(), grains = sim_.particles().size();
  failure_ = sim_.run(to - first);
  facts_.particle_steps += (sim_.steps() - first) * grains;
  snapshots_.note_arrivals(sim_);
  if (!failure_) black_box_.note(sim_);
  const double took = progress_.elapsed() - before;
  facts_.wall_s += took;
  if (to - first < chunk_) return;
  if (took < 0.025) chunk_ = std::min<std::uint64_t>(2 * chunk_, 1u << 20);
  if (took > 0.1) chunk_ = std::max<std::uint64_t>(chunk_ / 2, 1);
}

// What it cannot do must not hide the failure itself: a full disk is told by the summary.
void Runner::leave_black_box() {
  const auto box = black_box_.write(directory_.file("blackbox"), sim_, scene_, *failure_);
  if (!box) return;
  facts_.black_box = directory_.file("blackbox/scene.toml");
  facts_.black_box_replays = box->replays;
}

Result<Json> Runner::run() {
  if (auto done = write_start(); !done) return done.errors();
  black_box_.note(sim_);
  Errors trouble;
  for (;;) {
    if (auto done = write_due(); !done) {
      trouble = done.errors();
      break;
    }
    if (failure_ || sim_.steps() >= last_step_ || stop_signal() != 0) break;
    step_once_more(next_stop());
    progress_.update(sim_);
  }
  progress_.finish(sim_);
  if (failure_) leave_black_box();
  if (trouble.empty())
    if (auto done = write_checkpoint_at_the_end(); !done) trouble = done.errors();
  if (trouble.empty())
    if (auto done = write_last(); !done) trouble = done.errors();
  // The summary is small: it may still fit where a frame did not.
  const auto summary = write_summary(facts_.wall_s, trouble);
  if (trouble.empty() && !summary) trouble = summary.errors();
  if (trouble.empty()) return summary_;
  if (auto there = directory_.still_there(); !there) return there.errors();
  return trouble;
}

namespace {

bool is_whole(const Particles& p) {
  return std::all_of(p.xr.begin(), p.xr.end(),
                     [](const PositionRadius& g) { return is_finite(g.x); });
}

}  // namespace

// After the last checkpoint, which does not know of them: a run that goes on takes the closing line
// and the closing frame back, as if it had been longer from the start.
Result<Done> Runner::write_last() {
  if (auto done = directory_.add_series(table_.closing_line(sim_)); !done) return done;
  if (auto done = directory_.flush(); !done) return done;
  // A state that blew up is in the black box; readers would stumble over what is no number.
  if (frames_.active() && last_frame_ != sim_.steps() && is_whole(sim_.particles()))
    if (auto done = write_frame(); !done) return done;
  if (!scene_.output.picture) return Done{};
  snapshots_.note(sim_);
  const Frame frame = snapshots_.take(sim_, false);
  const std::string color = color_.empty() ? best_color(frame) : color_;
  if (auto done = directory_.write_picture(frame, color); !done) return done;
  facts_.picture = directory_.file("picture.png");
  return Done{};
}

Result<Done> Runner::write_summary(double wall_s, const Errors& trouble) {
  facts_.wall_s = wall_s;
  facts_.frames = directory_.frames();
  Ending ending{.failure = failure_,
                .reached = sim_.steps() >= last_step_,
                .limits = scene_.verdict,
                .missing = directory_.missing(),
                .events = facts_.events};
  if (!trouble.empty()) ending.trouble = to_string(trouble.front());
  if (!ending.reached && !failure_) ending.stopped_by = stop_signal();
  const Verdict verdict = judge(sim_, start_, ending);
  summary_ = summarize(sim_, facts_, verdict, failure_);
  for (const auto& [name, value] : table_.newest()) summary_["measures"][name] = value;
  status_ = verdict.word == "ok" || verdict.word == "doubtful" ? kSuccess : kFailed;
  return directory_.write("summary.json", json_text(summary_, 2) + "\n");
}

}  // namespace scree::app
