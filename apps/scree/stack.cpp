#include "scree/stack.hpp"

#include <pthread.h>
#include <sys/resource.h>

#include <limits>

#include "base/threads.hpp"
#include "scree/commands.hpp"
#include "scree/messages.hpp"

namespace scree::app {
namespace {

struct Work {
  const std::function<int()>& run;
  int status = kFailed;
};

void* do_work(void* given) {
  auto* work = static_cast<Work*>(given);
  work->status = work->run();
  return nullptr;
}

bool runs_in_thread(Work& work) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread{};
  const bool started = pthread_attr_setstacksize(&attributes, 8 * kEnoughStack) == 0 &&
                       pthread_create(&thread, &attributes, do_work, &work) == 0;
  pthread_attr_destroy(&attributes);
  if (started) pthread_join(thread, nullptr);
  return started;
}

}  // namespace

std::size_t stack_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<std::size_t>::max();
  return limit.rlim_cur;
}

const char* wanted_openmp_stack() {
  const std::size_t chosen = openmp_stack_size();
  const std::size_t given = chosen > 0 ? chosen : stack_limit();
  return given < kEnoughStack ? "1M" : nullptr;
}

int with_enough_stack(const std::function<int()>& work) {
  if (stack_limit() >= kEnoughStack) return work();
  Work given{work};
  if (runs_in_thread(given)) return given.status;
  print_errors({Error{"E0984", "the stack is too small, and there is no memory for another",
                      "scree", "ulimit -s 8192"}});
  return kFailed;
}

}  // namespace scree::app
