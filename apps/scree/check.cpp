// scree check SCENE: reads and prepares a scene and says what would run, without running it.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "scene/locate.hpp"
#include "scree/commands.hpp"
#include "scree/derived.hpp"
#include "scree/messages.hpp"
#include "scree/scenes.hpp"

namespace scree::app {
namespace {

struct Arguments {
  std::string scene;
  std::vector<std::string> sets;
  int threads = -1;
  bool json = false;
};

struct Measured {
  double seconds_a_step = 0;
  std::uint64_t steps = 0;
};

// Seconds a step takes, from a short try on the scene itself: at most about half a second, unless
// a single step takes longer.
Measured measured_step(Simulation& sim, double duration) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto most = static_cast<std::uint64_t>(duration / sim.dt());
  std::uint64_t steps = 0;
  double seconds = 0;
  while (seconds < 0.3 && steps < most && !sim.run(std::max<std::uint64_t>(1, steps))) {
    steps = sim.steps();
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return {steps > 0 ? seconds / static_cast<double>(steps) : 0, steps};
}

int check(const Arguments& a) {
  const auto path = find_scene(a.scene);
  if (!path) return print_errors(path.errors()), kBadInput;
  auto scene = load_scene(*path, a.sets);
  if (!scene) return print_errors(scene.errors()), kBadInput;
  auto sim = Simulation::create(std::move(scene->world),
                                {.threads = a.threads >= 0 ? a.threads : scene->threads});
  if (!sim) return print_errors(located(*scene, sim.errors())), kBadInput;
  print_warnings(scene->warnings);
  print_warnings(sim->warnings());
  Json json = derived_json(*sim, *scene);
  const std::string table = derived_table(*sim, *scene) + check_table(*sim, *scene);
  const Measured step = measured_step(*sim, scene->duration);
  const double estimate = step.seconds_a_step * scene->duration / sim->dt();
  json["estimated_wall_s"] = estimate;
  json["measured_steps"] = step.steps;
  if (a.json)
    fmt::print("{}\n", json.dump());
  else
    fmt::print(
        "{}  {:<14}about {}: an estimate from the first {} steps; more contacts take longer\n",
        table, "wall time", duration_text(estimate), in_thousands(step.steps));
  return kSuccess;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  auto a = std::make_shared<Arguments>();
  CLI::App* c = app.add_subcommand("check", "say what would run, and what is wrong");
  c->add_option("scene", a->scene, "a TOML file, or the name of a scene")->required();
  c->add_option("--set", a->sets, "KEY=VALUE: replaces a value of the scene")
      ->allow_extra_args(false);
  c->add_option("--threads", a->threads, "threads; 0: all")->check(CLI::Range(0, 4096));
  c->add_flag("--json", a->json, "as one JSON object");
  c->callback([a, &status] { status = check(*a); });
}

}  // namespace scree::app
