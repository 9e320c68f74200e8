// Threads that compute answers, made as they are needed, and a queue with an end.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace scree::view {

// Of this thread alone, as Linux has it. Where it is refused, no harm is done.
inline void give_way(int niceness) {
  if (niceness > 0) (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
}

class HttpWorkers {
 public:
  HttpWorkers(int most, int waiting, int niceness)
      : most_(most), most_waiting_(waiting), niceness_(niceness) {}
  ~HttpWorkers() {
    stop();
    for (std::thread& t : threads_) t.join();
  }

  // False: all are at work and the queue is full.
  bool offer(std::function<void()> job) {
    std::lock_guard lock(mutex_);
    const bool has_free = idle_ > static_cast<int>(jobs_.size());
    const bool may_grow = static_cast<int>(threads_.size()) < most_;
    if (ending_ || (!has_free && !may_grow && static_cast<int>(jobs_.size()) >= most_waiting_))
      return false;
    jobs_.push_back(std::move(job));
    if (!has_free && may_grow) threads_.emplace_back([this] { work(); });
    more_.notify_one();
    return true;
  }

  // What waits is dropped, what has begun goes on.
  void stop() {
    std::lock_guard lock(mutex_);
    ending_ = true;
    jobs_.clear();
    more_.notify_all();
  }

  bool is_busy() const {
    std::lock_guard lock(mutex_);
    return busy_ > 0;
  }

 private:
  void work() {
    give_way(niceness_);
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      more_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
      --idle_;
      if (jobs_.empty()) return;
      const auto job = std::move(jobs_.front());
      jobs_.pop_front();
      ++busy_;
      lock.unlock();
      job();
      lock.lock();
      --busy_;
    }
  }

  const int most_, most_waiting_, niceness_;
  mutable std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  int idle_ = 0, busy_ = 0;
  bool ending_ = false;
};

}  // namespace scree::view
