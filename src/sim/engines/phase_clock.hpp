// Adds the seconds of a scope to a phase of the step.
#pragma once

#include <omp.h>

#include "sim/world/timers.hpp"

namespace scree {

class PhaseClock {
 public:
  PhaseClock(Timers& t, StepPhase phase) : seconds_(t.seconds[static_cast<int>(phase)]) {}
  ~PhaseClock() { seconds_ += omp_get_wtime() - start_; }
  PhaseClock(const PhaseClock&) = delete;
  PhaseClock& operator=(const PhaseClock&) = delete;

 private:
  double& seconds_;
  const double start_ = omp_get_wtime();
};

}  // namespace scree
