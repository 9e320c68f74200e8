#include "scree/derived_table.hpp"

#include <fmt/format.h>

#include <map>

#include "base/safe_text.hpp"
#include "run/forecast/cell_plan.hpp"
#include "run/forecast/derived_values.hpp"
#include "run/forecast/estimate.hpp"
#include "scree/messages.hpp"
#include "scree/output.hpp"

namespace scree::app {
namespace {

// "300 polyhedra, 20 bodies (10 clumps) of 40 balls": shapes first, then balls alone or in clumps.
std::string bodies_text(const World& w) {
  std::map<std::string, std::size_t> kinds;  // bodies that have such a shape
  std::size_t clumps = 0, shaped_rows = 0, shaped = 0;
  for (const Body& b : w.bodies.body) {
    const std::uint32_t first = w.bodies.primitive[b.first_primitive].shape;
    if (first == 0) {
      ++clumps;
      continue;
    }
    ++kinds[w.shapes[first]->plural()];
    ++shaped, shaped_rows += b.count;
  }
  std::string text;
  for (const auto& [kind, count] : kinds)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", in_thousands(count), kind);
  if (shaped_rows > shaped) text += fmt::format(" of {} parts", in_thousands(shaped_rows));
  const std::size_t balls = w.particles.size() - shaped_rows;
  if (balls == 0) return text;
  std::size_t members = 0;
  for (const Body& b : w.bodies.body)
    if (w.bodies.primitive[b.first_primitive].shape == 0) members += b.count;
  if (!text.empty()) text += ", ";
  if (clumps == 0) return text + fmt::format("{} balls", in_thousands(balls));
  return text + fmt::format("{} bodies ({} clumps) of {} balls",
                            in_thousands(balls - members + clumps), in_thousands(clumps),
                            in_thousands(balls));
}

std::string grains_text(const Simulation& sim) {
  const Particles& p = sim.particles();
  const Sizes s = sizes_of(p, sim.world().bodies);
  std::string text = in_thousands(p.size());
  if (!sim.world().bodies.empty()) text = bodies_text(sim.world());
  if (!p.empty())
    text += quantity_text(s.smallest, "m") == quantity_text(s.largest, "m")
                ? fmt::format(" of diameter {}", quantity_text(s.smallest, "m"))
                : fmt::format(" of diameter {} to {}", quantity_text(s.smallest, "m"),
                              quantity_text(s.largest, "m"));
  if (s.mass > 0) text += fmt::format(", {:.4g} kg", s.mass);
  for (const Inlet& i : sim.world().inlets)
    text +=
        fmt::format("; inlet{}{}", i.name.empty() ? "" : " '" + i.name + "'",
                    i.count > 0 ? fmt::format(" adds {}", in_thousands(i.count)) : " adds more") +
        (i.mix.empty() ? ""
         : i.mix.parts.front().cluster->solids.empty()
             ? fmt::format(" clumps of {:.4g} balls", i.mean_rows())
             : std::string(" shapes"));
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

// "compress: until the force on wall `lid` is above 10 N, at most 2 s, else fail"
std::string stage_plan(const RunStage& s) {
  if (s.until.empty()) return fmt::format("{}: {}", safe_text(s.name), time_text(s.duration));
  std::string until;
  for (const StageCondition& c : s.until) until += (until.empty() ? "" : ", or ") + c.end->words();
  return fmt::format("{}: until {}, at most {}, else {}", safe_text(s.name), safe_text(until),
                     time_text(s.duration), s.fail_when_late ? "fail" : "go on");
}

}  // namespace

std::string derived_table(const Simulation& sim, const Scene& scene) {
  std::string out = safe_text(sim.world().title.empty() ? "scene" : sim.world().title) + "\n";
  add_row(out, "grains", grains_text(sim));
  std::string materials;
  for (const MaterialSpec& m : sim.world().materials)
    materials += fmt::format("{}{} ({} + {})", materials.empty() ? "" : ", ", m.name, m.normal.law,
                             m.tangential.law);
  add_row(out, "materials", materials);
  add_row(out, "walls", std::to_string(sim.world().walls.size()));
  const std::vector<std::string> cell = cell_lines(sim);
  for (std::size_t k = 0; k < cell.size(); ++k) add_row(out, k == 0 ? "cell" : "", cell[k]);
  if (!sim.world().outlets.empty()) {
    std::string names;
    for (const Outlet& o : sim.world().outlets) names += (names.empty() ? "" : ", ") + o.name;
    add_row(out, "outlets", names);
  }
  add_row(out, "time step", step_text(sim));
  add_row(out, "steps",
          fmt::format("{} for {}", in_thousands(steps_of(sim, scene.duration)),
                      time_text(scene.duration)));
  for (const RunStage& s : sim.world().stages)
    add_row(out, &s == &sim.world().stages.front() ? "stages" : "", stage_plan(s));
  add_row(out, "engine", std::string(sim.engine()));
  for (const auto& [name, why] : sim.engines_not_taken())
    if (name != sim.engine()) add_row(out, "", fmt::format("not {}: {}", name, why));
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
    print_notes(scene.notes);
    print_warnings(scene.warnings);
    print_warnings(sim.warnings());
    print_note("{}", derived_table(sim, scene));
    return;
  }
  for (const std::string& n : scene.notes)
    print_note("{}\n", json_text(Json{{"event", "note"}, {"message", n}}));
  for (const auto* list : {&scene.warnings, &sim.warnings()})
    for (const std::string& w : *list)
      print_note("{}\n", json_text(Json{{"event", "warning"}, {"message", w}}));
  Json start{{"event", "start"}};
  start.update(derived_json(sim, scene));
  print_note("{}\n", json_text(start));
}

void announce_again(Progress::Form form, const Simulation& sim, const Scene& scene) {
  if (form == Progress::Form::none) return;
  if (form == Progress::Form::json) return announce(form, sim, scene);
  print_warnings(scene.warnings);
  print_warnings(sim.warnings());
  const std::uint64_t last = steps_for(scene.duration, sim.dt());
  std::string out;
  add_row(out, "grains",
          fmt::format("{}, {} contacts", in_thousands(sim.particles().size()),
                      in_thousands(sim.contact_count())));
  add_row(
      out, "steps left",
      fmt::format("{} of {} steps of {}", in_thousands(last > sim.steps() ? last - sim.steps() : 0),
                  in_thousands(last), time_text(sim.dt())));
  print_note("{}", out);
}

std::string check_table(const Simulation& sim, const Scene& scene) {
  std::string out;
  const Expected rest = expected_at_rest(sim, scene.duration);
  add_row(out, "contacts",
          fmt::format("{} now, {} to {} expected at rest (4 to 6 partners per grain)",
                      in_thousands(sim.contact_count()), count_text(rest.contacts_low),
                      count_text(rest.contacts_high)));
  add_row(out, "memory then", "about " + bytes_text(rest.memory));
  if (const double disk = series_bytes(sim, scene); disk > 0)
    add_row(out, "series.csv", "about " + bytes_text(disk));
  if (const double disk = checkpoint_bytes(sim, scene); disk > 0)
    add_row(out, "checkpoints", "about " + bytes_text(disk) + ", the two newest are kept");
  const TimeStepReport& t = sim.time_step();
  for (const StepLimit& l : step_limits(sim))
    add_row(out, l.name,
            fmt::format("{}, {:.4g} steps{}", seconds_text(l.time), l.time / sim.dt(),
                        l.by.empty() ? "" : " (" + l.by + ")"));
  if (t.stable > 0)
    add_row(out, "margin",
            fmt::format("{:.3g}: the time step could be {}, limited by {}", t.stable / sim.dt(),
                        seconds_text(t.stable), t.limited_by));
  if (t.derived) add_row(out, "derived from", t.derived_by);
  if (scene.sweep.runs > 0 && scene.sweep.chosen == 0)
    add_row(
        out, "sweep",
        fmt::format("{} runs; this is the first (scree sweep)", in_thousands(scene.sweep.runs)));
  return out;
}

}  // namespace scree::app
