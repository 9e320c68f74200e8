// A scene that is written in the page, checked as one types, and run: `scree view SCENE`.
//
//   GET  /api/bench                the scene, and the scenes that one can begin from
//   GET  /api/starter?name=drum    the text of one of them
//   GET  /api/schema               the JSON schema of scenes
//   POST /api/check  {"text"}      mistakes with their places, warnings, what would run
//   POST /api/start  {"text"}      runs it into a new folder
//   POST /api/resume {}            goes on with the run that was stopped
//
// "starter" beside "text" names the scene that the text began from: runs are named after it, and
// files that it names lie beside it.
//
// Everything else is asked of the run that was started last (served_run.hpp).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "run/folder/json.hpp"
#include "scene/scene.hpp"
#include "view/served_run.hpp"

namespace scree::view {

struct StarterScene {
  std::string name, title, path;
};

struct WorkbenchOptions {
  std::string scene_path;  // where the scene is from: files that it names lie beside it
  std::string text;        // to begin with
  std::vector<StarterScene> starters;
  std::function<int()> stop;  // of the program; anything but 0 ends a run with a checkpoint
};

class Workbench {
 public:
  explicit Workbench(WorkbenchOptions options) : options_(std::move(options)) {}
  ~Workbench();  // end()

  // Stops a run that is going, with its checkpoint, and waits for it; none begins afterwards.
  void end();

  // Any thread.
  HttpAnswer answer(const HttpRequest& request);

 private:
  struct Job;  // a run and the thread that it runs in
  HttpAnswer about();
  HttpAnswer starter(const std::string& name);
  HttpAnswer check(const std::string& text, const std::string& scene_path,
                   const HttpRequest& request);
  HttpAnswer start(const std::string& text, const std::string& scene_path,
                   const HttpRequest& request);
  HttpAnswer make_job(const std::string& text, const std::string& scene_path,
                      std::shared_ptr<Job>& job);
  HttpAnswer resume();
  Result<std::shared_ptr<Job>> resumed_job(const std::string& folder) const;
  // The file that the scene is of; nothing: there is no such starter.
  std::optional<std::string> scene_path_of(const std::string& starter) const;

  const WorkbenchOptions options_;
  std::timed_mutex checking_;
  std::mutex mutex_;
  std::shared_ptr<Job> job_;  // the last one
  std::string folder_;        // of the last run
  bool is_starting_ = false;  // a scene is being made, without the lock
  bool has_ended_ = false;
};

// {"ok", "errors": [{"code", "line", "column", "end_column", "message", "hint"}], "warnings": [],
//  "facts": [[name, text]]}; line 0: no place in the text.
// `is_cancelled`: asked again and again; once it is true, Cancelled is thrown (base/cancel.hpp).
run::Json checked_scene(const std::string& text, const std::string& path,
                        const std::function<bool()>& is_cancelled = {});

}  // namespace scree::view
