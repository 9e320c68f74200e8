// Packings from the cache; the best setting of each peer; all codes in turn.
#include <fmt/core.h>
#include <omp.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "mono.hpp"
#include "peers/liggghts.hpp"
#include "peers/process.hpp"

namespace scree::bench::mono {
namespace {

namespace fs = std::filesystem;
using peers::lammps::Job;
using peers::lammps::Loop;

// d = 1 mm, t_c = 1e-4 s, e = 0.5, mu = 0.5, step t_c/30; the bed is half as high as wide, which
// halves the time that it needs to settle.
PackingSettings settings(std::size_t grains) {
  PackingSettings s;
  s.grains = grains;
  s.width = 1.06 * std::cbrt(2.0 * static_cast<double>(grains));
  return s;
}

bool same(const PackingSettings& a, const PackingSettings& b) {
  return a.grains == b.grains && a.diameter == b.diameter && a.density == b.density &&
         a.contact_time == b.contact_time && a.restitution == b.restitution &&
         a.friction == b.friction && a.spread == b.spread && a.width == b.width &&
         a.steps_per_contact == b.steps_per_contact && a.seed == b.seed;
}

void say(const std::string& text) {
  fmt::print("  {}\n", text);
  std::fflush(stdout);
}

struct Peer {
  const char* code;
  const char* program;
  Loop (*run)(const Job&, const std::string&, int);
  std::vector<bool> newton;  // settings worth trying
};
const Peer kPeers[] = {{"lammps", "lmp", &peers::lammps::run_job, {false, true}},
                       {"liggghts", "liggghts", &peers::liggghts::run_job, {false}}};

// Tries skins (and Newton's law between processes) on a fifth of the steps; keeps the fastest.
Job best_job(const Peer& peer, Job job, const std::string& folder, double diameter,
             std::string& words) {
  Job best = job;
  double seconds = 1e300;
  job.steps = std::max(50L, job.steps / 5);
  for (const bool newton : peer.newton)
    for (const double skin : {0.02, 0.05, 0.1, 0.2}) {
      job.newton = newton;
      job.skin = skin * diameter;
      const Loop loop = peer.run(job, folder, 1);
      if (!loop.ok || loop.seconds >= seconds) continue;
      seconds = loop.seconds;
      best.newton = newton;
      best.skin = job.skin;
      words = fmt::format("skin {} d, newton {}", skin, newton ? "on" : "off");
    }
  return best;
}

void run_scree(const Options& o, const std::string& file, CaseResult& c, Series& s) {
  const peers::Finished f = peers::run({o.self, "--worker", file, std::to_string(s.cores),
                                        std::to_string(c.warm_up), std::to_string(c.steps)},
                                       fs::path(file).parent_path().string(), "scree.out");
  const auto json = nlohmann::json::parse(f.output, nullptr, false);
  if (f.status != 0 || json.is_discarded()) {
    s.failed = f.output;
    return;
  }
  s.samples.push_back({json["seconds"], json["kinetic"], f.max_bytes});
  Inside& in = c.inside[s.cores];
  for (const auto& [stage, ns] : json["stage_ns"].items()) in.stage_ns[stage] = ns;
  in.contacts = json["contacts"], in.candidates = json["candidates"];
  in.state_bytes = json["state_bytes"], in.renewals = json["renewals"];
  in.instruction_set = json["instruction_set"], in.detector = json["detector"];
  s.setting = fmt::format("{}, {}", in.detector, in.instruction_set);
}

void run_peer(const Peer& peer, const Job& job, const std::string& folder, Series& s) {
  const Loop loop = peer.run(job, folder, s.cores);
  if (loop.ok)
    s.samples.push_back({loop.seconds, loop.kinetic, loop.max_bytes});
  else
    s.failed = loop.why;
}

// The grains move a little, since no code is given the springs of the contacts: all codes must
// then find the same kinetic energy. One that has lost contacts or grains is far off.
void compare_energies(CaseResult& c) {
  const Series* scree = find(c, "scree", c.series.front().cores);
  if (scree == nullptr || scree->samples.empty()) return;
  const double expected = scree->samples.back().kinetic;
  for (Series& s : c.series)
    for (const Sample& sample : s.samples)
      if (!(sample.kinetic < 2 * expected && sample.kinetic > 0.5 * expected)) s.believed = false;
}

}  // namespace

Result<Packing> cached_packing(const Options& o, std::size_t grains) {
  const std::string path = fmt::format("{}/cache/mono_{}.bin", o.folder, grains);
  if (std::optional<Packing> p = load(path); p && same(p->settings, settings(grains))) return *p;
  fs::create_directories(fs::path(path).parent_path());
  fmt::print("settling {} grains (kept in {}):\n", grains, path);
  Result<Packing> p = settled_packing(settings(grains), omp_get_num_procs(), say);
  if (p && !save(*p, path)) return Error{"", "cannot write the cache", path, ""};
  return p;
}

CaseResult measure(const Options& o, const Packing& packing, const std::string& packing_file) {
  const PackingSettings& s = packing.settings;
  CaseResult c{.grains = s.grains};
  c.steps = std::max(200L, std::lround(o.grain_steps / static_cast<double>(s.grains)));
  c.warm_up = c.steps / 4;
  const std::string folder = fmt::format("{}/work/mono_{}", o.folder, s.grains);
  fs::create_directories(folder);
  const peers::OpenBox box{.width = packing.width};
  peers::lammps::write_data(folder + "/grains.data", packing.grains, box);
  peers::lammps::write_data(folder + "/grains2.data", packing.grains, box, 2);
  const Job base{.law = hooke_law(s),
                 .box = box,
                 .dt = s.contact_time / s.steps_per_contact,
                 .steps = c.steps,
                 .warm_up = c.warm_up};
  std::map<std::string, Job> jobs;
  std::map<std::string, std::string> words;
  for (const Peer& peer : kPeers)
    if (peers::find_program(peer.program))
      jobs[peer.code] = best_job(peer, base, folder, s.diameter, words[peer.code]);
  for (const int cores : o.cores) {
    c.series.push_back({.code = "scree", .cores = cores});
    for (const Peer& peer : kPeers)
      if (jobs.contains(peer.code))
        c.series.push_back({.code = peer.code, .cores = cores, .setting = words[peer.code]});
  }
  for (int round = 0; round < o.rounds; ++round)
    for (Series& series : c.series) {
      if (series.code == "scree") run_scree(o, packing_file, c, series);
      for (const Peer& peer : kPeers)
        if (series.code == peer.code) run_peer(peer, jobs[peer.code], folder, series);
    }
  compare_energies(c);
  return c;
}

}  // namespace scree::bench::mono
