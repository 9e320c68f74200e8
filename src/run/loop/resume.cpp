#include "run/loop/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/words.hpp"
#include "scene/text/difference.hpp"

namespace scree::run {
namespace {

namespace fs = std::filesystem;

// Values of the scene, and the content of its files as if it were values, too.
Result<SceneValues> values_with_files(const std::string& resolved, const std::string& files,
                                      const std::string& place) {
  auto values = scene_values(resolved, place);
  if (!values) return values;
  std::istringstream lines(files);
  for (std::string key, hash; lines >> key >> hash;)
    values->emplace_back("content of " + key, hash);
  return values;
}

std::string change_text(const SceneChange& c) {
  const auto shown = [](const std::string& v) { return v.empty() ? "(none)" : v; };
  return fmt::format("{}: {} → {}", c.key, shown(c.before), shown(c.after));
}

// What has changed; an error when it matters and the user does not insist.
std::optional<Error> forbidden_change(const std::vector<SceneChange>& changes,
                                      const ResumeOrders& orders, std::vector<RunEvent>& notes) {
  std::string list;
  for (const SceneChange& c : changes) {
    if (!c.harmless) list += "\n  " + change_text(c);
    if (c.harmless || orders.force)
      notes.push_back(
          {c.harmless ? events::kChanged : events::kForced, "changed: " + change_text(c)});
  }
  if (list.empty() || orders.force) return std::nullopt;
  return Error{"E0917", "the scene has changed since the run began" + list, orders.folder,
               "undo the changes, begin a new run with -o, or insist with --force"};
}

// The folder says whose run it is; a checkpoint that says otherwise came from somewhere else.
std::optional<Error> foreign_checkpoint(const RunCheckpoint& checkpoint, const std::string& own,
                                        const ResumeOrders& orders, std::vector<RunEvent>& notes) {
  const auto theirs = scene_values(checkpoint.resolved, "checkpoint");
  const auto ours = scene_values(own, orders.folder + "/resolved.toml");
  if (!theirs) return theirs.error();
  if (!ours) return ours.error();
  std::string list;
  for (const SceneChange& c : scene_changes(*ours, *theirs))
    if (!c.harmless) list += "\n  " + change_text(c);
  if (list.empty()) return std::nullopt;
  const std::string what = "the newest checkpoint is of another scene than resolved.toml";
  if (orders.force) {
    notes.push_back({events::kForced, what});
    return std::nullopt;
  }
  return Error{"E0970", what + list, orders.folder,
               "put the run's own checkpoints back, begin a new run with -o, or insist with "
               "--force"};
}

// What may have been meant instead of a folder that is not there.
std::string nearest_folder(const std::string& wanted) {
  fs::path p = fs::path(wanted).lexically_normal();
  if (!p.has_filename()) p = p.parent_path();
  const fs::path parent = p.has_parent_path() ? p.parent_path() : fs::path(".");
  std::vector<std::string> names;
  std::error_code unknown;
  for (fs::directory_iterator it(parent, unknown), end; !unknown && it != end;
       it.increment(unknown))
    if (fs::exists(it->path() / "scene.toml", unknown))
      names.push_back(it->path().filename().string());
  std::sort(names.begin(), names.end());
  const std::string near = nearest_word(p.filename().string(), names);
  if (!near.empty())
    return fmt::format("did you mean `{}`?",
                       (p.has_parent_path() ? parent / near : fs::path(near)).string());
  if (names.empty()) return "a new run begins with scree run SCENE";
  return fmt::format("runs in {}: {}", parent.string(), list_words(names));
}

// A folder that a killed process has only just made.
bool holds_nothing(const std::string& folder) {
  std::error_code unknown;
  for (fs::directory_iterator it(folder, unknown), end; !unknown && it != end;
       it.increment(unknown))
    if (!it->path().filename().string().starts_with("scene.toml") &&
        !it->path().filename().string().starts_with("resolved.toml.tmp-"))
      return false;
  return !unknown;
}

Result<Scene> wanted_scene(const ResumeOrders& orders, const std::string& own) {
  if (!orders.scene.empty()) return load_scene(orders.scene, orders.sets);
  auto scene = parse_scene(own, orders.folder + "/resolved.toml", orders.sets);
  if (!scene) return scene;
  // scene.toml stays what the user gave.
  if (auto given = read_whole_file(orders.folder + "/scene.toml")) scene->source = *given;
  return scene;
}

}  // namespace

Result<Resumption> prepare_resume(const ResumeOrders& orders) {
  if (!fs::is_directory(orders.folder))
    return Error{"E0920", "there is no such run", orders.folder, nearest_folder(orders.folder)};
  auto directory = RunDirectory::open(orders.folder);
  if (!directory) return directory.errors();
  std::vector<RunEvent> notes;
  auto checkpoint = newest_checkpoint(directory->checkpoints(), notes);
  if (!checkpoint) return checkpoint.errors();

  std::string own;  // what the folder calls its scene
  if (auto text = read_whole_file(directory->file("resolved.toml"))) own = *text;
  const std::string before = *checkpoint ? (*checkpoint)->resolved : own;
  if (own.empty()) own = before;
  if (before.empty() && (orders.scene.empty() || !holds_nothing(orders.folder)))
    return Error{"E0920", "this folder is not a run that can be resumed", orders.folder,
                 "it has no checkpoint and no resolved.toml"};
  if (*checkpoint)
    if (auto error = foreign_checkpoint(**checkpoint, own, orders, notes)) return *error;
  auto scene = wanted_scene(orders, own);
  if (!scene) return scene.errors();
  auto files = file_hashes(scene->resolved);
  if (!files) return files.errors();
  if (!before.empty()) {
    const auto old = values_with_files(before, *checkpoint ? (*checkpoint)->files : *files,
                                       orders.folder + "/resolved.toml");
    const auto now = values_with_files(scene->resolved, *files, orders.scene);
    if (!old) return old.errors();
    if (!now) return now.errors();
    if (auto error = forbidden_change(scene_changes(*old, *now), orders, notes)) return *error;
  }
  if (!*checkpoint)
    notes.push_back(
        {events::kRestarted, orders.folder + " has no checkpoint: the run begins at its start"});
  return Resumption{std::move(*scene), std::move(*directory), std::move(*files),
                    std::move(*checkpoint), std::move(notes)};
}

std::string newest_run(const std::string& name) {
  std::string newest;
  for (int k = 1;; ++k) {
    const std::string folder = fmt::format("runs/{}-{:03}", name, k);
    if (!fs::is_directory(folder)) return newest;
    newest = folder;
  }
}

}  // namespace scree::run
