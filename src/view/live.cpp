#include "view/live.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <limits>

namespace scree::view {
namespace {

double seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

// Processor time of this thread, that of the run: on a busy machine it stands for what the run
// gets.
double own_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
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
    case LiveState::finishing:
      return "finishing";
    case LiveState::ended:
      return "ended";
  }
  return "?";
}

void LiveView::steer(run::Runner& runner) {
  std::lock_guard lock(mutex_);  // a page may be looking already
  runner_ = &runner;
  status_.settings = runner.settings();
  status_.can_change = true;
}

LiveStatus LiveView::status() const {
  std::lock_guard lock(mutex_);
  return status_;
}

std::shared_ptr<const Frame> LiveView::newest() {
  std::lock_guard lock(mutex_);
  wanted_ = true;
  return frame_;
}

std::vector<run::Check> LiveView::checks() const {
  std::lock_guard lock(mutex_);
  return checks_;
}

void LiveView::charge(double s) {
  std::lock_guard lock(mutex_);
  charged_s_ += s;
}

Result<Done> LiveView::put(Order order) {
  if (is_over()) return Error{"E0697", "the run has ended", "", ""};
  if (orders_.size() >= kMostWaiting)
    return Error{"E0696", "too much is asked for at once", "", "wait until it has been done"};
  const std::string& word = order.word;
  if (word == "pause")
    paused_ = true, steps_ = 0;
  else if (word == "go")
    paused_ = false, steps_ = 0;
  else if (word == "step")
    paused_ = true, ++steps_;
  else if (word == "stop")
    stop_wanted_ = true;
  if (word == "step" && !orders_.empty() && orders_.back().word == word)
    ++orders_.back().times;
  else
    orders_.push_back(std::move(order));
  changed_.notify_all();
  return Done{};
}

Result<Done> LiveView::ask(const std::string& what) {
  const bool is_known =
      what == "pause" || what == "go" || what == "step" || what == "stop" || what == "frame";
  if (!is_known)
    return Error{"E0696", "this cannot be asked of a live run", what,
                 "ask for pause, go, step, stop, frame or set"};
  std::lock_guard lock(mutex_);
  if (what == "frame" && !status_.can_change)
    return Error{"E0696", "this run writes nothing", what, ""};
  return put({what, {}});
}

Result<Done> LiveView::ask_change(const std::string& key, const std::string& value) {
  std::lock_guard lock(mutex_);
  if (!status_.can_change) return Error{"E0696", "this run writes nothing", key, ""};
  if (is_over()) return Error{"E0697", "the run has ended", key, ""};
  auto change = run::read_change(key, value,
                                 {status_.settings, status_.time, status_.dt, status_.has_stages});
  if (!change) return change.errors();
  return put({"set", std::move(*change)});
}

std::vector<std::string> LiveView::asked() const {
  std::lock_guard lock(mutex_);
  return asked_;
}

int LiveView::stop_request() const { return stop_ ? run::kAskedToStop : 0; }

std::uint64_t LiveView::longest_stretch() const {
  return paused_ ? 1 : std::numeric_limits<std::uint64_t>::max();
}

void LiveView::note(const Simulation& sim) {
  status_.time = sim.time();
  status_.dt = sim.dt();
  status_.step = sim.steps();
  status_.grains = sim.particles().size();
  status_.contacts = sim.contact_count();
  status_.greatest_overlap = sim.greatest_overlap();
  status_.has_stages = !sim.world().stages.empty();
  status_.timers = sim.timers();
  const auto now = Clock::now();
  status_.next_s =
      std::max(0.0, (last_copy_s_ + charged_s_) / share_ - (own_seconds() - last_copy_));
  status_.copy_share = status_.copy_s / std::max(seconds(now - start_), 1e-9);
  const double passed = seconds(now - rate_time_);
  if (passed > 0.5) {
    status_.steps_per_s = static_cast<double>(sim.steps() - rate_step_) / passed;
    rate_time_ = now, rate_step_ = sim.steps();
    const double left = (status_.settings.duration - sim.time()) / sim.dt();
    status_.eta_s = status_.steps_per_s > 0 ? std::max(left, 0.0) / status_.steps_per_s : 0;
  }
}

bool LiveView::copy_is_due() const {
  return wanted_ && (!frame_ || (own_seconds() - last_copy_) * share_ > last_copy_s_ + charged_s_);
}

// Called without the lock: viewers need not wait for a copy.
void LiveView::copy(const Simulation& sim) {
  const double begin = own_seconds();
  auto frame = std::make_shared<const Frame>(snapshots_.take(sim, true));
  const double copied = own_seconds();
  // The verdict is a report about all grains, and may cost as much again.
  const bool judged = runner_ != nullptr && (begin - last_check_) * 0.5 * share_ >= last_check_s_;
  std::vector<run::Check> checks;
  if (judged) checks = runner_->verdict_now().checks;
  const double end = own_seconds();
  std::lock_guard lock(mutex_);
  frame_ = std::move(frame);
  if (judged) checks_ = std::move(checks), last_check_ = end, last_check_s_ = end - copied;
  frame_step_ = sim.steps();
  ++status_.shown;
  wanted_ = false;
  last_copy_ = end;
  last_copy_s_ = end - begin;
  charged_s_ = 0;
  status_.copy_s += last_copy_s_;
}

std::string LiveView::text_of(const Order& order, const run::RunSettings& before) {
  if (order.change) return change_text(*order.change, before);
  return order.times > 1 ? fmt::format("{} ({} times)", order.word, order.times) : order.word;
}

Result<Done> LiveView::carry_out(const Order& order) {
  if (runner_ == nullptr) return Done{};
  const std::string line = text_of(order, runner_->settings());
  if (order.change)
    if (auto done = runner_->change(*order.change); !done) return done;
  if (order.word == "frame")
    if (auto done = runner_->save_frame(); !done) return done;
  if (told_ > kMostAsked) return Done{};
  ++told_;
  return runner_->asked(told_ > kMostAsked ? "much more, which is not written here" : line);
}

// Carries out what was asked for, between two steps.
Result<Done> LiveView::obey(Lock& lock) {
  std::vector<Order> orders;
  std::swap(orders, orders_);
  if (orders.empty()) return Done{};
  for (const Order& o : orders) {
    asked_.push_back(fmt::format("{} at step {}", text_of(o, status_.settings), status_.step));
    if (o.change) o.change->in(status_.settings) = o.change->value;
  }
  if (asked_.size() > kMostAsked)
    asked_.erase(asked_.begin(), asked_.end() - static_cast<std::ptrdiff_t>(kMostAsked));
  lock.unlock();
  for (const Order& o : orders)
    if (auto done = carry_out(o); !done) {
      lock.lock();
      return done;
    }
  lock.lock();
  if (stop_wanted_) stop_ = true;  // only now: the checkpoint knows of it
  return Done{};
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
  Lock lock(mutex_);
  note(sim);
  const auto tell = [&](bool holds) {
    if (!tell_hold_ || hold_told_ == holds) return;
    hold_told_ = holds;
    lock.unlock();
    tell_hold_(holds, sim.time());
    lock.lock();
  };
  for (;;) {
    if (auto done = obey(lock); !done) return done;
    // Who pauses wants to see where: whatever it costs.
    const bool holds = paused_ && steps_ == 0 && !stop_;
    if (copy_is_due() || (holds && frame_step_ != sim.steps())) {
      lock.unlock();
      copy(sim);
      lock.lock();
    }
    if (!holds) break;
    if (!orders_.empty()) continue;
    tell(true);
    status_.state = LiveState::paused;
    status_.steps_per_s = 0;
    wanted_ = false;  // nothing newer will come
    // Now and then a look at the signals of the program, which arrive without a word here.
    changed_.wait_for(lock, std::chrono::milliseconds(200));
    if (outer_stop_ && outer_stop_() != 0) break;
  }
  if (!paused_) tell(false);  // single steps are part of a pause
  if (!paused_) status_.state = LiveState::running;
  if (steps_ > 0) --steps_;
  return Done{};
}

Result<Done> LiveView::end(const Simulation& sim, const run::RunEnd&) {
  copy(sim);
  std::lock_guard lock(mutex_);
  note(sim);
  status_.state = LiveState::finishing;
  status_.eta_s = 0;
  return Done{};
}

void LiveView::finish() {
  std::lock_guard lock(mutex_);
  status_.state = LiveState::ended;
}

}  // namespace scree::view
