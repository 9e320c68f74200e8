// The best setting of a peer, found by trial. A setting with which a peer loses contacts is fast:
// it counts only when its kinetic energy and its contacts are those of Scree.
#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "compare.hpp"
#include "peers/liggghts.hpp"
#include "peers/yade.hpp"

namespace scree::bench::compare {
namespace {

using peers::lammps::Search;

// A peer so many times slower than the fastest one is not tuned.
constexpr double kSlow = 3;

std::string words_of(const Job& j, double diameter, const Peer& peer) {
  std::string s = fmt::format("skin {:.2g} d", j.skin / diameter);
  if (j.radii.size() > 1 && peer.searches.size() > 1)
    s += fmt::format(", {}", peers::lammps::words(j.search));
  if (peer.newton.size() > 1) s += fmt::format(", newton {}", j.newton ? "on" : "off");
  return s;
}

class Tuner {
 public:
  Tuner(const Options& o, const Case& c, const Peer& peer, const Job& base, std::string folder,
        std::vector<std::string>& refused, FastestTrials& fastest)
      : options_(o),
        case_(c),
        peer_(peer),
        folder_(std::move(folder)),
        refused_(refused),
        fastest_(fastest) {
    diameter_ = 2 * base.radii.front();
    best_ = base;
    best_.steps = c.moving ? std::max(100L, base.steps / 4) : std::max(50L, base.steps / 5);
    best_.warm_up = std::min(base.warm_up, std::max(20L, best_.steps / 4));
    best_.skin = c.skins[c.skins.size() / 2] * diameter_;
    best_.limit = 0.5 * o.limit;
    best_.count_contacts = true;
    if (base.radii.size() > 1) best_.search = peer.searches.front();
    scree_ = run_scree(o, c, 1, best_.warm_up, best_.steps).loop;
  }

  // Many times slower than another peer on as many cores: no measure for Scree at any setting, and
  // minutes a trial.
  bool is_slow(int cores) {
    const auto other = fastest_.find(cores);
    if (options_.quick || other == fastest_.end()) return false;
    first_ = try_out(best_, cores);
    return first_.seconds > kSlow * other->second;
  }

  // Its one trial; of the first number of cores the one that has shown it slow.
  Best untuned(int cores, bool first) {
    const Trial t = first ? first_ : try_out(best_, cores);
    Best b{best_, words_of(best_, diameter_, peer_) + ", slow: a trial, not tuned", t.why, {}};
    if (t.why.empty()) b.trial = t.loop;
    return b;
  }

  // On one core: how to search, then the skin. A quick look takes the first of each.
  void on_one() {
    if (options_.quick) return;
    if (best_.radii.size() > 1) try_searches(1);
    if (case_.skins.size() < 2) return;
    std::vector<Job> jobs;
    for (const double skin : case_.skins) {
      jobs.push_back(best_);
      jobs.back().skin = skin * diameter_;
    }
    take_fastest(jobs, 1);
  }

  // On as many as will be used: Newton's third law between processes or each its own half, and
  // what they exchange.
  Best on(int cores, long warm_up, long steps) {
    if (cores > 1 && best_.radii.size() > 1 && !options_.quick) try_searches(cores);
    std::vector<Job> jobs;
    for (const bool newton : peer_.newton) {
      jobs.push_back(best_);
      jobs.back().newton = newton;
    }
    if (options_.quick) jobs.resize(1);
    if (jobs.size() > 1 || !tried_) take_fastest(jobs, cores);
    Best b{best_, words_of(best_, diameter_, peer_), any_ ? "" : last_failure_, {}};
    b.job.steps = steps;
    b.job.warm_up = warm_up;
    b.job.limit = options_.limit;
    return b;
  }

 private:
  void try_searches(int cores) {
    std::vector<Job> jobs;
    for (const Search search : peer_.searches) {
      jobs.push_back(best_);
      jobs.back().search = search;
      if (search == Search::multi_reduce) jobs.back().newton = true;  // it works with that only
    }
    if (jobs.size() > 1) take_fastest(jobs, cores);
  }

  struct Trial {
    Loop loop;
    std::string why;     // it does not count; empty: it does
    double seconds = 0;  // of the loop, or as long as it was given
  };

  Trial try_out(const Job& job, int cores) {
    Trial t{.loop = peer_.run(job, folder_, cores)};
    t.why = t.loop.ok ? doubt(t.loop, scree_, case_.moving) : t.loop.why;
    t.seconds = t.loop.ok ? t.loop.seconds : job.limit;
    if (!t.why.empty())
      refused_.push_back(fmt::format("{} on {}, {}: {}", peer_.code, cores,
                                     words_of(job, diameter_, peer_), t.why));
    return t;
  }

  void take_fastest(std::vector<Job>& jobs, int cores) {
    double seconds = 1e300, limit = best_.limit;
    tried_ = true;
    for (Job& job : jobs) {
      job.limit = limit;
      const double start = omp_get_wtime();
      const Trial t = try_out(job, cores);
      if (!t.why.empty()) {
        last_failure_ = t.why;
        continue;
      }
      any_ = true;
      limit = std::min(limit, 3 * (omp_get_wtime() - start) + 5);  // with start-up
      if (t.seconds < seconds) seconds = t.seconds, best_ = job;
    }
    best_.limit = 0.5 * options_.limit;
    if (seconds < 1e300) {
      const auto at = fastest_.try_emplace(cores, seconds).first;
      at->second = std::min(at->second, seconds);
    }
  }

  const Options& options_;
  const Case& case_;
  const Peer& peer_;
  std::string folder_;
  std::vector<std::string>& refused_;
  FastestTrials& fastest_;
  double diameter_ = 0;
  Job best_;
  Trial first_;
  Loop scree_;
  bool tried_ = false, any_ = false;
  std::string last_failure_;
};

}  // namespace

const std::vector<Peer>& all_peers() {
  // Of LIGGGHTS' `multi` one must not believe the speed (it finds no neighbours between sizes), but
  // it is tried. YADE is so much slower that one round is measured.
  static const std::vector<Peer> all = {
      {"lammps",
       "lmp",
       &peers::lammps::run_job,
       {false, true},
       {Search::multi, Search::multi_comm, Search::multi_reduce}},
      {"liggghts", "liggghts", &peers::liggghts::run_job, {false}, {Search::bin, Search::multi}},
      {"yade", peers::yade::kProgram, &peers::yade::run_job, {false}, {Search::bin}, 1}};
  return all;
}

// All codes start from the same state and compute the same law: at rest the residual motion decays
// alike (a factor of two: half-step and full-step velocities differ, and the springs of the
// contacts, which no program is given, form in another order); in motion trajectories part, but
// sums over many grains do not.
std::string doubt(const Loop& peer, const Loop& scree, bool moving) {
  if (!scree.ok) return {};
  const double energy = moving ? 1.3 : 2;
  const double ratio = peer.kinetic / scree.kinetic;
  if (!(ratio < energy && ratio > 1 / energy))
    return fmt::format("kinetic energy {:.3g} times Scree's", ratio);
  const double allowed = (moving ? 0.1 : 0.05) * scree.contacts + 5 * std::sqrt(scree.contacts);
  if (!(std::abs(peer.contacts - scree.contacts) <= allowed))
    return fmt::format("{:.0f} contacts, Scree {:.0f}", peer.contacts, scree.contacts);
  return {};
}

std::map<int, Best> best_settings(const Options& o, const Case& c, const Peer& peer,
                                  const Job& base, const std::string& folder,
                                  std::vector<std::string>& refused, FastestTrials& fastest) {
  Tuner tuner(o, c, peer, base, folder, refused, fastest);
  std::map<int, Best> best;
  if (tuner.is_slow(o.cores.front())) {
    for (const int cores : o.cores) best[cores] = tuner.untuned(cores, cores == o.cores.front());
    return best;
  }
  tuner.on_one();
  for (const int cores : o.cores) best[cores] = tuner.on(cores, base.warm_up, base.steps);
  return best;
}

}  // namespace scree::bench::compare
