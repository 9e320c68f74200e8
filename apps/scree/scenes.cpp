#include "scree/scenes.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/installed_files.hpp"
#include "base/words.hpp"
#include "scree/messages.hpp"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

std::vector<SceneFile> scenes_in(const std::vector<fs::path>& folders) {
  std::map<std::string, std::string> found;
  std::error_code none;
  for (const fs::path& folder : folders)
    for (fs::directory_iterator it(folder, none), end; !none && it != end; it.increment(none))
      if (it->path().extension() == ".toml")
        found.emplace(it->path().stem().string(), it->path().string());
  std::vector<SceneFile> files;
  for (const auto& [name, path] : found) files.push_back({name, path});
  return files;
}

}  // namespace

std::vector<SceneFile> installed_scenes() { return scenes_in(beside_program("scenes", "scenes")); }

std::vector<SceneFile> known_scenes() {
  std::vector<fs::path> folders = beside_program("scenes", "scenes");
  folders.insert(folders.begin(), "scenes");
  return scenes_in(folders);
}

Result<std::string> find_scene(const std::string& given) {
  std::error_code none;
  if (fs::exists(given, none)) return given;
  std::vector<std::string> names;
  for (const SceneFile& s : known_scenes()) {
    if (s.name == given) return s.path;
    names.push_back(s.name);
  }
  const std::string nearest = nearest_word(given, names);
  Error e{"E0711", "there is no such scene", given, ""};
  if (!nearest.empty())
    e.hint = "did you mean `" + nearest + "`?";
  else if (!names.empty())
    e.hint = "give the path of a TOML file, or one of " + list_words(names);
  else
    e.hint = "give the path of a TOML file";
  return e;
}

Error sweep_refused(const std::string& path, const Scene& scene) {
  return {"E0730",
          "[sweep] makes this scene a table of " + std::to_string(scene.sweep.runs) + " runs", path,
          "run them all: scree sweep " + shell_word(path) + "; or one of them: --set sweep.run=1"};
}

std::string scene_title(const std::string& path) {
  std::ifstream in(path);
  std::string line, comment;
  for (int k = 0; k < 40 && std::getline(in, line); ++k) {
    if (line.rfind("title", 0) == 0) {
      const std::size_t open = line.find_first_of("\"'"), close = line.find_last_of("\"'");
      if (open != std::string::npos && close > open) return line.substr(open + 1, close - open - 1);
    }
    if (comment.empty() && line.rfind("# ", 0) == 0) comment = line.substr(2);
  }
  return comment;
}

}  // namespace scree::app
