// What may be changed of a run while it goes on: when it writes and when it ends, never how
// anything moves. Resumed, it keeps what was changed: resolved.toml and the checkpoints have the
// new values.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace scree::run {

// Times in s. Intervals of output: 0 is never.
struct RunSettings {
  double duration = 0, frames = 0, series = 0, checkpoint = 0;
};

struct SettingChange {
  std::string key;  // as in a scene: duration, output.frames, output.series, output.checkpoint
  double value = 0;

  double& in(RunSettings& settings) const;
};

// Where a run is, as far as a change must fit it.
struct ChangeState {
  RunSettings settings;
  double time = 0, dt = 0;
  bool has_stages = false;
};

// `value`: "5 ms", or a number in s. E0693: nothing that can be changed; E0694: not a time that
// fits; E0695: the run's stages say when it ends.
Result<SettingChange> read_change(std::string_view key, const std::string& value,
                                  const ChangeState& now);

// A resolved scene with the value changed.
std::string with_setting(const std::string& resolved, const SettingChange& change);

// "output.frames: 50 ms -> 10 ms".
std::string change_text(const SettingChange& change, RunSettings before);

}  // namespace scree::run
