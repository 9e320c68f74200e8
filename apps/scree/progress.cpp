#include "scree/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/safe_text.hpp"
#include "run/json.hpp"
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
  return fmt::format("  stage {} of {} ({})", now + 1, all.size(), safe_text(all[now].name));
}

}  // namespace

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
  first_step_ = sim.steps();
  tenths_ = static_cast<int>(10 * first_step_ / std::max<std::uint64_t>(last_step_, 1));
  return Done{};
}

double Progress::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

Result<Done> Progress::pause(const Simulation& sim) {
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
         {"eta_s", done > 0 ? t * (1 - done) / done : -1}};
  if (!sim.world().stages.empty()) j["stage"] = sim.stages().now + 1;
  print_note("{}\n", json_text(j));
}

void Progress::line(const Simulation& sim, bool last) {
  if (form_ == Form::json) return json_line(sim, last);
  const double t = elapsed();
  const double done = static_cast<double>(sim.steps()) /
                      static_cast<double>(std::max<std::uint64_t>(last_step_, 1));
  const double rate = t > 0 ? static_cast<double>(sim.steps() - first_step_) / t : 0;
  const double left = last_step_ > sim.steps() ? static_cast<double>(last_step_ - sim.steps()) : 0;
  const std::string text = fmt::format(
      "t = {:.10g} of {:.10g} s  {:3.0f}%{}  {} steps/s  {} grains  {} contacts  overlap {:.2f}%  "
      "{}",
      sim.time(), duration_, 100 * done, stage_text(sim),
      in_thousands(static_cast<std::uint64_t>(rate)), in_thousands(sim.particles().size()),
      in_thousands(sim.contact_count()), 100 * sim.greatest_overlap(),
      last ? "took " + duration_text(t) : "ETA " + duration_text(rate > 0 ? left / rate : -1));
  // \x1b[K clears what a longer line left.
  if (form_ == Form::live)
    write_note_as_is("\r" + text + "\x1b[K");
  else
    print_note("{}\n", text);
}

}  // namespace scree::app
