// Stacks. Recursion over scenes and trees needs more than the 64 kB that some systems allow
// (`ulimit -s 64`); the work then runs in a thread with a stack of its own.
#pragma once

#include <cstddef>
#include <functional>

namespace scree::app {

inline constexpr std::size_t kEnoughStack = std::size_t{1} << 20;

// The soft limit of this process, in bytes.
std::size_t stack_limit();

// The value of OMP_STACKSIZE for threads, or null when what they get by themselves is enough.
const char* wanted_openmp_stack();

// The status of `work`, run here or, where the stack is small, in a thread; 1 and a message (E0984)
// where there is no memory for its stack.
int with_enough_stack(const std::function<int()>& work);

}  // namespace scree::app
