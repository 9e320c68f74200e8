#include "scree/summary.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/safe_text.hpp"
#include "scree/messages.hpp"
#include "scree/series.hpp"
#include "scree_version.hpp"

namespace scree::app {
namespace {

// JSON has no infinity and no NaN.
Json number(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }

Json energy_json(const EnergyReport& e) {
  Json lost;
  for (std::size_t k = 0; k < kLossNames.size(); ++k)
    lost[std::string(kLossNames[k])] = number(e.dissipated[k]);
  return {{"start", number(e.start)},
          {"kinetic", number(e.kinetic)},
          {"rotational", number(e.rotational)},
          {"potential", number(e.potential)},
          {"stored_normal", number(e.stored_normal)},
          {"stored_tangential", number(e.stored_tangential)},
          {"stored_rolling", number(e.stored_rolling)},
          {"dissipated", lost},
          {"work_walls", number(e.work_walls)},
          {"work_gravity", number(e.work_gravity)},
          {"added", number(e.added)},
          {"removed", number(e.removed())},
          {"removed_kinetic", number(e.removed_kinetic)},
          {"removed_potential", number(e.removed_potential)},
          {"removed_stored", number(e.removed_stored)},
          {"residual", number(e.residual())}};
}

Json verdict_json(const Verdict& v) {
  Json checks = Json::array();
  for (const Check& c : v.checks)
    checks.push_back({{"name", c.name},
                      {"ok", c.ok},
                      {"noted", c.noted},
                      {"value", number(c.value)},
                      {"limit", number(c.limit)},
                      {"reason", c.reason}});
  return {{"ok", v.ok}, {"word", v.word}, {"checks", checks}};
}

Json outlets_json(const Simulation& sim) {
  Json outlets = Json::array();
  for (const Outlet& o : sim.world().outlets)
    outlets.push_back({{"name", o.name}, {"grains", o.grains}, {"mass", number(o.mass)}});
  return outlets;
}

// `asked`: null where only a mass was; `expected`: what the rate gives until now.
Json inlets_json(const Simulation& sim) {
  Json inlets = Json::array();
  const World& w = sim.world();
  for (const Inlet& i : w.inlets) {
    const InletReport r =
        report_of(i, w.materials[i.material.value].density, sim.steps(), sim.dt());
    inlets.push_back({{"name", i.name},
                      {"asked", r.asked > 0 ? number(r.asked) : Json(nullptr)},
                      {"asked_mass", r.asked_mass > 0 ? number(r.asked_mass) : Json(nullptr)},
                      {"placed", i.placed},
                      {"placed_mass", number(i.placed_mass)},
                      {"expected", number(r.expected)}});
  }
  return inlets;
}

Json walls_json(const Simulation& sim) {
  Json walls = Json::array();
  const auto reports = sim.wall_reports();
  const auto vector = [](const Vec3& v) { return Json{number(v.x), number(v.y), number(v.z)}; };
  for (std::size_t k = 0; k < reports.size(); ++k)
    walls.push_back({{"name", sim.world().walls[k].name},
                     {"force", vector(reports[k].force)},
                     {"torque", vector(reports[k].torque)},
                     {"work", number(reports[k].work)}});
  return walls;
}

Json provenance_json(const RunFacts& facts) {
  return {{"program", "scree"},    {"version", kVersion}, {"revision", kRevision},
          {"compiler", kCompiler}, {"build", kBuildType}, {"events", events_json(facts.events)}};
}

// All that the user was told, or would have been without --quiet.
std::vector<std::string> all_warnings(const Simulation& sim, const RunFacts& facts) {
  std::vector<std::string> out = facts.warnings;
  out.insert(out.end(), sim.warnings().begin(), sim.warnings().end());
  for (const RunEvent& e : facts.events) out.push_back(e.text);
  return out;
}

Json notes_json(const std::vector<DetectorNote>& notes) {
  Json out = Json::array();
  for (const DetectorNote& n : notes) out.push_back({{"what", n.what}, {"count", n.count}});
  return out;
}

Json detection_json(const DetectionReport& d) {
  Json uses = Json::array(), switches = Json::array();
  std::uint64_t lists = 0;
  for (const DetectorUse& u : d.uses) lists += u.lists;
  for (const DetectorUse& u : d.uses)
    uses.push_back({{"name", u.name},
                    {"renewals", u.lists},
                    {"share", static_cast<double>(u.lists) / static_cast<double>(lists)},
                    {"ns_per_grain", u.ns_per_grain},
                    {"seconds", u.seconds},
                    {"notes", notes_json(u.notes)}});
  for (const DetectorSwitch& s : d.switches)
    switches.push_back({{"step", s.step}, {"from", s.from}, {"to", s.to}, {"why", s.why}});
  return {{"method", d.method}, {"in_use", d.in_use},     {"why", d.why},
          {"uses", uses},       {"switched", d.switched}, {"switches", switches},
          {"trials", d.trials}, {"seconds", d.seconds},   {"trial_seconds", d.trial_seconds}};
}

}  // namespace

Json summarize(const Simulation& sim, const RunFacts& facts, const Verdict& verdict,
               const std::optional<Failure>& failure) {
  Json timers;
  for (std::size_t k = 0; k < kStageNames.size(); ++k)
    timers[std::string(kStageNames[k])] = sim.timers().seconds[k];
  const TimeStepReport& step = sim.time_step();
  const Motion motion = motion_of(sim.particles());
  Json j = {
      {"title", sim.world().title},
      {"scene", facts.scene_path},
      {"run", facts.folder},
      {"state_hash", to_string(sim.state_hash())},
      {"steps", sim.steps()},
      {"particles", sim.particles().size()},
      {"contacts", sim.contact_count()},
      {"time", number(sim.time())},
      {"duration", number(facts.duration)},
      {"dt", number(sim.dt())},
      {"time_step",
       {{"contact_time", number(step.contact_time)},
        {"rayleigh", number(step.rayleigh)},
        {"stable", number(step.stable)},
        {"limited_by", step.limited_by}}},
      {"threads", sim.threads()},
      {"instruction_set", std::string(sim.instruction_set())},
      {"detector", sim.detector()},
      {"detector_why", sim.detection().why},
      {"detection", detection_json(sim.detection())},
      {"renewals", sim.renewals()},
      {"integrator", sim.world().integrator},
      {"seed", facts.seed},
      {"memory_bytes", sim.memory_bytes()},
      {"wall_s", facts.wall_s},
      {"particle_steps_per_s",
       facts.wall_s > 0 ? static_cast<double>(facts.particle_steps) / facts.wall_s : 0.0},
      {"timers", timers},
      {"coordination", number(coordination_of(sim))},
      {"mean_speed", number(motion.mean_speed)},
      {"greatest_speed", number(motion.greatest_speed)},
      {"greatest_overlap", number(sim.greatest_overlap())},
      {"energy", energy_json(sim.energy())},
      {"walls", walls_json(sim)},
      {"inlets", inlets_json(sim)},
      {"outlets", outlets_json(sim)},
      {"frames", facts.frames},
      {"resumed_at_steps", facts.resumed},
      {"picture", facts.picture},
      {"warnings", all_warnings(sim, facts)},
      {"verdict", verdict_json(verdict)},
      {"provenance", provenance_json(facts)},
  };
  if (failure)
    j["failure"] = {
        {"code", failure->code},
        {"message", failure->message},
        {"step", failure->step},
        {"particle", failure->particle ? Json(failure->particle->value) : Json(nullptr)},
        {"black_box", facts.black_box},
        {"replays", facts.black_box_replays}};
  return j;
}

Json unfinished_verdict(const std::string& reason) {
  Json check = {{"name", "run"}, {"ok", false}, {"noted", false},
                {"value", 0},    {"limit", 0},  {"reason", reason}};
  return {{"ok", false}, {"word", "unfinished"}, {"checks", Json::array({std::move(check)})}};
}

Json unfinished_summary(const Simulation& sim, const RunFacts& facts) {
  return {{"title", sim.world().title},
          {"scene", facts.scene_path},
          {"run", facts.folder},
          {"steps", sim.steps()},
          {"particles", sim.particles().size()},
          {"time", number(sim.time())},
          {"duration", number(facts.duration)},
          {"dt", number(sim.dt())},
          {"threads", sim.threads()},
          {"seed", facts.seed},
          {"resumed_at_steps", facts.resumed},
          {"warnings", all_warnings(sim, facts)},
          {"verdict", unfinished_verdict("has not come to its end: it is still going on, or was "
                                         "killed")},
          {"provenance", provenance_json(facts)}};
}

namespace {

// What a summary says under a dotted name, or a fallback: a table must not fail on a file of
// another version.
template <class T>
T get(const Json& j, const char* pointer, T fallback) {
  const Json::json_pointer p(pointer);
  if (!j.contains(p) || j.at(p).is_null()) return fallback;
  try {
    return j.at(p).get<T>();
  } catch (const Json::exception&) {
    return fallback;
  }
}

void row(std::string& out, std::string_view name, std::string_view text) {
  add_row(out, name, text, 18);
}

void energy_rows(std::string& out, const Json& s) {
  const auto joule = [&](const std::string& name) {
    return quantity_text(get(s, ("/energy/" + name).c_str(), 0.0), "J");
  };
  double lost = 0, stored = 0;
  std::string channels;
  if (s.contains(Json::json_pointer("/energy/dissipated")))
    for (const auto& [name, v] : s["energy"]["dissipated"].items()) {
      const double e = v.is_number() ? v.get<double>() : 0;
      lost += e;
      if (e > 0)
        channels +=
            fmt::format("{}{} {}", channels.empty() ? "" : ", ", name, quantity_text(e, "J"));
    }
  for (const char* name : {"stored_normal", "stored_tangential", "stored_rolling"})
    stored += get(s, (std::string("/energy/") + name).c_str(), 0.0);
  row(out, "energy now",
      fmt::format("kinetic {}, rotational {}, stored in contacts {}", joule("kinetic"),
                  joule("rotational"), quantity_text(stored, "J")));
  row(out, "energy lost", quantity_text(lost, "J") + (channels.empty() ? "" : ": " + channels));
}

void verdict_rows(std::string& out, const Json& s) {
  std::string checks, noted;
  if (s.contains(Json::json_pointer("/verdict/checks")))
    for (const Json& c : s["verdict"]["checks"]) {
      const auto name = get<std::string>(c, "/name", "?");
      const bool note = get(c, "/noted", false);
      if (note) noted += (noted.empty() ? "" : ", ") + name;
      checks += fmt::format("    {:<18}{:<6}{}\n", name,
                            note                   ? "note"
                            : get(c, "/ok", false) ? "ok"
                                                   : "NO",
                            get<std::string>(c, "/reason", ""));
    }
  row(out, "verdict",
      get<std::string>(s, "/verdict/word", "?") + (noted.empty() ? "" : " (noted: " + noted + ")"));
  out += checks;
}

void timer_row(std::string& out, const Json& s) {
  if (!s.contains("timers")) return;
  double total = 0;
  for (const auto& [name, v] : s["timers"].items()) total += v.is_number() ? v.get<double>() : 0;
  if (!(total > 0)) return;
  std::string text;
  for (const auto& [name, v] : s["timers"].items()) {
    const double share = 100 * (v.is_number() ? v.get<double>() : 0) / total;
    if (share >= 0.5) text += fmt::format("{}{} {:.0f}%", text.empty() ? "" : ", ", name, share);
  }
  row(out, "time spent", text);
}

std::string use_text(const Json& use) {
  return fmt::format("{} {} renewals ({:.1f}%), {:.3g} ns a grain",
                     get<std::string>(use, "/name", "?"),
                     in_thousands(get(use, "/renewals", std::uint64_t{0})),
                     100 * get(use, "/share", 0.0), get(use, "/ns_per_grain", 0.0));
}

// Who made the lists, why, what each took; who took over from whom; what they have to say.
void detector_rows(std::string& out, const Json& s) {
  if (!s.contains("detection")) return;
  const Json& d = s["detection"];
  const auto method = get<std::string>(d, "/method", "?");
  row(out, "detector",
      fmt::format("{}{}: {}", method == "auto" ? "auto, " : "", get<std::string>(d, "/in_use", "?"),
                  get<std::string>(d, "/why", "?")));
  const auto list = [&d](const char* name) { return d.contains(name) ? d[name] : Json::array(); };
  for (const Json& use : list("uses")) {
    row(out, "", use_text(use));
    if (!use.contains("notes")) continue;
    for (const Json& n : use["notes"])
      row(out, "",
          fmt::format("  {} {}", in_thousands(get(n, "/count", std::uint64_t{0})),
                      get<std::string>(n, "/what", "?")));
  }
  constexpr std::uint64_t kShown = 8;
  std::uint64_t shown = 0;
  for (const Json& w : list("switches"))
    if (shown++ < kShown)
      row(out, "",
          fmt::format("step {}: {} to {}: {}", in_thousands(get(w, "/step", std::uint64_t{0})),
                      get<std::string>(w, "/from", "?"), get<std::string>(w, "/to", "?"),
                      get<std::string>(w, "/why", "?")));
  const auto switched = get(d, "/switched", std::uint64_t{0});
  if (switched > kShown)
    row(out, "", fmt::format("{} switches in all (summary.json)", in_thousands(switched)));
  const double seconds = get(d, "/seconds", 0.0);
  const auto trials = get(d, "/trials", std::uint64_t{0});
  if (trials > 0 && seconds > 0)
    row(out, "",
        fmt::format("{} trial{} cost {:.1f}% of the time of all lists", in_thousands(trials),
                    trials == 1 ? "" : "s", 100 * get(d, "/trial_seconds", 0.0) / seconds));
}

void inlet_rows(std::string& out, const Json& s) {
  if (!s.contains("inlets")) return;
  for (const Json& i : s["inlets"]) {
    const double asked = get(i, "/asked", 0.0), mass = get(i, "/asked_mass", 0.0);
    std::string of;
    if (asked > 0) of = fmt::format(" of {}", in_thousands(static_cast<std::uint64_t>(asked)));
    if (mass > 0) of += fmt::format(" (asked for {:.4g} kg)", mass);
    row(out, &i == &s["inlets"].front() ? "poured in" : "",
        fmt::format("{}: {}{} grains, {:.4g} kg", get<std::string>(i, "/name", "?"),
                    in_thousands(get(i, "/placed", std::uint64_t{0})), of,
                    get(i, "/placed_mass", 0.0)));
  }
}

void outlet_rows(std::string& out, const Json& s) {
  if (!s.contains("outlets")) return;
  for (const Json& o : s["outlets"])
    row(out, &o == &s["outlets"].front() ? "left through" : "",
        fmt::format("{}: {} grains, {:.4g} kg", get<std::string>(o, "/name", "?"),
                    in_thousands(get(o, "/grains", std::uint64_t{0})), get(o, "/mass", 0.0)));
}

// Of a run that has not come to its end there is little to tell, and no zeros to show.
std::string unfinished_table(const Json& s, std::string out) {
  if (s.contains("duration"))
    row(out, "simulated",
        fmt::format("at least {} of {}", time_text(get(s, "/time", 0.0)),
                    time_text(get(s, "/duration", 0.0))));
  verdict_rows(out, s);
  row(out, "run", get<std::string>(s, "/run", "?"));
  return out;
}

}  // namespace

std::string summary_table(const Json& s) {
  std::string out = get<std::string>(s, "/title", "");
  if (out.empty()) out = get<std::string>(s, "/scene", "run");
  out = safe_text(out) + '\n';
  if (!s.contains("state_hash") && get<std::string>(s, "/verdict/word", "") == "unfinished")
    return unfinished_table(s, std::move(out));
  row(out, "simulated",
      fmt::format("{} of {} in {} steps of {}", time_text(get(s, "/time", 0.0)),
                  time_text(get(s, "/duration", 0.0)),
                  in_thousands(get(s, "/steps", std::uint64_t{0})), time_text(get(s, "/dt", 0.0))));
  row(out, "wall time",
      fmt::format("{} on {} thread{}, {} instructions, {} grain-steps a second",
                  duration_text(get(s, "/wall_s", 0.0)), get(s, "/threads", 0),
                  get(s, "/threads", 0) == 1 ? "" : "s",
                  get<std::string>(s, "/instruction_set", "?"),
                  rate_text(get(s, "/particle_steps_per_s", 0.0))));
  timer_row(out, s);
  row(out, "grains",
      fmt::format(
          "{}, {} contacts, {:.2f} a grain", in_thousands(get(s, "/particles", std::uint64_t{0})),
          in_thousands(get(s, "/contacts", std::uint64_t{0})), get(s, "/coordination", 0.0)));
  inlet_rows(out, s);
  outlet_rows(out, s);
  row(out, "speed",
      fmt::format("mean {}, greatest {}", quantity_text(get(s, "/mean_speed", 0.0), "m/s"),
                  quantity_text(get(s, "/greatest_speed", 0.0), "m/s")));
  detector_rows(out, s);
  energy_rows(out, s);
  verdict_rows(out, s);
  row(out, "state hash", get<std::string>(s, "/state_hash", "?"));
  row(out, "run", get<std::string>(s, "/run", "?"));
  const auto picture = get<std::string>(s, "/picture", "");
  if (!picture.empty()) row(out, "picture", picture);
  const auto black_box = get<std::string>(s, "/failure/black_box", "");
  if (!black_box.empty())
    row(out, "black box",
        black_box + (get<bool>(s, "/failure/replays", false) ? " (replays the failure)" : ""));
  return out;
}

}  // namespace scree::app
