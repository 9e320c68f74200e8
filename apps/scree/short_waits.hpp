// How long a thread that waits for others keeps its core busy.
#pragma once

namespace scree::app {

// Starts the program again with GOMP_SPINCOUNT set, unless the user has chosen how threads wait.
// By itself libgomp lets them spin for milliseconds, of which a step has a fraction: where anything
// else runs on the machine, a spinning thread keeps the one that it waits for from its core (2,000
// grains on two busy cores: 300 times slower). On idle cores short waits cost nothing. Only the
// start of the library reads the variable, before main(), hence the second start: 2 ms. On the same
// way threads get stacks that are large enough (stack.hpp).
void wait_briefly(char** argv);

}  // namespace scree::app
