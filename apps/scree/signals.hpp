// SIGINT, SIGTERM and SIGHUP ask a run to stop after the current step. What follows within a second
// is the same request once more (`timeout` and terminals send two signals); a later one ends the
// program at once.
#pragma once

namespace scree::app {

// Before the first output and the first file, so that no signal meets a half-prepared run.
void watch_signals();
int stop_signal();  // number of the signal that asked to stop, or 0

// A reader that went away is an error of the write, not the end of the program.
void ignore_broken_pipes();

}  // namespace scree::app
