// The loop between a simulation and its observers. It knows no disk and no terminal: the runner
// (runner.hpp) adds what writes, a program adds what it likes, and on its own the loop serves
// simulations that need neither.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "run/loop/observer.hpp"

namespace scree::run {

// Steps at which something is due: multiples of an interval of simulated time, counted in steps so
// that they do not drift. An interval shorter than a step means every step, once.
class Due {
 public:
  Due(double interval, double dt);
  Due(const Schedule& schedule, double dt);

  bool active() const { return interval_ > 0; }
  std::uint64_t next() const;  // the step; the greatest number when not active
  void passed() { ++count_; }
  // For a run that goes on: all up to and including this step have passed.
  void skip_to(std::uint64_t step);

 private:
  double interval_, dt_;
  std::uint64_t count_ = 0;
};

// Steps that a duration takes. More than kMostSteps are refused (E0770) before a run starts: the
// user could not wait for their end, and beyond 2^53 a step no longer counts.
inline constexpr double kMostSteps = 1e15;
std::uint64_t steps_for(double duration, double dt);
// Of a whole run, at most: conditions may end stages earlier.
std::uint64_t steps_of(const Simulation& sim, double duration);
Result<Done> check_steps(double duration, double dt);

class Loop {
 public:
  // Asked after each stretch of steps; anything but 0 ends the loop.
  using StopRequest = std::function<int()>;

  // Neither the simulation nor the observers are owned: they must stay until the loop has ended.
  explicit Loop(Simulation& sim, StopRequest stop = {}) : sim_(sim), stop_(std::move(stop)) {}

  void add(Observer& observer) { watched_.push_back({&observer, Due(0, 1)}); }

  // What a run that goes on has behind it: instants up to the step that it starts from are not
  // observed again.
  void resume(double wall_s, double output_s, std::uint64_t particle_steps);

  // Runs to the last step, to the end of the last stage, to a failure, a request to stop, or the
  // first observer with an error. Every observer that began has ended when it returns.
  RunEnd run(std::uint64_t last_step);

  // For changes while the loop runs, from within an observer's pause(). An instant that is due now
  // is observed first; then the observer is asked for its schedule again.
  Result<Done> reschedule(Observer& observer);
  void end_at(std::uint64_t last_step, double duration);

  int stop_request() const { return stop_ ? stop_() : 0; }
  double wall_s() const { return wall_s_; }  // in steps, not in observers
  // In observers: their begin, observe and end. Not in pause(), where a run may be held.
  double output_s() const { return output_s_; }
  std::uint64_t particle_steps() const { return particle_steps_; }

 private:
  struct Watched {
    Observer* observer;
    Due due;
  };
  bool begin(RunEnd& end, std::size_t& began);
  bool observe(RunEnd& end);
  bool advance(RunEnd& end);
  std::uint64_t next_stop() const;
  bool looked_at() const;

  Simulation& sim_;
  StopRequest stop_;
  std::vector<Watched> watched_;
  std::uint64_t last_step_ = 0;
  std::uint64_t chunk_ = 1;  // steps of a stretch
  bool resumed_ = false;
  double wall_s_ = 0, output_s_ = 0;
  std::uint64_t particle_steps_ = 0;
};

}  // namespace scree::run
