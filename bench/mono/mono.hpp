// Bench `mono`: equal spheres at rest in an open box, Scree and its peers on the same packing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "packing.hpp"
#include "peers/lammps.hpp"

namespace scree::bench::mono {

struct Options {
  std::vector<std::size_t> grains{10000, 100000};
  std::vector<int> cores{1, 2};
  int rounds = 3;
  double grain_steps = 2e7;  // timed, a run; at least 200 steps
  std::string folder = "build/bench";
  std::string output = "build/bench/mono.json";
  double load_before = 0;  // load average at the start
  std::string self;        // path of this program: Scree is measured in a process of its own, too
};

// One measured run of one code.
struct Sample {
  double seconds = 0;  // of the timed steps, without set-up
  double kinetic = 0;  // at the end, translation, J
  std::size_t max_bytes = 0;
};

// What Scree tells about itself beyond a Sample; of the last run.
struct Inside {
  std::map<std::string, double> stage_ns;  // a grain-step
  double contacts = 0, candidates = 0;     // a grain
  double state_bytes = 0;                  // Simulation::memory_bytes() a grain
  double renewals = 0;
  std::string instruction_set, detector;
};

struct Series {
  std::string code;  // "scree", "lammps", "liggghts", "yade"
  int cores = 1;
  std::string setting;  // skin and such, in words
  std::vector<Sample> samples;
  std::string failed;    // why there are none
  bool believed = true;  // its kinetic energy is that of the others
};

struct CaseResult {
  std::size_t grains = 0;
  long warm_up = 0, steps = 0;
  std::vector<Series> series;
  std::map<int, Inside> inside;  // by number of cores
};

// A packing from the cache, or made now.
Result<Packing> cached_packing(const Options& options, std::size_t grains);

// The best settings of the peers, then all codes in turn, `rounds` times.
CaseResult measure(const Options& options, const Packing& packing, const std::string& packing_file);

// Child process: runs Scree on a packing and prints one JSON object.
int scree_worker(const std::string& packing_file, int threads, long warm_up, long steps);

double median(std::vector<double> values);
double load_average();                                           // of the last minute
double grain_steps_per_s(const CaseResult& c, const Series& s);  // median of the samples
const Series* find(const CaseResult& c, const std::string& code, int cores);
const Series* fastest_peer(const CaseResult& c, int cores);  // null: none that is believed

std::string table(const CaseResult& c);
bool write_json(const Options& options, const std::vector<CaseResult>& cases);

}  // namespace scree::bench::mono
