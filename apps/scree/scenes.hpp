// Scenes by name: "hourglass" means scenes/hourglass.toml of the working folder, of the source tree
// or of the installation.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "scene/scene.hpp"

namespace scree::app {

struct SceneFile {
  std::string name;  // without folder and extension
  std::string path;
};

// All that can be addressed by name, sorted; the first folder that has a name wins.
std::vector<SceneFile> known_scenes();

// The same without the working folder: what comes with Scree.
std::vector<SceneFile> installed_scenes();

// A path that exists, or a name. E0711: neither; the nearest name is suggested.
Result<std::string> find_scene(const std::string& path_or_name);

// E0730, for commands that make one run of a scene with [sweep].
Error sweep_refused(const std::string& path, const Scene& scene);

// First line of the file that says what it is: its title, else its first comment.
std::string scene_title(const std::string& path);

}  // namespace scree::app
