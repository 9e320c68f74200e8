#include "scree/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "base/safe_text.hpp"
#include "run/folder/json.hpp"
#include "run/forecast/estimate.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {

using Clock = std::chrono::steady_clock;

namespace {

// "stage 2 of 3 (compress)", where there are stages.
std::string stage_text(const Simulation& sim) {
  const std::vector<RunStage>& all = sim.world().stages;
  if (all.empty()) return {};
  const std::size_t now = sim.stages().now;
  return fmt::format("stage {} of {} ({})", now + 1, all.size(), safe_text(all[now].name));
}

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(std::vector<ProgressPart> parts, std::size_t width) {
  while (true) {
    std::string out;
    for (const ProgressPart& p : parts) out += (out.empty() ? "" : "  ") + p.text;
    const auto first = std::max_element(
        parts.begin(), parts.end(),
        [](const ProgressPart& a, const ProgressPart& b) { return a.dispensable < b.dispensable; });
    if (out.size() <= width || first == parts.end() || first->dispensable == 0) return out;
    parts.erase(first);
  }
}

Progress::Form Progress::form_for(bool quiet, const std::string& word) {
  if (quiet || word == "none") return Form::none;
  if (word == "live") return Form::live;
  if (word == "plain") return Form::plain;
  if (word == "json") return Form::json;
  return ::isatty(STDERR_FILENO) ? Form::live : Form::plain;
}

Progress::Progress(Form form, std::uint64_t last_step, double duration)
    : form_(form),
      last_step_(last_step),
      duration_(duration),
      start_(Clock::now()),
      shown_(start_) {}

Result<Done> Progress::begin(const Simulation& sim) {
  first_step_ = work_step_ = sim.steps();
  tenths_ = static_cast<int>(10 * first_step_ / std::max<std::uint64_t>(last_step_, 1));
  return Done{};
}

double Progress::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

double Progress::seconds_left(const Simulation& sim) {
  const double t = elapsed();
  // Marks move on, so that grains that have begun to touch count, and grains that came.
  if (t - newer_mark_.seconds > std::max(1.0, 0.25 * t))
    mark_ = newer_mark_, newer_mark_ = {t, work_};
  const double seconds = t - mark_.seconds, work = work_ - mark_.work;
  if (!(work > 0)) return -1;
  return run::work_to_come(sim, last_step_) * seconds / work;
}

Result<Done> Progress::pause(const Simulation& sim) {
  work_ += static_cast<double>(sim.steps() - work_step_) *
           run::work_of_a_step(static_cast<double>(sim.particles().size()));
  work_step_ = sim.steps();
  if (form_ == Form::none) return Done{};
  const auto now = Clock::now();
  if (form_ == Form::live) {
    if (now - shown_ < std::chrono::milliseconds(100)) return Done{};
    shown_ = now;
    line(sim, false);
    return Done{};
  }
  const auto tenths = static_cast<int>(10 * sim.steps() / std::max<std::uint64_t>(last_step_, 1));
  const bool second = form_ == Form::json && now - shown_ >= std::chrono::seconds(1);
  if (tenths <= tenths_ && !second) return Done{};
  shown_ = now;
  tenths_ = tenths;
  line(sim, false);
  return Done{};
}

Result<Done> Progress::end(const Simulation& sim, const run::RunEnd&) {
  if (form_ == Form::json) json_line(sim, true);
  if (form_ != Form::live) return Done{};
  line(sim, true);
  write_note("\n");
  return Done{};
}

void Progress::held(bool holds, double time) {
  if (form_ == Form::none) return;
  if (form_ == Form::json)
    return print_note("{}\n",
                      json_text(Json{{"event", holds ? "paused" : "resumed"}, {"time", time}}));
  const std::string at = run::seconds_text(time);
  const char* newline = form_ == Form::live ? "\n" : "";  // below the live line
  print_note("{}{}\n", newline,
             holds ? "paused from the page at t = " + at + "; the page lets it go on"
                   : "goes on from t = " + at);
}

void Progress::json_line(const Simulation& sim, bool last) {
  const double t = elapsed();
  const double done = static_cast<double>(sim.steps()) /
                      static_cast<double>(std::max<std::uint64_t>(last_step_, 1));
  Json j{{"event", last ? "end" : "progress"},
         {"time", sim.time()},
         {"duration", duration_},
         {"fraction", done},
         {"step", sim.steps()},
         {"steps", last_step_},
         {"grains", sim.particles().size()},
         {"contacts", sim.contact_count()},
         {"greatest_overlap", sim.greatest_overlap()},
         {"elapsed_s", t},
         {"eta_s", seconds_left(sim)}};
  if (!sim.world().stages.empty()) j["stage"] = sim.stages().now + 1;
  print_note("{}\n", json_text(j));
}

void Progress::line(const Simulation& sim, bool last) {
  if (form_ == Form::json) return json_line(sim, last);
  const double t = elapsed();
  const double done = static_cast<double>(sim.steps()) /
                      static_cast<double>(std::max<std::uint64_t>(last_step_, 1));
  const double rate = t > 0 ? static_cast<double>(sim.steps() - first_step_) / t : 0;
  std::vector<ProgressPart> parts{
      {fmt::format("t = {:.6g} of {:.6g} s", sim.time(), duration_)},
      {fmt::format("{:3.0f}%", 100 * done)},
      {stage_text(sim), 2},
      {in_thousands(static_cast<std::uint64_t>(rate)) + " steps/s", 5},
      {in_thousands(sim.particles().size()) + " grains", 3},
      {in_thousands(sim.contact_count()) + " contacts", 4},
      {fmt::format("overlap {:.2f}%", 100 * sim.greatest_overlap()), 1},
      {last ? "took " + duration_text(t) : "ETA " + duration_text(seconds_left(sim))}};
  std::erase_if(parts, [](const ProgressPart& p) { return p.text.empty(); });
  // A live line that wraps could not be written over; plain lines go to files.
  const std::string text =
      progress_line(std::move(parts), form_ == Form::live ? terminal_width() - 1 : 1000);
  // \x1b[K clears what a longer line left.
  if (form_ == Form::live)
    write_note_as_is("\r" + text + "\x1b[K");
  else
    print_note("{}\n", text);
}

}  // namespace scree::app
