// How far a run is, on standard error: one live line on a terminal, a plain line every tenth
// elsewhere; for programs one JSON object a line, every second and every tenth.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "sim/simulation.hpp"

namespace scree::app {

class Progress {
 public:
  enum class Form { none, live, plain, json };
  // "auto", "none", "live", "plain", "json"; auto: `live` when standard error is a terminal.
  static Form form_for(bool quiet, const std::string& word = "auto");

  Progress(Form form, std::uint64_t last_step, double duration);
  // The steps before this one were made by another process.
  void begin_at(std::uint64_t step);
  void update(const Simulation& sim);
  void finish(const Simulation& sim);
  double elapsed() const;

 private:
  void line(const Simulation& sim, bool last);
  void json_line(const Simulation& sim, bool last);

  Form form_;
  std::uint64_t first_step_ = 0, last_step_;
  double duration_;
  int tenths_ = 0;
  std::chrono::steady_clock::time_point start_, shown_;
};

}  // namespace scree::app
