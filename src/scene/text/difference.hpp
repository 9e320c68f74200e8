// What differs between two resolved scenes: for a run that is resumed.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace scree {

// "wall.box.size" and "[0.02, 0.02, 0.02]", for every value of a scene. Items of lists are named by
// their `name` or counted from 0.
using SceneValues = std::vector<std::pair<std::string, std::string>>;
Result<SceneValues> scene_values(std::string_view resolved, const std::string& name);

struct SceneChange {
  std::string key, before, after;  // empty: not there
  // Decides nothing of the motion: output, duration, title, threads, engine, method of detection,
  // limits of the verdict.
  bool harmless = false;
};
std::vector<SceneChange> scene_changes(const SceneValues& before, const SceneValues& after);

}  // namespace scree
