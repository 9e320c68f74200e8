// A process that was forked has none of the threads of its parent. OpenMP still counts on them, and
// the first parallel loop would wait for ever: what was made before a fork is refused after it.
#pragma once

namespace scree::python {

void watch_forks();  // once, when the module is loaded

// Of a process; grows with each fork on the way to it.
int process_generation();

// Something that computes begins in this process. Throws RuntimeError where the parent has computed
// before it forked.
void begin_computing();

// Throws RuntimeError unless `generation` is that of this process.
void refuse_fork(int generation);

}  // namespace scree::python
