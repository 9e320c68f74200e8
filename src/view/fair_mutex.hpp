// A lock that is handed over in the order in which it was asked for. Of a std::mutex the thread
// that is awake takes the next turn: ten viewers that ask again and again keep the run from ever
// getting its own.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace scree::view {

class FairMutex {
 public:
  void lock() {
    std::unique_lock inner(inner_);
    const std::uint64_t turn = last_++;
    moved_.wait(inner, [&] { return turn == now_; });
  }
  void unlock() {
    {
      std::lock_guard inner(inner_);
      ++now_;
    }
    moved_.notify_all();
  }

 private:
  std::mutex inner_;
  std::condition_variable moved_;
  std::uint64_t last_ = 0, now_ = 0;  // turns given out, the one that has the lock
};

}  // namespace scree::view
