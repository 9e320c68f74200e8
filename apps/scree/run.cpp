// scree run SCENE: runs a scene into a new run directory, or goes on with one (--resume).
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "base/safe_text.hpp"
#include "io/render/color.hpp"
#include "run/folder/run_status.hpp"
#include "run/folder/series.hpp"
#include "run/forecast/quick.hpp"
#include "run/loop/resume.hpp"
#include "run/loop/runner.hpp"
#include "run/loop/snapshot.hpp"
#include "run/loop/thread_count.hpp"
#include "run/plots/window_results.hpp"
#include "run/verdict/plausibility.hpp"
#include "scene/text/locate.hpp"
#include "scree/commands.hpp"
#include "scree/derived_table.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/progress.hpp"
#include "scree/scenes.hpp"
#include "scree/signals.hpp"
#include "scree/summary_table.hpp"
#include "scree/view_server.hpp"
#include "sim/engines/engine_catalog.hpp"
#include "view/live.hpp"
#include "view/served_run.hpp"

namespace scree::app {
namespace {

struct RunArguments {
  std::string scene, out, color, resume_folder, instruction_set = "auto", engine;
  std::vector<std::string> sets;
  int threads = -1;
  std::string progress = "auto";
  bool quiet = false, json = false, resume = false, force = false, strict = false, live = false,
       quick = false, oversubscribe = false;
  ViewPlace place;       // of --live
  double live_stay = 0;  // s; only where it was given
  bool has_live_stay = false;
};

// What is to be run and where.
struct Plan {
  Scene scene;
  std::string scene_path, files;
  std::optional<RunDirectory> directory;  // none: a new one is made
  std::optional<RunCheckpoint> checkpoint;
  std::vector<RunEvent> notes;
};

// The scene with the overrides that make it short.
Result<Scene> quick_scene(const RunArguments& a, const std::string& path, const Scene& whole) {
  const auto sim = Simulation::create(whole.world, {.threads = 1});
  if (!sim) return located(whole, sim.errors());
  const std::vector<std::string> cuts = quick_overrides(*sim, whole);
  std::vector<std::string> sets = a.sets;
  sets.insert(sets.end(), cuts.begin(), cuts.end());
  std::string text;
  for (const std::string& c : cuts) text += " --set " + shell_word(c);
  if (!a.quiet)
    print_note("note: quick: {}\n", text.empty() ? "the scene is short as it is"
                                                 : "a first look, the same as with" + text);
  return load_scene(path, sets);
}

Result<Plan> plan_new(const RunArguments& a, const std::string& path) {
  auto scene = load_scene(path, a.sets);
  if (scene && a.quick && scene->sweep.runs == 0) scene = quick_scene(a, path, *scene);
  if (!scene) return scene.errors();
  if (scene->sweep.runs > 0 && scene->sweep.chosen == 0) return sweep_refused(path, *scene);
  auto files = file_hashes(scene->resolved);
  if (!files) return files.errors();
  return Plan{.scene = std::move(*scene), .scene_path = path, .files = std::move(*files)};
}

Result<Plan> plan_resume(const RunArguments& a, const std::string& path,
                         const std::string& folder) {
  auto r = prepare_resume({path, folder, a.sets, a.force});
  if (!r) return r.errors();
  return Plan{std::move(r->scene),      path,
              std::move(r->files),      std::move(r->directory),
              std::move(r->checkpoint), std::move(r->notes)};
}

Result<Plan> plan(RunArguments& a) {
  // `--resume NAME -o DIR`: the word after --resume was the scene.
  if (a.resume && a.scene.empty() && !a.out.empty()) std::swap(a.scene, a.resume_folder);
  std::string path;
  if (!a.scene.empty()) {
    const auto found = find_scene(a.scene);
    if (!found) return found.errors();
    path = *found;
  }
  if (a.quick && a.resume)
    return Error{"E0920", "a quick run is not resumed", "--quick",
                 "leave out --quick, or begin a new run"};
  if (!a.resume) return plan_new(a, path);
  std::string folder = a.resume_folder.empty() ? a.out : a.resume_folder;
  if (folder.empty() && !path.empty())
    folder = newest_run(std::filesystem::path(path).stem().string());
  if (folder.empty() && path.empty())
    return Error{"E0920", "which run is to be resumed?", "--resume",
                 "scree run --resume FOLDER, or scree run SCENE --resume"};
  // One command for the first time and for all others.
  if (!path.empty() && (folder.empty() || !std::filesystem::exists(folder))) {
    if (!a.quiet)
      print_note("{}: a new run begins\n", folder.empty()
                                               ? "there is no run of this scene yet"
                                               : "there is no run in " + safe_text(folder));
    a.out = folder;
    return plan_new(a, path);
  }
  return plan_resume(a, path, folder);
}

int report(const RunArguments& a, const Verdict& verdict, const Result<std::string>& text,
           const std::string& folder) {
  if (!text) {
    print_errors(text.errors());
    return kFailed;
  }
  const Json summary = parsed_json(*text);
  const bool good = verdict.word == "ok" || verdict.word == "doubtful";
  if (a.json)
    print_out("{}\n", json_text(summary));
  else
    print_out("{}{}", a.quiet ? "" : "\n", summary_table(summary));
  if (!a.quiet && verdict.word == "stopped")
    print_note("stopped; go on with: scree run --resume {}\n", shell_word(folder));
  if (a.strict && is_doubtful(summary)) return kDoubtful;
  return good ? kSuccess : kFailed;
}

// Told before the run, not after it.
Result<Done> check_color(const std::string& color) {
  Frame frame;
  frame.fields.push_back({std::string(kStartHeight), "m", {}});
  if (color.empty()) return Done{};
  const auto coloring = render::coloring(frame, color);
  if (coloring) return Done{};
  Error e = coloring.error();
  e.location = "--color";
  return e;
}

Result<Done> check_engine(const std::string& name) {
  if (name.empty() || find_engine(name) != nullptr) return Done{};
  Error e = unknown_engine(name);
  e.location = "--engine";
  return e;
}

int run(RunArguments& a) {
  ignore_broken_pipes();
  if (auto known = check_instruction_set(a.instruction_set); !known) return refused(known.errors());
  if (auto known = check_engine(a.engine); !known) return refused(known.errors());
  if (auto known = check_color(a.color); !known) return refused(known.errors());
  auto p = plan(a);
  if (!p) return refused(p.errors());
  RunOptions options;
  options.threads = threads_to_take(a.threads >= 0 ? a.threads : p->scene.threads, a.oversubscribe,
                                    p->scene.warnings);
  options.instruction_set = a.instruction_set;
  options.engine = a.engine.empty() ? p->scene.engine : a.engine;
  World first;  // what a resumed run once started from
  if (p->checkpoint) first = p->scene.world, place_walls(first.walls);
  auto sim = p->checkpoint
                 ? Simulation::resume(std::move(p->scene.world), p->checkpoint->simulation, options)
                 : Simulation::create(std::move(p->scene.world), options);
  if (!sim) return refused(located(p->scene, sim.errors()));
  if (auto few = check_steps(p->scene.duration, sim->dt()); !few)
    return refused(located(p->scene, few.errors()));
  if (Errors unfit =
          unfit_results(p->scene.results, Series(p->scene.output.measures, *sim).columns());
      !unfit.empty())
    return refused(unfit);
  if (!p->checkpoint)
    for (std::string& doubt : doubt_texts(*sim, p->scene))
      p->scene.warnings.push_back(std::move(doubt));
  watch_signals();
  std::optional<ReadyView> ready;  // before there is a folder that a taken port would leave empty
  if (a.live) {
    auto opened = ready_view(a.place);
    if (!opened) return refused(opened.errors());
    ready.emplace(std::move(*opened));
  }
  const bool again = p->directory.has_value();
  if (!again) {
    auto made = RunDirectory::create(a.out, std::filesystem::path(p->scene_path).stem().string());
    if (!made) return refused(made.errors());
    p->directory = std::move(*made);
  }
  const std::string folder = p->directory->path();
  const Progress::Form form = Progress::form_for(a.quiet, a.progress);
  if (!a.quiet) print_warnings(texts(p->notes));
  if (p->checkpoint && form != Progress::Form::none && form != Progress::Form::json)
    print_note("going on with {} at {} of {}, step {}\n", safe_text(folder), time_text(sim->time()),
               time_text(p->scene.duration), in_thousands(sim->steps()));
  if (p->checkpoint)
    announce_again(form, *sim, p->scene);
  else
    announce(form, *sim, p->scene);
  std::vector<RunEvent> happened;
  if (again && !p->checkpoint)
    if (auto done = p->directory->take_up({}, {}, happened); !done) return refused(done.errors());
  Progress progress(form, steps_of(*sim, p->scene.duration), p->scene.duration);
  view::LiveView live(p->scene.duration, stop_signal);
  view::ServedRun served(folder, &live);
  const auto stop = [&live] { return stop_signal() != 0 ? stop_signal() : live.stop_request(); };
  Runner runner(std::move(*sim), p->scene, std::move(*p->directory),
                {.scene_path = p->scene_path, .files = p->files, .color = a.color, .stop = stop});
  runner.add(progress);
  std::unique_ptr<view::HttpServer> server;
  if (ready) {
    server = serve_view(
        std::move(*ready), [&](const view::HttpRequest& r) { return served.answer(r); }, a.place,
        true);
    print_note("watch it: {}\n", server->url());
    for (const std::string& url : other_urls(*server, a.place)) print_note("or {}\n", url);
    runner.add(live);
    live.on_hold([&progress](bool holds, double time) { progress.held(holds, time); });
    live.steer(runner);
  }
  if (p->checkpoint)
    if (auto done = runner.resume(std::move(*p->checkpoint), Start(first), happened); !done)
      return refused(done.errors());
  if (!a.quiet) print_warnings(texts(happened));
  runner.note(std::move(p->notes));
  runner.note(std::move(happened));
  const auto summary = runner.run();
  live.finish();
  const int status = report(a, runner.verdict(), summary, folder);
  if (server) {
    if (auto done = finish_output(); !done) return refused(done.errors());
    stay_after_run(*server, a.has_live_stay ? std::optional(a.live_stay) : std::nullopt, a.quiet);
  }
  return status;
}

}  // namespace

void add_run(CommandLine& line) {
  auto a = std::make_shared<RunArguments>();
  a->place.port_option = "--live", a->place.address_option = "--live-address";
  Command c = line.command("run", "run a scene into a new folder, or resume a run");
  const Word scene =
      c.value("scene", a->scene, "a TOML file, or the name of a scene (scree list scenes)");
  c.value("-o,--out", a->out, "folder of the run; must not exist (default runs/NAME-NNN)");
  c.value("--threads", a->threads, "threads; 0: all (default: as the scene says)").between(0, 4096);
  add_oversubscribe(c, a->oversubscribe);
  c.value("--engine", a->engine,
          "who does the arithmetic of a step (scree list engines; default: as the scene says)");
  add_instruction_set(c, a->instruction_set);
  c.value("--set", a->sets, "KEY=VALUE: replaces a value of the scene, e.g. duration='2 s'")
      .one_value_a_time();
  c.value("--color", a->color, "what colours the picture: speed, radius, height, id, ...");
  c.value("--progress", a->progress, "auto, none, live, plain or json (one object a line)")
      .one_of({"auto", "none", "live", "plain", "json"});
  const Word resume = c.value("--resume", a->resume_folder,
                              "go on with the run in this folder (default: that of -o, or the "
                              "newest of the scene)")
                          .value_optional();
  c.flag("--quick", a->quick,
         "a first look: only as much of the scene as takes some seconds; says what it cut");
  c.flag("--force", a->force, "resume even with a changed scene");
  const Word live = c.value("--live", a->place.port,
                            "show the run in a browser, on this port (default: any that is free)")
                        .value_optional()
                        .between(0, 65535);
  c.value("--live-address", a->place.address,
          "address for --live (default 127.0.0.1: only this machine)");
  c.value("--live-name", a->place.names,
          "a name by which others reach this machine, as NAME or NAME:PORT")
      .one_value_a_time();
  c.value("--live-page", a->place.page,
          "folder of the built page for --live (default: that of this program)");
  const Word stay = c.value("--live-stay", a->live_stay,
                            "seconds that the page of --live stays after the run and after its "
                            "last request (default: until Ctrl-C on a terminal, else while a "
                            "browser shows it)")
                        .between(0.0, 1e9);
  c.flag("--strict", a->strict, "exit status 3 when the verdict is doubtful");
  c.flag("--quiet", a->quiet, "nothing on standard error but mistakes");
  c.flag("--json", a->json, "the summary as one JSON object on standard output");
  c.action([a, scene, resume, live, stay] {
    a->resume = resume.given();
    a->live = live.given();
    a->has_live_stay = stay.given();
    if (!a->resume && !scene.given()) missing_word("scene");
    return run(*a);
  });
}

}  // namespace scree::app
