// SIGINT, SIGTERM and SIGHUP ask a run to stop after the current step; a second one ends it at
// once.
#pragma once

namespace scree::app {

void watch_signals();
int stop_signal();  // number of the signal that asked to stop, or 0

}  // namespace scree::app
