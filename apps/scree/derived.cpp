#include "scree/derived.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/safe_text.hpp"
#include "scree/estimate.hpp"
#include "scree/json.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"
#include "scree/series.hpp"

namespace scree::app {
namespace {

struct Sizes {
  double smallest = 0, largest = 0, mass = 0;
};

Sizes sizes_of(const Particles& p) {
  Sizes s{1e300, 0, 0};
  for (std::size_t k = 0; k < p.size(); ++k) {
    s.smallest = std::min(s.smallest, 2 * p.xr[k].r);
    s.largest = std::max(s.largest, 2 * p.xr[k].r);
    s.mass += p.mass(k);
  }
  if (p.empty()) s.smallest = 0;
  return s;
}

std::string grains_text(const Simulation& sim) {
  const Particles& p = sim.particles();
  const Sizes s = sizes_of(p);
  std::string text = in_thousands(p.size());
  if (!p.empty())
    text += s.smallest == s.largest
                ? fmt::format(" of diameter {}", quantity_text(s.smallest, "m"))
                : fmt::format(" of diameter {} to {}", quantity_text(s.smallest, "m"),
                              quantity_text(s.largest, "m"));
  if (s.mass > 0) text += fmt::format(", {:.4g} kg", s.mass);
  for (const Inlet& i : sim.world().inlets)
    text +=
        fmt::format("; inlet{}{}", i.name.empty() ? "" : " '" + i.name + "'",
                    i.count > 0 ? fmt::format(" adds {}", in_thousands(i.count)) : " adds more");
  return text;
}

std::string step_text(const Simulation& sim) {
  const TimeStepReport& t = sim.time_step();
  std::string text = time_text(sim.dt());
  if (t.contact_time > 0)
    text += fmt::format(", {:.0f} steps in the shortest contact of {}", t.contact_time / sim.dt(),
                        seconds_text(t.contact_time));
  const std::string& by = t.derived ? t.derived_by : t.limited_by;
  if (!by.empty()) text += fmt::format(" ({})", by);
  if (t.stable > 0) text += fmt::format("; stable up to {}", seconds_text(t.stable));
  if (t.rayleigh > 0) text += fmt::format("; Rayleigh time {}", seconds_text(t.rayleigh));
  return text;
}

}  // namespace

std::uint64_t steps_for(double duration, double dt) {
  // Rounding must not add a step of nothing at the end.
  const double steps = duration > 0 ? std::ceil(duration / dt * (1 - 1e-12)) : 0;
  return static_cast<std::uint64_t>(std::min(steps, 2 * kMostSteps));
}

Result<Done> check_steps(double duration, double dt) {
  if (!(duration / dt > kMostSteps)) return Done{};
  return Error{"E0770",
               fmt::format("{:.3g} s in steps of {:.3g} s are {:.3g} steps, more than {:.0g}",
                           duration, dt, duration / dt, kMostSteps),
               "duration",
               fmt::format("at a million steps a second that takes {:.2g} years: are the units of "
                           "`duration` and `dt` right?",
                           duration / dt / 1e6 / 3.15576e7),
               Subject::setting("duration")};
}

double series_bytes(const Simulation& sim, const Scene& scene) {
  if (!(scene.output.series > 0)) return 0;
  const std::string header = Series(scene.output.measures, sim.world().outlets).header();
  const auto columns = 1 + std::count(header.begin(), header.end(), ',');
  // The shortest text of a double has 17 digits at most, on average about as many as this.
  // A line a step at most: runner.hpp.
  return (std::floor(scene.duration / std::max(scene.output.series, sim.dt())) + 2) * 18.0 *
         static_cast<double>(columns);
}

double frame_bytes(const Simulation& sim, const Scene& scene) {
  if (!(scene.output.frames > 0)) return 0;
  const double frames = std::floor(scene.duration / std::max(scene.output.frames, sim.dt())) + 1;
  // Per grain: 8-byte numbers of all arrays, in base64; a contact has 128 bytes before base64.
  const double grains =
      216.0 * std::max(static_cast<double>(sim.particles().size()), expected_at_rest(sim).grains);
  const double contacts =
      scene.output.contacts ? 176.0 * static_cast<double>(sim.candidate_count()) : 0;
  return frames * (grains + contacts) * 4 / 3;
}

std::string derived_table(const Simulation& sim, const Scene& scene) {
  std::string out = safe_text(sim.world().title.empty() ? "scene" : sim.world().title) + "\n";
  add_row(out, "grains", grains_text(sim));
  std::string materials;
  for (const MaterialSpec& m : sim.world().materials)
    materials += fmt::format("{}{} ({} + {})", materials.empty() ? "" : ", ", m.name, m.normal.law,
                             m.tangential.law);
  add_row(out, "materials", materials);
  add_row(out, "walls", std::to_string(sim.world().walls.size()));
  if (!sim.world().outlets.empty()) {
    std::string names;
    for (const Outlet& o : sim.world().outlets) names += (names.empty() ? "" : ", ") + o.name;
    add_row(out, "outlets", names);
  }
  add_row(out, "time step", step_text(sim));
  add_row(out, "steps",
          fmt::format("{} for {}", in_thousands(steps_for(scene.duration, sim.dt())),
                      time_text(scene.duration)));
  add_row(out, "threads", fmt::format("{}, {} instructions", sim.threads(), sim.instruction_set()));
  const DetectionReport detection = sim.detection();
  add_row(out, "detector",
          fmt::format("{}{} ({})", detection.method == "auto" ? "auto, begins with " : "",
                      detection.in_use, detection.why));
  add_row(out, "memory", bytes_text(static_cast<double>(sim.memory_bytes())));
  if (const double disk = frame_bytes(sim, scene); disk > 0)
    add_row(out, "disk", "about " + bytes_text(disk) + " of frames");
  if (!scene.output.measures.empty()) {
    std::string names;
    for (const MeasureSpec& m : scene.output.measures)
      names += (names.empty() ? "" : ", ") + m.name;
    add_row(out, "measures", names);
  }
  return out;
}

void announce(Progress::Form form, const Simulation& sim, const Scene& scene) {
  if (form == Progress::Form::none) return;
  if (form != Progress::Form::json) {
    print_warnings(scene.warnings);
    print_warnings(sim.warnings());
    print_note("{}", derived_table(sim, scene));
    return;
  }
  for (const auto* list : {&scene.warnings, &sim.warnings()})
    for (const std::string& w : *list)
      print_note("{}\n", json_text(Json{{"event", "warning"}, {"message", w}}));
  Json start{{"event", "start"}};
  start.update(derived_json(sim, scene));
  print_note("{}\n", json_text(start));
}

Json derived_json(const Simulation& sim, const Scene& scene) {
  const TimeStepReport& t = sim.time_step();
  const Sizes s = sizes_of(sim.particles());
  const Expected rest = expected_at_rest(sim);
  Json limits = Json::array();
  for (const StepLimit& l : step_limits(sim))
    limits.push_back(
        {{"name", l.name}, {"time", l.time}, {"steps", l.time / sim.dt()}, {"by", l.by}});
  return {{"title", sim.world().title},
          {"particles", sim.particles().size()},
          {"smallest_diameter", s.smallest},
          {"largest_diameter", s.largest},
          {"mass", s.mass},
          {"contacts", sim.contact_count()},
          {"candidates", sim.candidate_count()},
          {"duration", scene.duration},
          {"dt", sim.dt()},
          {"steps", steps_for(scene.duration, sim.dt())},
          {"time_step",
           {{"contact_time", t.contact_time},
            {"rayleigh", t.rayleigh},
            {"stable", t.stable},
            {"margin", sim.dt() > 0 ? t.stable / sim.dt() : 0},
            {"limited_by", t.limited_by},
            {"derived_by", t.derived_by},
            {"limits", limits}}},
          {"expected",
           {{"particles", rest.grains},
            {"contacts_low", rest.contacts_low},
            {"contacts_high", rest.contacts_high},
            {"memory_bytes", rest.memory}}},
          {"memory_bytes", sim.memory_bytes()},
          {"frame_bytes", frame_bytes(sim, scene)},
          {"series_bytes", series_bytes(sim, scene)},
          {"checkpoint_bytes", checkpoint_bytes(sim, scene)},
          {"runs", std::max<std::size_t>(scene.sweep.chosen > 0 ? 1 : scene.sweep.runs, 1)},
          {"detector", sim.detector()},
          {"detector_why", sim.detection().why},
          {"threads", sim.threads()}};
}

}  // namespace scree::app
