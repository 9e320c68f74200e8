// How many threads this process may really have. The OpenMP library ends the program when it cannot
// start a thread: limits of users (ulimit -u, -v) and of containers (pids) are found out before.
#pragma once

#include <cstddef>

namespace scree {

// The size of stacks that the user has chosen for OpenMP (OMP_STACKSIZE), in bytes; 0: none.
std::size_t openmp_stack_size();

// `wanted` when as many can be started, else half of what could, to leave room for the memory of
// the work and for other processes under the same limit. Starts the threads to see; once known to
// be possible, a number is not tried again.
int available_threads(int wanted);

// The size of the OpenMP teams that the calling thread starts, until this object ends: then what
// the program had chosen holds again. OpenMP keeps it for each thread; others never see it.
class TeamSize {
 public:
  explicit TeamSize(int threads);
  ~TeamSize();
  TeamSize(const TeamSize&) = delete;
  TeamSize& operator=(const TeamSize&) = delete;

 private:
  int before_;
};

}  // namespace scree
