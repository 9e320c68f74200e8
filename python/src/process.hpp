// Forks, and the end of the process.
//
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

// The interpreter ends while a thread steps without its lock: the thread must be back before, or it
// would be ended by force in the middle of C++. A handler of atexit asks for that and waits.
void watch_end();  // once, when the module is loaded
class Away {       // while a thread steps
 public:
  Away();
  ~Away();
  Away(const Away&) = delete;
};
// Between two stretches of steps, with the lock: throws SystemExit where the interpreter ends, and
// what a signal asks for (KeyboardInterrupt).
void look_at_signals();

}  // namespace scree::python
