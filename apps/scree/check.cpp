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
// a single step takes longer. The fastest stretch counts: others were disturbed by the machine.
Measured measured_step(Simulation& sim, double duration) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::uint64_t most = steps_for(duration, sim.dt());
  Measured m;
  double spent = 0;
  std::uint64_t stretch = 1;
  while (spent < 0.4 && m.steps < most && sim.particles().size() > 0) {
    const std::uint64_t n = std::min(stretch, most - m.steps);
    if (sim.run(n)) break;
    m.steps += n;
    const double now = std::chrono::duration<double>(Clock::now() - start).count();
    const double each = (now - spent) / static_cast<double>(n);
    // Short stretches see no renewal of the lists.
    if (m.seconds_a_step == 0 || n < 64 || each < m.seconds_a_step) m.seconds_a_step = each;
    if (now - spent < 0.02) stretch *= 2;
    spent = now;
  }
  return m;
}

// Grains that are poured in come evenly over the run: half of them on average.
double estimated_seconds(const Measured& m, const Simulation& sim, const Scene& scene) {
  const double now = static_cast<double>(sim.particles().size());
  double more = 0;
  for (const Inlet& i : sim.world().inlets) more += static_cast<double>(i.count - i.placed);
  const double steps = static_cast<double>(steps_for(scene.duration, sim.dt()));
  return now > 0 ? m.seconds_a_step * steps * (1 + 0.5 * more / now) : 0;
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
  const double estimate = estimated_seconds(step, *sim, *scene);
  json["estimated_wall_s"] = estimate > 0 ? Json(estimate) : Json(nullptr);
  json["measured_steps"] = step.steps;
  if (a.json) {
    fmt::print("{}\n", json.dump());
    return kSuccess;
  }
  const std::string wait =
      estimate > 0 ? fmt::format(
                         "about {}: an estimate from the first {} steps; more contacts take "
                         "longer",
                         duration_text(estimate), in_thousands(step.steps))
                   : "not known before grains are poured in";
  fmt::print("{}  {:<14}{}\n", table, "wall time", wait);
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
