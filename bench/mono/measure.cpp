// Packings from the cache; the best setting of each peer; all codes in turn.
#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "mono.hpp"
#include "peers/liggghts.hpp"
#include "peers/process.hpp"
#include "peers/yade.hpp"

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
  std::vector<bool> newton;   // settings worth trying
  std::vector<double> skins;  // in diameters
  int rounds = 1000;          // at most
};
const std::vector<double> kSkins = {0.02, 0.05, 0.1, 0.2};
// YADE is so much slower that two skins are tried and one round is measured.
const Peer kPeers[] = {
    {"lammps", "lmp", &peers::lammps::run_job, {false, true}, kSkins},
    {"liggghts", "liggghts", &peers::liggghts::run_job, {false}, kSkins},
    {"yade", peers::yade::kProgram, &peers::yade::run_job, {false}, {0.05, 0.2}, 1}};

// The fastest of some settings on a fifth of the steps: the skin on one core, Newton's third law
// between processes (or each its own half) on as many as will be used.
class BestSetting {
 public:
  BestSetting(const Peer& peer, const Job& job, const std::string& folder, double diameter)
      : peer_(peer), best_(job), steps_(job.steps), folder_(folder), diameter_(diameter) {
    best_.steps = std::max(50L, job.steps / 5);
    Job trial = best_;
    double seconds = 1e300;
    for (const double skin : peer.skins) {
      trial.skin = skin * diameter;
      if (const Loop loop = peer.run(trial, folder, 1); loop.ok && loop.seconds < seconds)
        seconds = loop.seconds, best_.skin = trial.skin;
    }
    if (seconds == 1e300) best_.skin = 0.1 * diameter;  // fails again, then with a message
  }

  Job on(int cores) const {
    Job job = best_;
    double seconds = 1e300;
    for (const bool newton : peer_.newton) {
      if (peer_.newton.size() == 1) break;
      Job trial = best_;
      trial.newton = newton;
      if (const Loop loop = peer_.run(trial, folder_, cores); loop.ok && loop.seconds < seconds)
        seconds = loop.seconds, job.newton = newton;
    }
    job.steps = steps_;
    return job;
  }

  std::string words(const Job& job) const {
    return fmt::format("skin {:.2g} d, newton {}", job.skin / diameter_, job.newton ? "on" : "off");
  }

 private:
  const Peer& peer_;
  Job best_;
  long steps_;
  std::string folder_;
  double diameter_;
};

void run_scree(const Options& o, const std::string& file, const std::string& folder, CaseResult& c,
               Series& s) {
  const peers::Finished f = peers::run({o.self, "--worker", file, std::to_string(s.cores),
                                        std::to_string(c.warm_up), std::to_string(c.steps)},
                                       folder, "scree.out");
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

// Writes the peers' input, finds their best settings; one job for each series.
std::vector<Job> plan(const Options& o, const Packing& packing, const std::string& folder,
                      CaseResult& c) {
  const PackingSettings& s = packing.settings;
  const peers::OpenBox box{.width = packing.width};
  fs::create_directories(folder);
  peers::lammps::write_data(folder + "/grains.data", packing.grains, box);
  peers::lammps::write_data(folder + "/grains2.data", packing.grains, box, 2);
  peers::yade::write_grains(folder + "/grains.txt", packing.grains);
  const Job base{.law = hooke_law(s),
                 .box = box,
                 .dt = s.contact_time / s.steps_per_contact,
                 .steps = c.steps,
                 .warm_up = c.warm_up};
  std::vector<Job> jobs;
  for (const int cores : o.cores) {
    c.series.push_back({.code = "scree", .cores = cores});
    jobs.push_back(base);
  }
  for (const Peer& peer : kPeers) {
    if (!peers::find_program(peer.program)) continue;
    const BestSetting best(peer, base, folder, s.diameter);
    for (const int cores : o.cores) {
      jobs.push_back(best.on(cores));
      c.series.push_back({.code = peer.code, .cores = cores, .setting = best.words(jobs.back())});
    }
  }
  return jobs;
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
  c.warm_up = std::max(150L, c.steps / 4);
  const std::string folder = fmt::format("{}/peer_runs/mono_{}", o.folder, s.grains);
  const std::vector<Job> jobs = plan(o, packing, folder, c);
  // Codes on the same number of cores follow each other, so that their ratio sees one machine.
  for (int round = 0; round < o.rounds; ++round)
    for (const int cores : o.cores)
      for (std::size_t k = 0; k < c.series.size(); ++k) {
        if (c.series[k].cores != cores) continue;
        if (c.series[k].code == "scree") run_scree(o, packing_file, folder, c, c.series[k]);
        for (const Peer& peer : kPeers)
          if (c.series[k].code == peer.code && round < peer.rounds)
            run_peer(peer, jobs[k], folder, c.series[k]);
      }
  std::stable_sort(c.series.begin(), c.series.end(),
                   [](const Series& a, const Series& b) { return a.cores < b.cores; });
  compare_energies(c);
  return c;
}

}  // namespace scree::bench::mono
