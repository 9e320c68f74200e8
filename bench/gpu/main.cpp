// bench_gpu make KIND GRAINS FILE            a bed of peers/bench (mono, poly, wide), kept in FILE
// bench_gpu run FILE DOUBLINGS LAW ENGINE[,ENGINE...] WARM_UP STEPS
//
// Runs a bed and its mirror images with each engine in turn and prints a line of JSON for each:
// seconds, grain-steps per second, stages, memory, hash. LAW: `bed` (linear and spring), `hertz`
// (with rolling and twisting springs).
#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "beds/recipes.hpp"

namespace {

using namespace scree;
using namespace scree::bench;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int fail(const std::string& message) {
  fmt::print(stderr, "bench_gpu: {}\n", message);
  return 1;
}

// As stiff as the bed's grains at the overlap of a grain's weight, or so: the step stays.
void make_hertz(World& w) {
  for (PairSpec& pair : w.pairs) {
    pair.normal = PartSpec{"hertz", {}};
    pair.normal->params.set("young", 1e7);
    pair.normal->params.set("poisson", 0.25);
    pair.normal->params.set("restitution", 0.5);
    pair.tangential = PartSpec{"spring", {}};
    pair.tangential->params.set("friction", 0.5);
    for (auto* part : {&pair.rolling, &pair.twisting}) {
      *part = PartSpec{"spring", {}};
      (*part)->params.set("friction", 0.05);
    }
  }
}

int make(const std::string& kind, std::size_t grains, const std::string& file) {
  const auto say = [](const std::string& what) { fmt::print(stderr, "{}\n", what); };
  Result<StoredBed> bed = cached_bed({kind, grains}, "build/bench", 2, say);
  if (!bed) return fail(to_string(bed.error()));
  return save(bed->bed, "gpu", bed->report, file) ? 0 : fail("cannot write " + file);
}

World world_with(const Bed& bed, const std::string& law) {
  World w = world_of(bed);
  if (law == "hertz") make_hertz(w);
  return w;
}

int run(const Bed& bed, const std::string& law, const std::string& engine, std::uint64_t warm_up,
        std::uint64_t steps) {
  const double begin = now();
  Result<Simulation> sim = Simulation::create(world_with(bed, law), {.engine = engine});
  if (!sim) return fail(to_string(sim.error()));
  const double started = now() - begin;
  if (const auto failure = sim->run(warm_up)) return fail(failure->message);
  const Timers before = sim->timers();
  const std::uint64_t renewals = sim->renewals();
  const double start = now();
  if (const auto failure = sim->run(steps)) return fail(failure->message);
  const double seconds = now() - start;
  const auto n = static_cast<double>(sim->particles().size());
  nlohmann::json out;
  out["engine"] = engine, out["grains"] = sim->particles().size(), out["law"] = law;
  out["threads"] = sim->threads(), out["steps"] = steps;
  out["seconds"] = seconds, out["start_s"] = started;
  out["grain_steps_per_s"] = n * static_cast<double>(steps) / seconds;
  for (std::size_t k = 0; k < kPhaseNames.size(); ++k)
    out["stage_us"][std::string(kPhaseNames[k])] =
        (sim->timers().seconds[k] - before.seconds[k]) * 1e6 / static_cast<double>(steps);
  out["contacts"] = static_cast<double>(sim->contact_count()) / n;
  out["near"] = static_cast<double>(sim->candidate_count()) / n;
  out["bytes"] = static_cast<double>(sim->memory_bytes()) / n;
  out["renewals"] = sim->renewals() - renewals;
  out["hash"] = to_string(sim->state_hash());
  fmt::print("{}\n", out.dump());
  std::fflush(stdout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> a(argv + 1, argv + argc);
  if (a.size() == 4 && a[0] == "make") return make(a[1], std::stoul(a[2]), a[3]);
  if (a.size() != 7 || a[0] != "run")
    return fail("make KIND GRAINS FILE, or run FILE DOUBLINGS LAW ENGINES WARM_UP STEPS");
  std::optional<StoredBed> stored = load_bed(a[1]);
  if (!stored) return fail("cannot read " + a[1]);
  const Bed bed = mirrored(std::move(stored->bed), std::stoi(a[2]));
  int code = 0;
  for (std::size_t at = 0; at < a[4].size();) {
    const std::size_t end = std::min(a[4].find(',', at), a[4].size());
    code |= run(bed, a[3], a[4].substr(at, end - at), std::stoul(a[5]), std::stoul(a[6]));
    at = end + 1;
  }
  return code;
}
