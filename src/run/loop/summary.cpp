#include "run/loop/summary.hpp"

#include <algorithm>
#include <cmath>

#include "base/cpu.hpp"
#include "base/version.hpp"
#include "run/folder/events_json.hpp"
#include "run/folder/series.hpp"
#include "run/forecast/derived_values.hpp"

namespace scree::run {
namespace {

// JSON has no infinity and no NaN.
Json number(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }

// "lost_normal_damping" stands among the losses as "normal damping".
std::string loss_label(std::string_view channel) {
  std::string out(channel.substr(std::string_view("lost_").size()));
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

// Terms that only some runs have are left out where they are 0.
Json energy_json(const EnergyReport& e) {
  Json out = {{"start", number(e.start)}};
  for (const EnergyChannel& c : kEnergyChannels) {
    if (c.scope != EnergyScope::every_run && c.side != EnergySide::held && c.in(e) == 0) continue;
    if (c.side == EnergySide::lost)
      out["dissipated"][loss_label(c.name)] = number(c.in(e));
    else
      out[std::string(c.name)] = number(c.in(e));
  }
  out["removed"] = number(e.removed());
  out["residual"] = number(e.residual());
  return out;
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

Json stages_json(const Simulation& sim) {
  Json out = Json::array();
  const std::vector<RunStage>& all = sim.world().stages;
  const StageProgress& p = sim.stages();
  const auto time = [&sim](std::uint64_t step) { return static_cast<double>(step) * sim.dt(); };
  for (std::size_t k = 0; k < p.done.size(); ++k)
    out.push_back({{"name", all[k].name},
                   {"begin", number(time(p.done[k].begin))},
                   {"end", number(time(p.done[k].end))},
                   {"steps", p.done[k].end - p.done[k].begin},
                   {"in_time", p.done[k].outcome != StageOutcome::late},
                   {"reason", reason_of(all[k], p.done[k])}});
  if (!p.finished && !all.empty())
    out.push_back({{"name", all[p.now].name},
                   {"begin", number(time(p.begin.step))},
                   {"end", nullptr},
                   {"steps", sim.steps() - p.begin.step},
                   {"in_time", true},
                   {"reason", "under way"}});
  return out;
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
  // What was asked for is not a warning: it stands in the provenance.
  for (const RunEvent& e : facts.events)
    if (e.kind != events::kAsked) out.push_back(e.text);
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

// Of polyhedra: how the pairs were searched.
Json narrow_json(const NarrowReport& n) {
  return {{"method", n.method},
          {"queries", n.queries},
          {"iterations", n.mean_iterations()},
          {"at_most_two", n.share_at_most_two()},
          {"warm", n.share_warm()},
          {"fallback", n.share_fallback()},
          {"ns_per_query", 1e9 * n.seconds_per_query()}};
}

}  // namespace

Json summarize(const Simulation& sim, const RunFacts& facts, const Verdict& verdict,
               const std::optional<Failure>& failure) {
  Json timers;
  for (std::size_t k = 0; k < kPhaseNames.size(); ++k)
    timers[std::string(kPhaseNames[k])] = sim.timers().seconds[k];
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
      {"engine", std::string(sim.engine())},
      {"instruction_set", std::string(sim.instruction_set())},
      {"architecture", kArchitecture},
      {"processor", processor_name()},
      {"detector", sim.detector()},
      {"detector_why", sim.detection().why},
      {"detection", detection_json(sim.detection())},
      {"renewals", sim.renewals()},
      {"integrator", sim.world().integrator},
      {"seed", facts.seed},
      {"memory_bytes", sim.memory_bytes()},
      {"wall_s", facts.wall_s},
      {"output_s", facts.output_s},
      {"particle_steps_per_s",
       facts.wall_s > 0 ? static_cast<double>(facts.particle_steps) / facts.wall_s : 0.0},
      {"timers", timers},
      {"coordination", number(coordination_of(sim))},
      {"mean_speed", number(motion.mean_speed)},
      {"greatest_speed", number(motion.greatest_speed)},
      {"greatest_overlap", number(sim.greatest_overlap())},
      {"energy", energy_json(sim.energy())},
      {"walls", walls_json(sim)},
      {"bodies", sizes_of(sim.particles(), sim.world().bodies).bodies},
      {"inlets", inlets_json(sim)},
      {"outlets", outlets_json(sim)},
      {"frames", facts.frames},
      {"resumed_at_steps", facts.resumed},
      {"picture", facts.picture},
      {"plot", facts.plot},
      {"warnings", all_warnings(sim, facts)},
      {"verdict", verdict_json(verdict)},
      {"provenance", provenance_json(facts)},
  };
  if (const NarrowReport narrow = sim.narrow(); narrow.queries > 0)
    j["narrow"] = narrow_json(narrow);
  if (!sim.world().stages.empty()) j["stages"] = stages_json(sim);
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
          {"engine", std::string(sim.engine())},
          {"threads", sim.threads()},
          {"seed", facts.seed},
          {"resumed_at_steps", facts.resumed},
          {"warnings", all_warnings(sim, facts)},
          {"verdict", unfinished_verdict("has not come to its end: it is still going on, or was "
                                         "killed")},
          {"provenance", provenance_json(facts)}};
}

}  // namespace scree::run
