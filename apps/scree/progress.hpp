// How far a run is: one live line on a terminal, a plain line every tenth elsewhere, on standard
// error.
#pragma once

#include <chrono>
#include <cstdint>

#include "sim/simulation.hpp"

namespace scree::app {

class Progress {
 public:
  enum class Form { none, live, plain };
  // `live` when standard error is a terminal.
  static Form form_for(bool quiet);

  Progress(Form form, std::uint64_t last_step, double duration);
  void update(const Simulation& sim);
  void finish(const Simulation& sim);
  double elapsed() const;

 private:
  void line(const Simulation& sim, bool last);

  Form form_;
  std::uint64_t first_step_ = 0, last_step_;
  double duration_;
  int tenths_ = 0;
  std::chrono::steady_clock::time_point start_, shown_;
};

}  // namespace scree::app
