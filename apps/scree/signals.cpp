#include "scree/signals.hpp"

#include <time.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <limits>

namespace scree::app {
namespace {

// A handler runs in any thread, perhaps in two at once.
std::atomic<int> asked{0};
std::atomic<std::int64_t> asked_at{std::numeric_limits<std::int64_t>::max()};  // milliseconds
static_assert(std::atomic<std::int64_t>::is_always_lock_free);  // all that a handler may use

constexpr std::int64_t kSameRequest = 1000;  // milliseconds

std::int64_t milliseconds_now() {
  timespec t{};
  ::clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1000 + t.tv_nsec / 1000000;
}

void note_stop(int signal) {
  const int error = errno;
  const std::int64_t now = milliseconds_now();
  int none = 0;
  if (asked.compare_exchange_strong(none, signal)) {
    asked_at = now;
  } else if (now > asked_at && now - asked_at > kSameRequest) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // delivered when this handler returns
  }
  errno = error;
}

}  // namespace

void watch_signals() {
  ignore_broken_pipes();
  std::signal(SIGINT, note_stop);
  std::signal(SIGTERM, note_stop);
  // The terminal is gone: the same, unless nohup has said that this is not a reason to stop.
  if (std::signal(SIGHUP, note_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  // A file that grows beyond a limit is an error with a message, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
}

int stop_signal() { return asked; }

void ignore_broken_pipes() { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace scree::app
