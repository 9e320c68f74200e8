// scree run SCENE: runs a scene into a new run directory.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "scene/locate.hpp"
#include "scree/commands.hpp"
#include "scree/derived.hpp"
#include "scree/messages.hpp"
#include "scree/runner.hpp"
#include "scree/scenes.hpp"
#include "scree/signals.hpp"

namespace scree::app {
namespace {

struct Arguments {
  std::string scene, out, color;
  std::vector<std::string> sets;
  int threads = -1;
  std::string progress = "auto";
  bool quiet = false, json = false;
};

int bad(const Errors& errors) {
  print_errors(errors);
  return kBadInput;
}

int run(const Arguments& a) {
  const auto path = find_scene(a.scene);
  if (!path) return bad(path.errors());
  auto scene = load_scene(*path, a.sets);
  if (!scene) return bad(scene.errors());
  if (scene->sweep.runs > 0 && scene->sweep.chosen == 0) return bad({sweep_refused(*path, *scene)});
  RunOptions options;
  options.threads = a.threads >= 0 ? a.threads : scene->threads;
  auto sim = Simulation::create(std::move(scene->world), options);
  if (!sim) return bad(located(*scene, sim.errors()));

  auto directory = RunDirectory::create(a.out, std::filesystem::path(*path).stem().string());
  if (!directory) return bad(directory.errors());
  const Progress::Form form = Progress::form_for(a.quiet, a.progress);
  announce(form, *sim, *scene);
  watch_signals();
  Runner runner(std::move(*sim), *scene, std::move(*directory), form, *path, a.color);
  const Result<Json> summary = runner.run();
  if (!summary) {
    print_errors(summary.errors());
    return kFailed;
  }
  if (a.json)
    fmt::print("{}\n", summary->dump());
  else
    fmt::print("{}{}", a.quiet ? "" : "\n", summary_table(*summary));
  return runner.exit_status();
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  auto a = std::make_shared<Arguments>();
  CLI::App* c = app.add_subcommand("run", "run a scene into a new folder");
  c->add_option("scene", a->scene, "a TOML file, or the name of a scene (scree list scenes)")
      ->required();
  c->add_option("-o,--out", a->out, "folder of the run; must not exist (default runs/NAME-NNN)");
  c->add_option("--threads", a->threads, "threads; 0: all (default: as the scene says)")
      ->check(CLI::Range(0, 4096));
  c->add_option("--set", a->sets, "KEY=VALUE: replaces a value of the scene, e.g. duration='2 s'")
      ->allow_extra_args(false);
  c->add_option("--color", a->color, "what colours the picture: speed, radius, height, id, ...");
  c->add_option("--progress", a->progress, "auto, none, live, plain or json (one object a line)")
      ->check(CLI::IsMember({"auto", "none", "live", "plain", "json"}));
  c->add_flag("--quiet", a->quiet, "nothing on standard error but mistakes");
  c->add_flag("--json", a->json, "the summary as one JSON object on standard output");
  c->callback([a, &status] { status = run(*a); });
}

}  // namespace scree::app
