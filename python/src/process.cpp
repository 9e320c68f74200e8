#include "process.hpp"

#include <pthread.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace scree::python {
namespace {

std::atomic<int> generation{0};
std::atomic<bool> computed{false}, forked_after{false};

void in_child() {
  ++generation;
  if (computed) forked_after = true;
}

std::atomic<bool> ending{false};
std::atomic<int> away{0};

// A stretch of steps takes about 50 ms; one that takes a minute is not waited for.
void wait_for_all() {
  ending = true;
  const pybind11::gil_scoped_release unlocked;
  const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (away > 0 && std::chrono::steady_clock::now() < latest)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
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

void watch_end() {
  pybind11::module_::import("atexit").attr("register")(pybind11::cpp_function(&wait_for_all));
}
Away::Away() { ++away; }
Away::~Away() { --away; }

void look_at_signals() {
  if (ending) PyErr_SetNone(PyExc_SystemExit);
  if (ending || PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
}

}  // namespace scree::python
