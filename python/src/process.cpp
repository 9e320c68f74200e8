#include "process.hpp"

#include <pthread.h>
#include <pybind11/pybind11.h>

#include <atomic>

namespace scree::python {
namespace {

std::atomic<int> generation{0};
std::atomic<bool> computed{false}, forked_after{false};

void in_child() {
  ++generation;
  if (computed) forked_after = true;
}

constexpr const char* kWhy =
    "this process was forked from one in which Scree had computed; its threads did not come along, "
    "and a simulation would wait for them for ever. Start workers afresh: "
    "multiprocessing.get_context('spawn'), or threads, which need no copy of anything";

}  // namespace

void watch_forks() {
  static const int once = pthread_atfork(nullptr, nullptr, &in_child);
  (void)once;
}

int process_generation() { return generation; }

void begin_computing() {
  if (forked_after) throw std::runtime_error(kWhy);
  computed = true;
}

void refuse_fork(int made_in) {
  if (made_in != generation) throw std::runtime_error(kWhy);
}

}  // namespace scree::python
