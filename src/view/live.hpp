// A run that is watched while it computes: an observer that shows the newest state to those who ask
// and lets them pause, step, stop it, save a frame and change when it writes and ends. It reads; no
// bit of the run depends on it.
//
// A state is copied only when someone has asked for a newer one, and never more often than that
// all copies together, and what is made of them for the pages, take 0.5% of the time: with the
// small questions of ten pages less than a hundredth.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "io/frame.hpp"
#include "run/loop/runner.hpp"
#include "run/loop/snapshot.hpp"
#include "sim/world/timers.hpp"
#include "view/fair_mutex.hpp"

namespace scree::view {

// `finishing`: the last step is done; pictures and the summary are being written.
enum class LiveState { waiting, running, paused, finishing, ended };
const char* word_of(LiveState state);

struct LiveStatus {
  LiveState state = LiveState::waiting;
  run::RunSettings settings;
  bool can_change = false;  // a frame can be saved and settings changed
  bool has_stages = false;
  double time = 0, dt = 0;
  std::uint64_t step = 0;
  double steps_per_s = 0, eta_s = 0;
  std::size_t grains = 0, contacts = 0;
  double greatest_overlap = 0;
  std::uint64_t shown = 0;  // number of the newest state; 0: none yet
  double copy_s = 0;        // so far, for copies
  double copy_share = 0;    // of the time since the start
  double next_s = 0;        // until the next state may be shown
  Timers timers;
};

class LiveView : public run::Observer {
 public:
  // `outer_stop`: asked while the run is paused, anything but 0 ends the pause. `share`: of the
  // time that copies may take.
  explicit LiveView(double duration, std::function<int()> outer_stop = {}, double share = 0.005)
      : share_(share), outer_stop_(std::move(outer_stop)) {
    status_.settings.duration = duration;
  }

  // Called on the thread of the run when a viewer holds it, and when it goes on. Before run().
  void on_hold(std::function<void(bool holds, double time)> tell) { tell_hold_ = std::move(tell); }

  // The run that can be changed; without it only pause, go, step and stop are known. Before run().
  void steer(run::Runner& runner);

  // For the threads of the server.
  LiveStatus status() const;
  // The newest state, and a wish for a newer one. Null before the first.
  std::shared_ptr<const Frame> newest();
  // Checks of the verdict, as of the newest state.
  std::vector<run::Check> checks() const;
  // What was made of a copy took so long, on one of the cores: the next copy comes later.
  void charge(double seconds);
  // "pause", "go", "step", "stop" or "frame". E0696: no such word, or nothing to write into; E0697:
  // the run has ended.
  Result<Done> ask(const std::string& what);
  // E0693 to E0695 (run_change.hpp), E0696, E0697.
  Result<Done> ask_change(const std::string& key, const std::string& value);
  // What was asked for so far, one line each; of many the last.
  std::vector<std::string> asked() const;

  // For the loop that runs the simulation.
  int stop_request() const;  // 0: none
  std::uint64_t longest_stretch() const override;
  Result<Done> begin(const Simulation&) override;
  Result<Done> pause(const Simulation&) override;
  Result<Done> end(const Simulation&, const run::RunEnd&) override;
  // The run has returned: all its files are there.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<FairMutex>;
  bool is_over() const {
    return status_.state == LiveState::finishing || status_.state == LiveState::ended;
  }
  struct Order {
    std::string word;
    std::optional<run::SettingChange> change;
    int times = 1;  // single steps in a row
  };
  void note(const Simulation& sim);  // with the lock
  void copy(const Simulation& sim);
  bool copy_is_due() const;
  Result<Done> put(Order order);  // with the lock
  Result<Done> obey(Lock& lock);
  Result<Done> carry_out(const Order& order);
  static std::string text_of(const Order& order, const run::RunSettings& before);

  static constexpr std::size_t kMostAsked = 1000, kMostWaiting = 100;
  const double share_;
  const std::function<int()> outer_stop_;
  std::function<void(bool, double)> tell_hold_;
  bool hold_told_ = false;
  run::Snapshots snapshots_;
  run::Runner* runner_ = nullptr;
  mutable FairMutex mutex_;
  std::condition_variable_any changed_;
  LiveStatus status_;
  std::shared_ptr<const Frame> frame_;
  std::vector<run::Check> checks_;
  std::uint64_t frame_step_ = 0;
  // Read by the loop between stretches of steps, without the lock.
  std::atomic<bool> paused_{false}, stop_{false};
  bool wanted_ = true, stop_wanted_ = false;
  std::uint64_t steps_ = 0;    // single ones that were asked for
  std::vector<Order> orders_;  // not yet carried out
  std::vector<std::string> asked_;
  std::size_t told_ = 0;  // lines in the log of the run
  Clock::time_point start_{}, rate_time_{};
  std::uint64_t rate_step_ = 0;
  // In processor time of the run: when, and how long.
  double last_copy_ = 0, last_copy_s_ = 0, last_check_ = 0, last_check_s_ = 0, charged_s_ = 0;
};

}  // namespace scree::view
