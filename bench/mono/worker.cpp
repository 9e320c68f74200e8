// Scree in a process of its own, so that its memory and its start are measured like the peers'.
#include <fmt/core.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "mono.hpp"

namespace scree::bench::mono {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int scree_worker(const std::string& packing_file, int threads, long warm_up, long steps) {
  std::optional<Packing> packing = load(packing_file);
  if (!packing) {
    fmt::print("cannot read {}\n", packing_file);
    return 1;
  }
  const auto n = static_cast<double>(packing->grains.size());
  World world = packed_world(*packing);
  packing.reset();
  Result<Simulation> sim = Simulation::create(std::move(world), {.threads = threads});
  if (!sim) {
    fmt::print("{}\n", to_string(sim.error()));
    return 1;
  }
  if (const auto failure = sim->run(static_cast<std::uint64_t>(warm_up))) {
    fmt::print("{}\n", failure->message);
    return 1;
  }
  const Timers before = sim->timers();
  const std::uint64_t renewals = sim->renewals();
  const double start = now();
  const auto failure = sim->run(static_cast<std::uint64_t>(steps));
  const double seconds = now() - start;
  if (failure) {
    fmt::print("{}\n", failure->message);
    return 1;
  }
  nlohmann::json out;
  out["seconds"] = seconds;
  out["kinetic"] = sim->energy().kinetic;
  for (std::size_t k = 0; k < kStageNames.size(); ++k)
    out["stage_ns"][std::string(kStageNames[k])] =
        (sim->timers().seconds[k] - before.seconds[k]) * 1e9 / (n * static_cast<double>(steps));
  out["contacts"] = static_cast<double>(sim->contact_count()) / n;
  out["candidates"] = static_cast<double>(sim->candidate_count()) / n;
  out["state_bytes"] = static_cast<double>(sim->memory_bytes()) / n;
  out["renewals"] = sim->renewals() - renewals;
  out["instruction_set"] = sim->instruction_set();
  out["detector"] = sim->detector();
  fmt::print("{}\n", out.dump());
  return 0;
}

}  // namespace scree::bench::mono
