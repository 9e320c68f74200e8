// scree check SCENE: reads and prepares a scene and says what would run, without running it.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "base/words.hpp"
#include "run/folder/json.hpp"
#include "run/folder/quantity_text.hpp"
#include "run/folder/series.hpp"
#include "run/forecast/derived_values.hpp"
#include "run/forecast/estimate.hpp"
#include "run/law_studies/law_conversion.hpp"
#include "run/loop/thread_count.hpp"
#include "run/plots/window_results.hpp"
#include "run/verdict/overlap_forecast.hpp"
#include "run/verdict/plausibility.hpp"
#include "scene/text/locate.hpp"
#include "scree/commands.hpp"
#include "scree/derived_table.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/scenes.hpp"

namespace scree::app {
namespace {

struct CheckArguments {
  std::string scene;
  std::vector<std::string> sets;
  int threads = -1;
  bool json = false, oversubscribe = false;
};

// "40 s to 3 min, likely 80 s", and what that rests on.
std::string wait_text(const WallTimeEstimate& e, int threads) {
  if (!(e.likely > 0)) return "not known: there is nothing to measure";
  const bool busy = e.load + threads > e.processors;
  std::string out = fmt::format(
      "{} to {}, likely {}{}; output not counted", duration_text(e.low), duration_text(e.high),
      duration_text(e.likely),
      busy ? fmt::format(" if the machine were idle ({:.1f} threads of others on {:.0f} "
                         "processors)",
                         e.load, e.processors)
           : "");
  out += fmt::format("\n  {:<14}measured here in each step: {} per grain", "",
                     seconds_text(e.grain_s));
  if (e.balls > 0) out += fmt::format(", {} per contact of balls", seconds_text(e.contact_s));
  if (e.shapes > 0)
    out += fmt::format(", {} per contact of shapes", seconds_text(e.shape_contact_s));
  if (e.whole)
    out += "; these were all its steps";
  else if (e.balls + e.shapes == 0)
    out += "; contacts could not be measured, they take longer";
  return out;
}

// "fill `spout`: 3 000 of 3 000 grains, 0.49 kg, from 0 s to 3 s".
std::string pour_text(const Inlet& inlet, const PourForecast& f, double duration) {
  std::string out = fmt::format("{}: {}", inlet.name, count_text(std::round(f.grains)));
  if (f.asked > 0) out += fmt::format(" of {}", count_text(std::round(f.asked)));
  out += fmt::format(" {}, {}, from {} to {}", inlet.mix.empty() ? "grains" : "clusters",
                     quantity_text(1000 * f.mass, "g"), time_text(f.begins),
                     time_text(std::min(f.ends, duration)));
  return out + ", if there is room at the opening";
}

// What the materials become, a block of rows per pair.
void add_conversions(std::string& table, const std::vector<PairConversion>& pairs) {
  constexpr std::size_t kMost = 6;  // pairs of many materials are for --json
  for (std::size_t k = 0; k < pairs.size() && k < kMost; ++k) {
    const std::vector<std::string> lines = conversion_lines(pairs[k]);
    for (std::size_t l = 0; l < lines.size(); ++l)
      add_row(table, k == 0 && l == 0 ? "laws" : "", lines[l]);
  }
  if (pairs.size() > kMost)
    add_row(table, "", fmt::format("and {} pairs more: --json", pairs.size() - kMost));
}

int check(const CheckArguments& a) {
  const auto path = find_scene(a.scene);
  if (!path) return refused(path.errors());
  auto scene = load_scene(*path, a.sets);
  if (!scene) return refused(scene.errors());
  const int threads = threads_to_take(a.threads >= 0 ? a.threads : scene->threads, a.oversubscribe,
                                      scene->warnings);
  auto sim =
      Simulation::create(std::move(scene->world), {.threads = threads, .engine = scene->engine});
  if (!sim) return refused(located(*scene, sim.errors()));
  if (auto few = check_steps(scene->duration, sim->dt()); !few)
    return refused(located(*scene, few.errors()));
  if (Errors unfit = unfit_results(scene->results, Series(scene->output.measures, *sim).columns());
      !unfit.empty())
    return refused(unfit);
  for (std::string& doubt : doubt_texts(*sim, *scene)) scene->warnings.push_back(std::move(doubt));
  print_notes(scene->notes);
  print_warnings(scene->warnings);
  print_warnings(sim->warnings());
  Json json = derived_json(*sim, *scene);
  json["warnings"] = scene->warnings;
  json["notes"] = scene->notes;
  std::string table = derived_table(*sim, *scene) + check_table(*sim, *scene);
  for (const VariableValue& v : scene->variables) {
    json["variables"][v.name] = {{"text", v.text}, {"value", v.value}, {"unit", v.unit}};
    add_row(
        table, &v == &scene->variables.front() ? "variables" : "",
        fmt::format("{} = {}{}{}{}", v.name, looks_like_expression(v.text) ? v.text + " = " : "",
                    number_text(v.value), v.unit.empty() ? "" : " ", v.unit));
  }
  for (const Inlet& i : sim->world().inlets) {
    const PourForecast f = forecast_pour(i, sim->world(), scene->duration);
    add_row(table, "poured", pour_text(i, f, scene->duration));
    json["poured"].push_back({{"inlet", i.name},
                              {"grains", std::round(f.grains)},
                              {"asked", f.asked},
                              {"mass", f.mass},
                              {"begins", f.begins},
                              {"ends", f.ends}});
  }
  const OverlapForecast overlap = forecast_overlap(*sim, *scene);
  json["overlap_forecast"] = forecast_json(overlap, overlap_limit(*scene));
  add_row(table, "overlap", forecast_text(overlap, overlap_limit(*scene)));
  const auto conversions = law_conversions(*sim, *scene);
  json["laws"] = conversions_json(conversions);
  const std::vector<std::string> pairs = pair_table(conversions);
  for (std::size_t k = 0; k < pairs.size() && k < 30; ++k)
    add_row(table, k == 0 ? "pairs" : "", pairs[k]);
  add_conversions(table, conversions);
  const WallTimeEstimate e = estimate_wall_time(*sim, *scene);
  json["estimated_wall_s"] = e.likely > 0 ? Json(e.likely) : Json(nullptr);
  json["estimate"] = {{"low_s", e.low},
                      {"high_s", e.high},
                      {"grain_step_s", e.grain_s},
                      {"contact_step_s", e.contact_s},
                      {"shape_contact_step_s", e.shape_contact_s},
                      {"measured_steps", e.steps},
                      {"sample_balls", e.balls},
                      {"sample_shapes", e.shapes},
                      {"load", e.load},
                      {"processors", e.processors},
                      {"grain_steps", run_work(*sim, scene->duration)}};
  if (a.json) {
    print_out("{}\n", json_text(json));
    return kSuccess;
  }
  print_out("{}  {:<14}{}\n", table, "wall time", wait_text(e, sim->threads()));
  return kSuccess;
}

}  // namespace

void add_check(CommandLine& line) {
  auto a = std::make_shared<CheckArguments>();
  Command c = line.command("check", "say what would run, and what is wrong");
  c.value("scene", a->scene, "a TOML file, or the name of a scene").required();
  c.value("--set", a->sets, "KEY=VALUE: replaces a value of the scene").one_value_a_time();
  c.value("--threads", a->threads, "threads; 0: all").between(0, 4096);
  add_oversubscribe(c, a->oversubscribe);
  c.flag("--json", a->json, "as one JSON object");
  c.action([a] { return check(*a); });
}

}  // namespace scree::app
