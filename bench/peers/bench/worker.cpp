// Scree in a process of its own, so that its memory and its start are measured like the peers'.
#include <fmt/core.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "compare.hpp"
#include "peers/process.hpp"

namespace scree::bench::compare {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

nlohmann::json outcome(const Simulation& sim, const Timers& before, long steps) {
  const auto n = static_cast<double>(sim.particles().size());
  nlohmann::json out;
  out["kinetic"] = sim.energy().kinetic;
  out["grain_contacts"] = grain_contacts(sim);
  for (std::size_t k = 0; k < kPhaseNames.size(); ++k)
    out["stage_ns"][std::string(kPhaseNames[k])] =
        (sim.timers().seconds[k] - before.seconds[k]) * 1e9 / (n * static_cast<double>(steps));
  out["contacts"] = static_cast<double>(sim.contact_count()) / n;
  out["candidates"] = static_cast<double>(sim.candidate_count()) / n;
  out["state_bytes"] = static_cast<double>(sim.memory_bytes()) / n;
  out["instruction_set"] = sim.instruction_set();
  out["detector"] = sim.detector();
  const Hash128 hash = sim.state_hash();
  out["hash"] = to_string(hash);
  return out;
}

int fail(const std::string& message) {
  fmt::print("{}\n", message);
  return 1;
}

}  // namespace

int scree_worker(const std::string& bed_file, int threads, long warm_up, long steps,
                 const std::string& detector) {
  std::optional<StoredBed> stored = load_bed(bed_file);
  if (!stored) return fail("cannot read " + bed_file);
  World world = world_of(stored->bed);
  stored.reset();
  world.detect.method = detector;
  Result<Simulation> sim = Simulation::create(std::move(world), {.threads = threads});
  if (!sim) return fail(to_string(sim.error()));
  if (const auto failure = sim->run(static_cast<std::uint64_t>(warm_up)))
    return fail(failure->message);
  const Timers before = sim->timers();
  const std::uint64_t renewals = sim->renewals();
  const double start = now();
  const auto failure = sim->run(static_cast<std::uint64_t>(steps));
  const double seconds = now() - start;
  if (failure) return fail(failure->message);
  nlohmann::json out = outcome(*sim, before, steps);
  out["seconds"] = seconds;
  out["renewals"] = sim->renewals() - renewals;
  fmt::print("{}\n", out.dump());
  return 0;
}

ScreeRun run_scree(const Options& o, const Case& c, int threads, long warm_up, long steps,
                   const std::string& detector, double limit) {
  ScreeRun run;
  const peers::Finished f = peers::run(
      {o.self, "--worker", bed_path(c.bed, o.folder), std::to_string(threads),
       std::to_string(warm_up), std::to_string(steps), detector},
      o.folder, "scree.out", {"GOMP_SPINCOUNT=1000"}, limit);  // as `scree` starts itself
  const auto json = nlohmann::json::parse(f.output, nullptr, false);
  if (f.stopped) {
    run.loop.why = fmt::format("ended after {:.0f} s", f.seconds);
    return run;
  }
  if (f.status != 0 || json.is_discarded()) {
    run.loop.why = f.output;
    return run;
  }
  run.loop = {.ok = true,
              .seconds = json["seconds"],
              .kinetic = json["kinetic"],
              .contacts = json["grain_contacts"],
              .renewals = json["renewals"],
              .max_bytes = f.max_bytes};
  Inside& in = run.inside;
  for (const auto& [stage, ns] : json["stage_ns"].items()) in.stage_ns[stage] = ns;
  in.contacts = json["contacts"], in.candidates = json["candidates"];
  in.state_bytes = json["state_bytes"], in.hash = json["hash"];
  in.instruction_set = json["instruction_set"], in.detector = json["detector"];
  return run;
}

}  // namespace scree::bench::compare
