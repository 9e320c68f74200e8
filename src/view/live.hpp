// A run that is watched while it computes: an observer that shows the newest state to those who ask
// and lets them pause, step and stop it. It reads; no bit of the run depends on it.
//
// A state is copied only when somebody has asked for a newer one, and never more often than that
// all copies together take a hundredth of the time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "io/frame.hpp"
#include "run/observer.hpp"
#include "run/snapshot.hpp"

namespace scree::view {

enum class LiveState { waiting, running, paused, ended };
const char* word_of(LiveState state);

struct LiveStatus {
  LiveState state = LiveState::waiting;
  double time = 0, duration = 0;
  std::uint64_t step = 0;
  double steps_per_s = 0, eta_s = 0;
  std::size_t grains = 0, contacts = 0;
  std::uint64_t shown = 0;  // number of the newest state; 0: none yet
  double copy_share = 0;    // of the time since the start
};

class LiveView : public run::Observer {
 public:
  // `outer_stop`: asked while the run is paused, anything but 0 ends the pause. `share`: of the
  // time that copies may take.
  explicit LiveView(double duration, std::function<int()> outer_stop = {}, double share = 0.01)
      : share_(share), outer_stop_(std::move(outer_stop)) {
    status_.duration = duration;
  }

  // For the threads of the server.
  LiveStatus status() const;
  // The newest state, and a wish for a newer one. Null before the first.
  std::shared_ptr<const Frame> newest();
  // "pause", "go", "step" or "stop"; false: no such word, or the run has ended.
  bool ask(const std::string& what);
  // What was asked for so far, one line each, for the log of the run.
  std::vector<std::string> asked() const;

  // For the loop that runs the simulation.
  int stop_request() const;  // 0: none
  std::uint64_t longest_stretch() const override;
  Result<Done> begin(const Simulation&) override;
  Result<Done> pause(const Simulation&) override;
  Result<Done> end(const Simulation&, const run::RunEnd&) override;

 private:
  using Clock = std::chrono::steady_clock;
  void note(const Simulation& sim);  // with the lock
  void copy(const Simulation& sim);
  bool copy_is_due() const;

  const double share_;
  const std::function<int()> outer_stop_;
  run::Snapshots snapshots_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  LiveStatus status_;
  std::shared_ptr<const Frame> frame_;
  std::uint64_t frame_step_ = 0;
  bool wanted_ = true, paused_ = false, one_step_ = false, stop_ = false;
  std::vector<std::string> asked_;
  Clock::time_point start_{}, last_copy_{}, rate_time_{};
  std::uint64_t rate_step_ = 0;
  double copy_s_ = 0, last_copy_s_ = 0;
};

}  // namespace scree::view
