#include "run/loop/loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace scree::run {

Due::Due(double interval, double dt)
    : interval_(interval > 0 ? std::max(interval, dt) : 0), dt_(dt) {}

Due::Due(const Schedule& s, double dt)
    : Due(s.interval > 0 ? s.interval : static_cast<double>(s.steps), s.interval > 0 ? dt : 1) {}

std::uint64_t Due::next() const {
  constexpr auto kNever = std::numeric_limits<std::uint64_t>::max();
  if (!active()) return kNever;
  const double step = static_cast<double>(count_) * interval_ / dt_;
  return step < 9e18 ? static_cast<std::uint64_t>(std::llround(step)) : kNever;
}

void Due::skip_to(std::uint64_t step) {
  if (!active()) return;
  const double passed = std::floor(static_cast<double>(step) * dt_ / interval_);
  count_ = passed > 1 ? static_cast<std::uint64_t>(passed) - 1 : 0;
  while (next() <= step) ++count_;
}

std::uint64_t steps_for(double duration, double dt) {
  // Rounding must not add a step of nothing at the end.
  const double steps = duration > 0 ? std::ceil(duration / dt * (1 - 1e-12)) : 0;
  return static_cast<std::uint64_t>(std::min(steps, 2 * kMostSteps));
}

std::uint64_t steps_of(const Simulation& sim, double duration) {
  if (sim.world().stages.empty()) return steps_for(duration, sim.dt());
  std::uint64_t steps = 0;
  double total = 0;
  for (const RunStage& s : sim.world().stages)
    steps += stage_steps(s.duration, sim.dt()), total += s.duration;
  // A scene may ask for less than its stages; rounding alone does not.
  return duration < total * (1 - 1e-9) ? std::min(steps, steps_for(duration, sim.dt())) : steps;
}

Result<Done> check_steps(double duration, double dt) {
  if (!(duration / dt > kMostSteps)) return Done{};
  return Error{
      "E0770",
      fmt::format("{:.3g} s in steps of {:.3g} s are {:.3g} steps, more than {:.0g}", duration, dt,
                  duration / dt, kMostSteps),
      "duration",
      fmt::format("at a million steps per second that takes {:.2g} years: are the units of "
                  "`duration` and `dt` right?",
                  duration / dt / 1e6 / 3.15576e7),
      Subject::setting("duration")};
}

namespace {

// Adds what it takes until it goes to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  ~Stopwatch() { sum_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& sum_;
  Clock::time_point start_ = Clock::now();
};

// True when it went well; else the errors are added.
bool went_well(const Result<Done>& done, RunEnd& end) {
  if (done) return true;
  end.trouble.insert(end.trouble.end(), done.errors().begin(), done.errors().end());
  return false;
}

}  // namespace

void Loop::resume(double wall_s, double output_s, std::uint64_t particle_steps) {
  resumed_ = true;
  wall_s_ = wall_s;
  output_s_ = output_s;
  particle_steps_ = particle_steps;
}

bool Loop::begin(RunEnd& end, std::size_t& began) {
  const Stopwatch watch(output_s_);
  for (Watched& w : watched_) {
    w.due = Due(w.observer->schedule(), sim_.dt());
    if (resumed_) w.due.skip_to(sim_.steps());
    ++began;
    if (!went_well(w.observer->begin(sim_), end)) return false;
  }
  return true;
}

bool Loop::observe(RunEnd& end) {
  const Stopwatch watch(output_s_);
  for (Watched& w : watched_) {
    if (sim_.steps() < w.due.next()) continue;
    if (!went_well(w.observer->observe(sim_), end)) return false;
    w.due.passed();
  }
  return true;
}

Result<Done> Loop::reschedule(Observer& observer) {
  for (Watched& w : watched_) {
    if (w.observer != &observer) continue;
    if (sim_.steps() >= w.due.next())
      if (auto done = observer.observe(sim_); !done) return done;
    w.due = Due(observer.schedule(), sim_.dt());
    w.due.skip_to(sim_.steps());
  }
  return Done{};
}

void Loop::end_at(std::uint64_t last_step, double duration) {
  last_step_ = last_step;
  for (Watched& w : watched_) w.observer->end_moved(last_step, duration);
}

std::uint64_t Loop::next_stop() const {
  std::uint64_t next = std::min(last_step_, sim_.steps() + chunk_);
  for (const Watched& w : watched_) {
    next = std::min(next, w.due.next());
    // Added without a carry: "as many as you like" is the greatest number.
    const std::uint64_t most = std::max<std::uint64_t>(w.observer->longest_stretch(), 1);
    if (next - sim_.steps() > most) next = sim_.steps() + most;
  }
  return next;
}

// An observer sees the state after this stretch.
bool Loop::looked_at() const {
  return sim_.steps() >= last_step_ || sim_.finished() ||
         std::any_of(watched_.begin(), watched_.end(), [this](const Watched& w) {
           return sim_.steps() >= w.due.next() || w.observer->pause_looks();
         });
}

// Chunks of about 50 ms: short enough for a signal and a live line, long enough to cost nothing.
bool Loop::advance(RunEnd& end) {
  using Clock = std::chrono::steady_clock;
  const auto before = Clock::now();
  const std::uint64_t first = sim_.steps(), grains = sim_.particles().size();
  const std::uint64_t wanted = next_stop() - first;
  end.failure = sim_.advance(wanted);
  if (end.failure || looked_at()) {
    const auto late = sim_.bring_up_to_date();
    if (!end.failure) end.failure = late;
  }
  particle_steps_ += (sim_.steps() - first) * grains;
  const double took = std::chrono::duration<double>(Clock::now() - before).count();
  wall_s_ += took;
  if (wanted >= chunk_) {
    if (took < 0.025) chunk_ = std::min<std::uint64_t>(2 * chunk_, 1u << 20);
    if (took > 0.1) chunk_ = std::max<std::uint64_t>(chunk_ / 2, 1);
  }
  for (Watched& w : watched_)
    if (!went_well(w.observer->pause(sim_), end)) return false;
  return !end.failure;
}

RunEnd Loop::run(std::uint64_t last_step) {
  last_step_ = last_step;
  RunEnd end;
  std::size_t began = 0;
  if (begin(end, began))
    while (observe(end) && sim_.steps() < last_step_ && !sim_.finished() && stop_request() == 0)
      if (!advance(end)) break;
  // Stopped by a request, after a stretch that no observer has looked at.
  if (!end.failure) end.failure = sim_.bring_up_to_date();
  end.reached = sim_.steps() >= last_step_ || sim_.finished();
  if (!end.reached && !end.failure) end.stopped_by = stop_request();
  const Stopwatch watch(output_s_);
  for (std::size_t k = began; k-- > 0;) went_well(watched_[k].observer->end(sim_, end), end);
  return end;
}

}  // namespace scree::run
