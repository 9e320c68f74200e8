// What happened to a run besides its steps: a scene changed by force, a damaged checkpoint passed
// over, a series that was set aside. Each stays with the run, in its checkpoints and its summary,
// whether or not anybody read the warning.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/folder/program_memory.hpp"

namespace scree::run {

struct RunEvent {
  // none: changes nothing of the result. noted: the result is the same, something else is not.
  // doubtful: this is not the run that its scene describes.
  enum class Weight { none, noted, doubtful };

  std::string kind;  // one of the words below
  std::string text;
  std::uint64_t step = 0;  // at which the run was taken up, or was asked

  Weight weight() const;
};

namespace events {
inline constexpr const char *kChanged = "changed",  // duration, output, ...: allowed
    *kRestarted = "restarted",                      // from the start: there was no checkpoint
        *kForced = "forced",                        // --force against a change that matters
            *kCheckpoint = "checkpoint",            // a damaged one was passed over
                *kFiles = "files",                  // something that was written is gone or changed
                    *kAsked = "asked";              // paused, stopped, changed by a live viewer
}  // namespace events

std::vector<std::string> texts(const std::vector<RunEvent>& events);
void save_events(const std::vector<RunEvent>& events, RunMemory& out);
std::vector<RunEvent> restored_events(const RunMemory& from);

}  // namespace scree::run
