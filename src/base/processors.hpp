// How many processors this process may use. A machine may have more of them: batch systems and
// `taskset` bind a process to some, containers (Docker, Kubernetes, systemd) grant it a share of
// time.
#pragma once

#include <string>

namespace scree {

// Those that it is bound to, or as many as its quota fills, rounded up; at least 1.
int usable_processors();

// The least quota of the control groups of this process, in processors; infinity where there is
// none. `root` stands before /proc and /sys: tests bring their own.
double processor_quota(const std::string& root = "");

}  // namespace scree
