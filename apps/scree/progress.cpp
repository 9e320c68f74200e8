#include "scree/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "scree/messages.hpp"

namespace scree::app {

using Clock = std::chrono::steady_clock;

Progress::Form Progress::form_for(bool quiet) {
  if (quiet) return Form::none;
  return ::isatty(STDERR_FILENO) ? Form::live : Form::plain;
}

Progress::Progress(Form form, std::uint64_t last_step, double duration)
    : form_(form),
      last_step_(last_step),
      duration_(duration),
      start_(Clock::now()),
      shown_(start_) {}

double Progress::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Progress::update(const Simulation& sim) {
  if (form_ == Form::none) return;
  const auto now = Clock::now();
  if (form_ == Form::live) {
    if (now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
    line(sim, false);
    return;
  }
  const auto tenths = static_cast<int>(10 * sim.steps() / std::max<std::uint64_t>(last_step_, 1));
  if (tenths <= tenths_) return;
  tenths_ = tenths;
  line(sim, false);
}

void Progress::finish(const Simulation& sim) {
  if (form_ != Form::live) return;
  line(sim, true);
  std::fputc('\n', stderr);
}

void Progress::line(const Simulation& sim, bool last) {
  const double t = elapsed();
  const double done = static_cast<double>(sim.steps()) /
                      static_cast<double>(std::max<std::uint64_t>(last_step_, 1));
  const double rate = t > 0 ? static_cast<double>(sim.steps() - first_step_) / t : 0;
  const std::string text = fmt::format(
      "t = {:.4g} of {:.4g} s  {:3.0f}%  {} steps/s  {} grains  {} contacts  overlap {:.2f}%  {}",
      sim.time(), duration_, 100 * done, in_thousands(static_cast<std::uint64_t>(rate)),
      in_thousands(sim.particles().size()), in_thousands(sim.contact_count()),
      100 * sim.greatest_overlap(),
      last ? "took " + duration_text(t)
           : "ETA " + duration_text(done > 0 ? t * (1 - done) / done : -1));
  // \x1b[K clears what a longer line left.
  if (form_ == Form::live)
    fmt::print(stderr, "\r{}\x1b[K", text);
  else
    fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
}

}  // namespace scree::app
