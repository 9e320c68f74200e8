#include "scree/signals.hpp"

#include <csignal>

namespace scree::app {
namespace {

volatile std::sig_atomic_t asked = 0;

void note(int signal) {
  asked = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void watch_signals() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  // The terminal is gone: the same, unless nohup has said that this is no reason to stop.
  if (std::signal(SIGHUP, note) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  // A file that grows beyond a limit is an error with a message, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
}

int stop_signal() { return asked; }

}  // namespace scree::app
