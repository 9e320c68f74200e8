#include "view/workbench.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "base/cancel.hpp"
#include "io/atomic_file.hpp"
#include "run/loop/resume.hpp"
#include "run/loop/runner.hpp"
#include "run/loop/thread_count.hpp"
#include "scene/text/locate.hpp"
#include "view/answers.hpp"

namespace scree::view {
namespace {

using run::Json;

struct BenchText {
  std::string text, starter;
};

// {"text": "...", "starter": "drum"}, the second where it began from another scene; nothing: it is
// not that.
std::optional<BenchText> text_in(const std::string& body) {
  const Json j = run::parsed_json(body);
  if (!j.is_object() || !j.contains("text") || !j["text"].is_string()) return {};
  const Json starter = j.value("starter", Json(""));
  if (!starter.is_string()) return {};
  return BenchText{j["text"], starter};
}

}  // namespace

struct Workbench::Job {
  Job(Scene s, Simulation sim, run::RunDirectory directory, run::RunnerOptions options,
      std::function<int()> outer_stop)
      : scene(std::move(s)),
        folder(directory.path()),
        live(scene.duration, outer_stop),
        served(folder, &live),
        runner(std::move(sim), scene, std::move(directory), [&] {
          options.stop = [this, outer_stop] {
            const int asked = outer_stop ? outer_stop() : 0;
            return asked != 0 ? asked : live.stop_request();
          };
          return std::move(options);
        }()) {
    runner.add(live);
    live.steer(runner);
  }
  void begin() {
    thread = std::thread([this] {
      const auto summary = runner.run();
      if (!summary) {
        std::lock_guard lock(mutex);
        trouble = summary.errors();
      }
      live.finish();
      over = true;
    });
  }
  ~Job() { end(); }
  void end() {
    (void)live.ask("stop");
    std::lock_guard lock(joining);
    if (thread.joinable()) thread.join();
  }

  Scene scene;
  std::string folder;
  LiveView live;
  ServedRun served;
  run::Runner runner;
  std::atomic<bool> over{false};
  std::mutex mutex, joining;
  Errors trouble;  // what ended the run without a summary
  std::thread thread;
};

Workbench::~Workbench() { end(); }

void Workbench::end() {
  std::shared_ptr<Job> job;
  {
    std::lock_guard lock(mutex_);
    has_ended_ = true;
    job = job_;
  }
  if (job) job->end();
}

HttpAnswer Workbench::answer(const HttpRequest& request) {
  const std::string& p = request.path;
  if (p == "/api/check" || p == "/api/start") {
    if (request.method != "POST") return wrong_answer("ask with POST", 405);
    const auto given = text_in(request.body);
    if (!given) return wrong_answer("what is the scene? {\"text\": \"...\"}", 400);
    const auto path = scene_path_of(given->starter);
    if (!path) return wrong_answer("there is no such scene", 404);
    return p == "/api/check" ? check(given->text, *path, request)
                             : start(given->text, *path, request);
  }
  if (p == "/api/resume")
    return request.method == "POST" ? resume() : wrong_answer("ask with POST", 405);
  if (p == "/api/bench" && request.method == "GET") return about();
  if (p == "/api/starter" && request.method == "GET") return starter(request.word("name"));
  if (p == "/api/schema" && request.method == "GET")
    return HttpAnswer::of(scene_schema(), "application/json");
  std::shared_ptr<Job> job;
  std::string folder;
  {
    std::lock_guard lock(mutex_);
    job = job_;
    folder = folder_;
  }
  if (job) return job->served.answer(request);
  if (!folder.empty()) return ServedRun(folder).answer(request);
  if (p == "/api/maps") return ServedRun({}).answer(request);
  if (p == "/api/run")
    return json_answer(Json{{"name", std::filesystem::path(options_.scene_path).stem().string()},
                            {"folder", nullptr},
                            {"frames", Json::array()},
                            {"live", nullptr}});
  return wrong_answer("nothing has been run yet", 404);
}

// One at a time: who types on starts the next before the last has ended.
HttpAnswer Workbench::check(const std::string& text, const std::string& scene_path,
                            const HttpRequest& request) {
  const auto is_cancelled = [&] { return request.is_cancelled(); };
  std::unique_lock lock(checking_, std::defer_lock);
  while (!lock.try_lock_for(std::chrono::milliseconds(50)))
    if (is_cancelled()) return wrong_answer("the check was given up", 503);
  try {
    return json_answer(checked_scene(text, scene_path, is_cancelled));
  } catch (const Cancelled&) {
    return wrong_answer("the check was given up", 503);
  }
}

HttpAnswer Workbench::about() {
  Json starters = Json::array();
  for (const StarterScene& s : options_.starters)
    starters.push_back({{"name", s.name}, {"title", s.title}});
  std::lock_guard lock(mutex_);
  Json j{{"name", std::filesystem::path(options_.scene_path).stem().string()},
         {"path", options_.scene_path},
         {"text", options_.text},
         {"starters", starters},
         {"running", job_ != nullptr && !job_->over}};
  if (job_ && job_->over) {
    std::lock_guard inner(job_->mutex);
    if (!job_->trouble.empty()) j["trouble"] = to_string(job_->trouble.front());
  }
  return json_answer(j);
}

// Only names of the list lead to files.
HttpAnswer Workbench::starter(const std::string& name) {
  const auto found = std::find_if(options_.starters.begin(), options_.starters.end(),
                                  [&](const StarterScene& s) { return s.name == name; });
  if (found == options_.starters.end()) return wrong_answer("there is no such scene", 404);
  const auto text = read_whole_file(found->path);
  if (!text) return error_answer(text.errors());
  return HttpAnswer::of(*text, "text/plain; charset=utf-8");
}

std::optional<std::string> Workbench::scene_path_of(const std::string& starter) const {
  if (starter.empty()) return options_.scene_path;
  for (const StarterScene& s : options_.starters)
    if (s.name == starter) return s.path;
  return {};
}

HttpAnswer Workbench::start(const std::string& text, const std::string& scene_path,
                            const HttpRequest& request) {
  {
    std::lock_guard lock(mutex_);
    if (has_ended_) return wrong_answer("the program ends", 503);
    if (is_starting_ || (job_ && !job_->over))
      return wrong_answer("a run is going on: stop it first", 409);
    is_starting_ = true;
  }
  // Without the lock: a large scene takes a while, and others ask for the last run meanwhile.
  std::shared_ptr<Job> job;
  HttpAnswer answer = wrong_answer("the start was given up", 503);
  try {
    const CancelScope scope([&] { return request.is_cancelled(); });
    answer = make_job(text, scene_path, job);
  } catch (const Cancelled&) {
  } catch (const std::exception& e) {
    answer = wrong_answer(e.what(), 500);
  }
  std::lock_guard lock(mutex_);
  is_starting_ = false;
  if (!job) return answer;
  job_ = std::move(job);
  folder_ = job_->folder;
  job_->begin();
  if (has_ended_) (void)job_->live.ask("stop");
  return answer;
}

HttpAnswer Workbench::make_job(const std::string& text, const std::string& scene_path,
                               std::shared_ptr<Job>& job) {
  auto scene = parse_scene(text, scene_path);
  if (!scene) return error_answer(scene.errors(), 400);
  if (scene->sweep.runs > 0 && scene->sweep.chosen == 0)
    return wrong_answer("[sweep] makes this scene a table of runs: scree sweep", 400);
  auto files = run::file_hashes(scene->resolved);
  if (!files) return error_answer(files.errors(), 400);
  RunOptions options;
  options.threads = run::threads_to_take(scene->threads, false, scene->warnings);
  auto sim = Simulation::create(std::move(scene->world), options);
  if (!sim) return error_answer(located(*scene, sim.errors()), 400);
  if (auto few = run::check_steps(scene->duration, sim->dt()); !few)
    return error_answer(located(*scene, few.errors()), 400);
  auto directory = run::RunDirectory::create({}, std::filesystem::path(scene_path).stem().string());
  if (!directory) return error_answer(directory.errors(), 409);
  const std::string folder = directory->path();
  job = std::make_shared<Job>(
      std::move(*scene), std::move(*sim), std::move(*directory),
      run::RunnerOptions{.scene_path = scene_path, .files = std::move(*files)}, options_.stop);
  return json_answer(Json{{"folder", folder}});
}

// The run that was stopped must be gone: it holds its folder.
Result<std::shared_ptr<Workbench::Job>> Workbench::resumed_job(const std::string& folder) const {
  auto r = run::prepare_resume({.folder = folder});
  if (!r) return r.errors();
  World first = r->scene.world;  // what the run once started from
  place_walls(first.walls);
  const RunOptions options{.threads = r->scene.threads};
  auto sim = r->checkpoint
                 ? Simulation::resume(std::move(r->scene.world), r->checkpoint->simulation, options)
                 : Simulation::create(std::move(r->scene.world), options);
  if (!sim) return located(r->scene, sim.errors());
  std::vector<run::RunEvent> happened;
  if (!r->checkpoint)
    if (auto done = r->directory.take_up({}, {}, happened); !done) return done.errors();
  auto job = std::make_shared<Job>(std::move(r->scene), std::move(*sim), std::move(r->directory),
                                   run::RunnerOptions{.files = std::move(r->files)}, options_.stop);
  if (r->checkpoint)
    if (auto done = job->runner.resume(std::move(*r->checkpoint), run::Start(first), happened);
        !done)
      return done.errors();
  job->runner.note(std::move(r->notes));
  job->runner.note(std::move(happened));
  return job;
}

HttpAnswer Workbench::resume() {
  std::lock_guard lock(mutex_);
  if (has_ended_) return wrong_answer("the program ends", 503);
  if (folder_.empty()) return wrong_answer("nothing has been run yet", 409);
  if (is_starting_ || (job_ && !job_->over)) return wrong_answer("the run is going on", 409);
  // Requests about the last run hold it for as long as they take; none begins meanwhile.
  while (job_.use_count() > 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  job_.reset();
  auto job = resumed_job(folder_);
  if (!job) return error_answer(job.errors(), 409);
  job_ = std::move(*job);
  job_->begin();
  return json_answer(Json{{"folder", folder_}});
}

}  // namespace scree::view
