// Runs another program and waits: what it printed, how long it took, how much memory it held.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scree::peers {

struct Finished {
  int status = 0;             // exit status; 128 + signal; 127: could not be started
  bool stopped = false;       // it ran longer than allowed and was ended
  double seconds = 0;         // wall clock, with start-up
  std::size_t max_bytes = 0;  // greatest resident set of the program itself, without children
  std::string output;         // standard output and standard error
};

// `command[0]` is a path or a name in PATH; the program runs in `folder`, its output goes to
// folder/log as well. Threads of OpenMP programs: set OMP_NUM_THREADS in `environment`. After
// `limit` seconds (0: none) it is ended, with all that it has started.
Finished run(const std::vector<std::string>& command, const std::string& folder,
             const std::string& log, const std::vector<std::string>& environment = {},
             double limit = 0);

// Full path of a program in PATH.
std::optional<std::string> find_program(const std::string& name);

// What a program answers in its first line to `command`, for reports.
std::string first_line(const std::vector<std::string>& command, const std::string& containing);

}  // namespace scree::peers
