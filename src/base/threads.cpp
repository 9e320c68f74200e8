#include "base/threads.hpp"

#include <omp.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <vector>

namespace scree {
namespace {

void* wait_for_release(void* gate) {
  auto* mutex = static_cast<pthread_mutex_t*>(gate);
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return nullptr;
}

// All at once: threads that have ended do not count against the limit.
int started_beside_this_one(int most) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return 0;
  if (const std::size_t stack = openmp_stack_size(); stack > 0)
    pthread_attr_setstacksize(&attributes,
                              stack);  // one that is too small is refused by OpenMP as well
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&gate);
  std::vector<pthread_t> threads;
  threads.reserve(static_cast<std::size_t>(std::max(most, 0)));
  for (int k = 0; k < most; ++k) {
    pthread_t thread{};
    if (pthread_create(&thread, &attributes, wait_for_release, &gate) != 0) break;
    threads.push_back(thread);
  }
  pthread_mutex_unlock(&gate);
  for (const pthread_t& thread : threads) pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return static_cast<int>(threads.size());
}

}  // namespace

// A number of kilobytes unless a letter follows.
std::size_t openmp_stack_size() {
  const char* text = std::getenv("OMP_STACKSIZE");
  if (text == nullptr) return 0;
  char* end = nullptr;
  const double number = std::strtod(text, &end);
  while (*end == ' ') ++end;
  const double unit = *end == 'B' || *end == 'b'   ? 1
                      : *end == 'M' || *end == 'm' ? 1 << 20
                      : *end == 'G' || *end == 'g' ? 1 << 30
                                                   : 1 << 10;
  return number > 0 && number * unit < 1e12 ? static_cast<std::size_t>(number * unit) : 0;
}

int available_threads(int wanted) {
  static std::atomic<int> known{1};
  if (wanted <= known) return std::max(wanted, 1);
  const int possible = 1 + started_beside_this_one(wanted - 1);
  const int taken = possible < wanted ? std::max(1, possible / 2) : wanted;
  known = taken;
  return taken;
}

TeamSize::TeamSize(int threads) : before_(omp_get_max_threads()) { omp_set_num_threads(threads); }
TeamSize::~TeamSize() { omp_set_num_threads(before_); }

}  // namespace scree
