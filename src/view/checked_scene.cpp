#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/cancel.hpp"
#include "run/folder/quantity_text.hpp"
#include "run/forecast/derived_values.hpp"
#include "run/loop/loop.hpp"
#include "run/verdict/overlap_forecast.hpp"
#include "run/verdict/plausibility.hpp"
#include "scene/text/locate.hpp"
#include "view/workbench.hpp"

namespace scree::view {
namespace {

using run::Json;

// The numbers at the end of "file:line:column".
std::pair<int, int> place_in(const std::string& location) {
  int numbers[2] = {0, 0};
  std::size_t end = location.size();
  for (int k = 1; k >= 0; --k) {
    const std::size_t colon = location.rfind(':', end == 0 ? 0 : end - 1);
    if (colon == std::string::npos) return {0, 0};
    const char* last = location.data() + end;
    const auto [stop, wrong] = std::from_chars(location.data() + colon + 1, last, numbers[k]);
    if (wrong != std::errc{} || stop != last) return {0, 0};
    end = colon;
  }
  return {numbers[0], numbers[1]};
}

// A place in another file (a CSV table) is told with the message: the editor shows the scene.
Json error_json(const Error& e, const std::string& path) {
  const bool of_scene = e.location.starts_with(path + ":");
  const auto [line, column] = of_scene ? place_in(e.location) : std::pair(0, 0);
  // Below the first line stand the offending line and its carets, which the editor shows itself.
  const std::string first = e.message.substr(0, e.message.find('\n'));
  const auto carets = std::count(e.message.begin(), e.message.end(), '^');
  return {{"code", e.code},
          {"line", line},
          {"column", column},
          {"end_column", column + std::max<long>(carets, 1)},
          {"message", line > 0 ? first : (e.location.empty() ? first : e.location + ": " + first)},
          {"hint", e.hint}};
}

Json answer_of(const Errors& errors, const std::vector<std::string>& warnings,
               const std::string& path) {
  Json list = Json::array();
  for (const Error& e : errors) list.push_back(error_json(e, path));
  return {
      {"ok", errors.empty()}, {"errors", list}, {"warnings", warnings}, {"facts", Json::array()}};
}

}  // namespace

Json checked_scene(const std::string& text, const std::string& path,
                   const std::function<bool()>& is_cancelled) {
  const CancelScope scope(is_cancelled);
  auto scene = parse_scene(text, path);
  if (!scene) return answer_of(scene.errors(), {}, path);
  if (scene->sweep.runs > 0 && scene->sweep.chosen == 0)
    return answer_of({Error{"E0730", "[sweep] makes this scene a table of runs", "",
                            "run it with `scree sweep`, or choose one: run = 1 in [sweep]"}},
                     scene->warnings, path);
  cancel_point();
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  if (!sim) return answer_of(located(*scene, sim.errors()), scene->warnings, path);
  if (auto few = run::check_steps(scene->duration, sim->dt()); !few)
    return answer_of(located(*scene, few.errors()), scene->warnings, path);
  cancel_point();
  std::vector<std::string> warnings = scene->warnings;
  for (std::string& doubt : run::doubt_texts(*sim, *scene)) warnings.push_back(std::move(doubt));
  for (const std::string& w : sim->warnings()) warnings.push_back(w);
  cancel_point();
  Json j = answer_of({}, warnings, path);
  const run::Sizes sizes = run::sizes_of(sim->particles(), sim->world().bodies);
  const auto add = [&](const char* name, const std::string& value) {
    j["facts"].push_back({name, value});
  };
  add("grains now", run::in_thousands(sim->particles().size()));
  if (sim->particles().size() > 0)
    add("diameters", sizes.smallest == sizes.largest
                         ? run::quantity_text(sizes.smallest, "m")
                         : run::quantity_text(sizes.smallest, "m") + " to " +
                               run::quantity_text(sizes.largest, "m"));
  add("time step", run::seconds_text(sim->dt()));
  add("steps",
      fmt::format("{} for {}", run::in_thousands(run::steps_for(scene->duration, sim->dt())),
                  run::seconds_text(scene->duration)));
  const run::OverlapForecast overlap = run::forecast_overlap(*sim, *scene);
  add("overlap", run::forecast_text(overlap, run::overlap_limit(*scene)));
  return j;
}

}  // namespace scree::view
