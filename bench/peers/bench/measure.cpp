// All codes in turn on one bed; every detector of Scree on one bed.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "compare.hpp"
#include "peers/process.hpp"
#include "peers/yade.hpp"

namespace scree::bench::compare {
namespace {

namespace fs = std::filesystem;

// One series with what runs it. Without a peer: Scree.
struct Runner {
  const Peer* peer = nullptr;
  Job job;
};

void write_input(const std::string& folder, const Bed& bed) {
  const std::vector<double> radii = peers::size_classes(bed.grains);
  fs::create_directories(folder);
  peers::lammps::write_data(folder + "/grains.data", bed.grains, bed.box, radii);
  peers::lammps::write_data(folder + "/grains2.data", bed.grains, bed.box, radii, 1);
  peers::yade::write_grains(folder + "/grains.txt", bed.grains);
}

void plan_peers(const Options& o, const Bed& bed, const std::string& folder, CaseResult& c,
                std::vector<Runner>& runners) {
  Job base = job_of(bed);
  base.steps = c.steps;
  base.warm_up = c.warm_up;
  base.count_contacts = true;
  FastestTrials fastest;
  for (const Peer& peer : all_peers()) {
    const bool wanted =
        o.only_peers.empty() || std::count(o.only_peers.begin(), o.only_peers.end(), peer.code) > 0;
    if (!wanted || !peers::find_program(peer.program)) {
      const char* why = wanted ? "absent: not installed" : "not asked for (--peers)";
      for (const int cores : o.cores) {
        c.series.push_back({.code = peer.code, .cores = cores, .failed = why});
        runners.push_back({});
      }
      continue;
    }
    for (const auto& [cores, best] :
         best_settings(o, c.what, peer, base, folder, c.refused, fastest)) {
      Series s{.code = peer.code, .cores = cores, .setting = best.words, .failed = best.failed};
      const bool again = best.failed.empty() && !best.trial;
      if (best.trial) s.samples.push_back(*best.trial), s.steps = best.job.steps;
      c.series.push_back(std::move(s));
      runners.push_back({again ? &peer : nullptr, best.job});
    }
  }
}

void run_one(const Options& o, const Runner& runner, const std::string& folder, int round,
             CaseResult& c, Series& s) {
  if (s.code == "scree") {
    const ScreeRun run = run_scree(o, c.what, s.cores, c.warm_up, c.steps);
    if (!run.loop.ok) {
      s.failed = run.loop.why;
      return;
    }
    s.samples.push_back(run.loop);
    c.inside[s.cores] = run.inside;
    s.setting = fmt::format("{}, {}", run.inside.detector, run.inside.instruction_set);
    return;
  }
  if (runner.peer == nullptr || round >= runner.peer->rounds) return;
  const Loop loop = runner.peer->run(runner.job, folder, s.cores);
  if (loop.ok)
    s.samples.push_back(loop);
  else
    s.failed = loop.why;
}

void check_physics(CaseResult& c) {
  const Series* scree = find(c, "scree", c.series.front().cores);
  if (scree == nullptr || scree->samples.empty()) return;
  const Loop expected = scree->samples.back();
  for (Series& s : c.series) {
    if (s.steps != 0) continue;  // the trial was compared with Scree after as many steps
    for (const Loop& sample : s.samples)
      if (const std::string why = doubt(sample, expected, c.what.moving); !why.empty())
        s.doubt = why;
  }
}

}  // namespace

CaseResult measure(const Options& o, const Case& what, const StoredBed& stored) {
  CaseResult c{.what = what, .grains = stored.bed.grains.size(), .bed = stored.report};
  c.steps = timed_steps(o, what);
  c.warm_up = warm_up_steps(what, c.steps);
  std::vector<Runner> runners;
  for (const int cores : o.cores) {
    c.series.push_back({.code = "scree", .cores = cores});
    runners.push_back({});
  }
  const std::string folder = fmt::format("{}/peer_runs/{}", o.folder, to_string(what.bed));
  if (o.peers) {
    write_input(folder, stored.bed);
    plan_peers(o, stored.bed, folder, c, runners);
  }
  // Codes on the same number of cores follow each other, so that their ratio sees one machine.
  for (int round = 0; round < o.rounds; ++round)
    for (const int cores : o.cores)
      for (std::size_t k = 0; k < c.series.size(); ++k)
        if (c.series[k].cores == cores) run_one(o, runners[k], folder, round, c, c.series[k]);
  if (o.peers) fs::remove_all(folder);  // hundreds of megabytes for large beds
  std::stable_sort(c.series.begin(), c.series.end(),
                   [](const Series& a, const Series& b) { return a.cores < b.cores; });
  check_physics(c);
  return c;
}

std::vector<DetectorTime> measure_detectors(const Options& o, const Case& c) {
  const long steps = std::max(c.moving ? 200L : 50L, timed_steps(o, c) / 4);
  std::vector<DetectorTime> times;
  for (const char* detector : {"auto", "cubes", "levels", "sweep", "triangulation"}) {
    const ScreeRun run =
        run_scree(o, c, 1, warm_up_steps(c, steps), steps, detector, 0.5 * o.limit);
    DetectorTime t{.bed = to_string(c.bed), .detector = detector, .failed = run.loop.why};
    if (run.loop.ok) {
      t.ns =
          run.loop.seconds * 1e9 / (static_cast<double>(c.bed.grains) * static_cast<double>(steps));
      t.detect = run.inside.stage_ns.at("detect");
      t.renewals = run.loop.renewals;
    }
    times.push_back(t);
  }
  return times;
}

double load_average() {
  double load[1] = {0};
  return getloadavg(load, 1) == 1 ? load[0] : 0;
}

double median(std::vector<double> v) {
  if (v.empty()) return 0;
  std::sort(v.begin(), v.end());
  return 0.5 * (v[(v.size() - 1) / 2] + v[v.size() / 2]);
}

double grain_steps_per_s(const CaseResult& c, const Series& s) {
  std::vector<double> rate;
  for (const Loop& sample : s.samples)
    rate.push_back(static_cast<double>(c.grains) * static_cast<double>(steps_of(c, s)) /
                   sample.seconds);
  return median(rate);
}

long steps_of(const CaseResult& c, const Series& s) { return s.steps != 0 ? s.steps : c.steps; }

const Series* find(const CaseResult& c, const std::string& code, int cores) {
  for (const Series& s : c.series)
    if (s.code == code && s.cores == cores) return &s;
  return nullptr;
}

const Series* fastest_peer(const CaseResult& c, int cores) {
  const Series* best = nullptr;
  for (const Series& s : c.series) {
    if (s.code == "scree" || s.cores != cores || s.samples.empty() || !s.doubt.empty()) continue;
    if (best == nullptr || grain_steps_per_s(c, s) > grain_steps_per_s(c, *best)) best = &s;
  }
  return best;
}

double ratio_to_fastest(const CaseResult& c, const Series& s) {
  const Series* peer = fastest_peer(c, s.cores);
  return peer != nullptr && !s.samples.empty()
             ? grain_steps_per_s(c, s) / grain_steps_per_s(c, *peer)
             : 0;
}

double speed_over_one(const CaseResult& c, const Series& s) {
  const Series* one = find(c, s.code, 1);
  if (one == nullptr || one->samples.empty() || s.samples.empty()) return 0;
  return grain_steps_per_s(c, s) / grain_steps_per_s(c, *one);
}

}  // namespace scree::bench::compare
