// How far a run is, on standard error: one live line on a terminal, a plain line every tenth
// elsewhere; for programs one JSON object a line, every second and every tenth.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "run/loop/observer.hpp"

namespace scree::app {

// What a line of progress tells; what has the greatest number goes first where it is too long.
struct ProgressPart {
  std::string text;
  int dispensable = 0;  // 0: it stays
};
// The parts with two blanks between, at most so many characters as far as parts may go.
std::string progress_line(std::vector<ProgressPart> parts, std::size_t width);

class Progress : public run::Observer {
 public:
  enum class Form { none, live, plain, json };
  // "auto", "none", "live", "plain", "json"; auto: `live` when standard error is a terminal.
  static Form form_for(bool quiet, const std::string& word = "auto");

  Progress(Form form, std::uint64_t last_step, double duration);
  Result<Done> begin(const Simulation& sim) override;
  Result<Done> pause(const Simulation& sim) override;
  bool pause_looks() const override { return false; }
  void end_moved(std::uint64_t last_step, double duration) override {
    last_step_ = last_step, duration_ = duration;
  }
  Result<Done> end(const Simulation& sim, const run::RunEnd& end) override;
  // A viewer holds the run, or lets it go on.
  void held(bool holds, double time);

 private:
  double elapsed() const;
  // Seconds to go, by the grain-steps that are left and the pace of the last while; < 0: unknown.
  double seconds_left(const Simulation& sim);
  void line(const Simulation& sim, bool last);
  void json_line(const Simulation& sim, bool last);

  Form form_;
  std::uint64_t first_step_ = 0;  // those before it were made by another process
  std::uint64_t last_step_;
  double duration_;
  int tenths_ = 0;
  double work_ = 0;  // grain-steps so far
  std::uint64_t work_step_ = 0;
  struct Mark {
    double seconds = 0, work = 0;
  };
  Mark mark_, newer_mark_;  // the pace is measured since the older one
  std::chrono::steady_clock::time_point start_, shown_;
};

}  // namespace scree::app
