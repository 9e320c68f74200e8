// Adds the seconds of a scope to a phase of the step.
#pragma once

#include <omp.h>

#include "sim/world/timers.hpp"

namespace scree {

class PhaseClock {
 public:
  PhaseClock(Timers& t, StepPhase s) : timers_(t), phase_(s), start_(omp_get_wtime()) {}
  ~PhaseClock() { timers_.seconds[static_cast<int>(phase_)] += omp_get_wtime() - start_; }

 private:
  Timers& timers_;
  StepPhase phase_;
  double start_;
};

}  // namespace scree
