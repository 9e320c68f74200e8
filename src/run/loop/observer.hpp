// Who looks at a simulation while it runs: what writes frames, series and checkpoints, what shows
// progress, and what a program adds of its own.
//
//   class Deepest : public run::Observer {
//     run::Schedule schedule() const override { return {.interval = 1e-3}; }
//     Result<Done> observe(const Simulation& sim) override {
//       deepest = std::max(deepest, sim.greatest_overlap());
//       return Done{};
//     }
//     ...
//
// An observer reads. It gets the simulation as const, so a run with observers has the same bits as
// one without.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "io/atomic_file.hpp"
#include "run/folder/program_memory.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

// At which instants an observer looks. They are counted in steps, so that they do not drift, and
// the start is one of them. Nothing set: only begin(), pause() and end() are called.
struct Schedule {
  double interval = 0;      // s of simulated time; shorter than a step: every step, once
  std::uint64_t steps = 0;  // every so many steps; not beside `interval`
};

// A request to stop that is not a signal: from the page of a live run, or from a program.
inline constexpr int kAskedToStop = -1;

// How a loop ended.
struct RunEnd {
  bool reached = false;  // the last step
  int stopped_by = 0;    // what the program's request to stop said: a signal, kAskedToStop
  std::optional<Failure> failure;  // of the simulation
  Errors trouble;                  // of observers: a full disk, ...
};

class Observer {
 public:
  virtual ~Observer() = default;

  // Asked before begin(), and again when the run has changed it (Loop::reschedule).
  virtual Schedule schedule() const { return {}; }

  // Before the first step of this process.
  virtual Result<Done> begin(const Simulation&) { return Done{}; }
  // At each instant of the schedule. Not called for a state that the simulation calls failed.
  virtual Result<Done> observe(const Simulation&) { return Done{}; }
  // After each stretch of steps, of about 50 ms, before observe().
  virtual Result<Done> pause(const Simulation&) { return Done{}; }
  // Whether pause() looks at more than counts and times: the state has to be brought from where it
  // is computed.
  virtual bool pause_looks() const { return true; }
  // At most so many steps to the next pause(); asked before each stretch.
  virtual std::uint64_t longest_stretch() const {
    return std::numeric_limits<std::uint64_t>::max();
  }
  // The run will end at another step than it was to: its duration was changed while it runs.
  virtual void end_moved(std::uint64_t /*last_step*/, double /*duration*/) {}
  // Once, whatever ended the run; observers end in the reverse of the order in which they began.
  virtual Result<Done> end(const Simulation&, const RunEnd&) { return Done{}; }

  // For an observer that remembers: what it needs to go on after a resume is kept in checkpoints
  // under its name, which no other observer of the run may have. restore() comes before begin().
  virtual std::string name() const { return {}; }
  virtual void save(RunMemory&) const {}
  virtual void restore(const RunMemory&) {}
};

}  // namespace scree::run
