#include "view/live.hpp"

#include <fmt/format.h>

#include <csignal>
#include <limits>

namespace scree::view {
namespace {

double seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

const char* word_of(LiveState state) {
  switch (state) {
    case LiveState::waiting:
      return "waiting";
    case LiveState::running:
      return "running";
    case LiveState::paused:
      return "paused";
    case LiveState::ended:
      return "ended";
  }
  return "?";
}

LiveStatus LiveView::status() const {
  std::lock_guard lock(mutex_);
  return status_;
}

std::shared_ptr<const Frame> LiveView::newest() {
  std::lock_guard lock(mutex_);
  wanted_ = true;
  changed_.notify_all();  // a paused run may show its state at once
  return frame_;
}

bool LiveView::ask(const std::string& what) {
  std::lock_guard lock(mutex_);
  if (status_.state == LiveState::ended) return false;
  if (what == "pause")
    paused_ = true;
  else if (what == "go")
    paused_ = false;
  else if (what == "step")
    paused_ = true, one_step_ = true;
  else if (what == "stop")
    stop_ = true;
  else
    return false;
  asked_.push_back(fmt::format("{} at step {}", what, status_.step));
  changed_.notify_all();
  return true;
}

std::vector<std::string> LiveView::asked() const {
  std::lock_guard lock(mutex_);
  return asked_;
}

int LiveView::stop_request() const {
  std::lock_guard lock(mutex_);
  return stop_ ? SIGTERM : 0;
}

std::uint64_t LiveView::longest_stretch() const {
  std::lock_guard lock(mutex_);
  return paused_ ? 1 : std::numeric_limits<std::uint64_t>::max();
}

void LiveView::note(const Simulation& sim) {
  status_.time = sim.time();
  status_.step = sim.steps();
  status_.grains = sim.particles().size();
  status_.contacts = sim.contact_count();
  const auto now = Clock::now();
  const double passed = seconds(now - rate_time_);
  if (passed > 0.5) {
    status_.steps_per_s = static_cast<double>(sim.steps() - rate_step_) / passed;
    rate_time_ = now, rate_step_ = sim.steps();
    const double left = (status_.duration - sim.time()) / sim.dt();
    status_.eta_s = status_.steps_per_s > 0 ? std::max(left, 0.0) / status_.steps_per_s : 0;
  }
}

bool LiveView::copy_is_due() const {
  return wanted_ && (!frame_ || seconds(Clock::now() - last_copy_) * share_ > last_copy_s_);
}

// Called without the lock: viewers need not wait for a copy.
void LiveView::copy(const Simulation& sim) {
  const auto begin = Clock::now();
  auto frame = std::make_shared<const Frame>(snapshots_.take(sim, true));
  const auto end = Clock::now();
  std::lock_guard lock(mutex_);
  frame_ = std::move(frame);
  frame_step_ = sim.steps();
  ++status_.shown;
  wanted_ = false;
  last_copy_ = end;
  last_copy_s_ = seconds(end - begin);
  copy_s_ += last_copy_s_;
  status_.copy_share = copy_s_ / std::max(seconds(end - start_), 1e-9);
}

Result<Done> LiveView::begin(const Simulation& sim) {
  snapshots_.note(sim);
  {
    std::lock_guard lock(mutex_);
    start_ = rate_time_ = Clock::now();
    rate_step_ = sim.steps();
    status_.state = LiveState::running;
    note(sim);
  }
  copy(sim);
  return Done{};
}

Result<Done> LiveView::pause(const Simulation& sim) {
  snapshots_.note_arrivals(sim);
  std::unique_lock lock(mutex_);
  note(sim);
  for (;;) {
    // Who pauses wants to see where: whatever it costs.
    const bool holds = paused_ && !one_step_ && !stop_;
    if (copy_is_due() || (holds && frame_step_ != sim.steps())) {
      lock.unlock();
      copy(sim);
      lock.lock();
    }
    if (!holds) break;
    status_.state = LiveState::paused;
    status_.steps_per_s = 0;
    wanted_ = false;  // nothing newer will come
    // Now and then a look at the signals of the program, which arrive without a word here.
    changed_.wait_for(lock, std::chrono::milliseconds(200));
    if (outer_stop_ && outer_stop_() != 0) break;
  }
  if (!paused_) status_.state = LiveState::running;
  one_step_ = false;
  return Done{};
}

Result<Done> LiveView::end(const Simulation& sim, const run::RunEnd&) {
  copy(sim);
  std::lock_guard lock(mutex_);
  note(sim);
  status_.state = LiveState::ended;
  status_.eta_s = 0;
  return Done{};
}

}  // namespace scree::view
