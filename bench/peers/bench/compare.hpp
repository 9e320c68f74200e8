// Bench `peers`: Scree, LAMMPS, LIGGGHTS and YADE on the same beds, with the same law and step.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "beds/recipes.hpp"
#include "peers/lammps.hpp"

namespace scree::bench::compare {

using peers::lammps::Job;
using peers::lammps::Loop;

struct Options {
  std::vector<std::string> cases;  // beginnings of names; empty: all
  std::size_t mono = 0;            // not 0: one case instead, so many equal grains at rest
  std::vector<int> cores{1, 2};
  std::vector<int> scaling;  // not empty: Scree alone on so many cores
  int rounds = 3;
  bool quick = false;
  bool peers = true;
  std::vector<std::string> only_peers;  // empty: all
  bool detectors = true;                // a table of each detector on each case
  bool growth = true;                   // mono from 10^4 to 10^6
  double grain_steps = 2e7;             // timed, a run
  double limit = 300;                   // seconds for one run of a peer
  std::string folder = "build/bench";
  std::string output = "build/bench/peers.json";
  double load_before = 0;  // load average at the start
  std::string self;        // path of this program: Scree is measured in a process of its own, too
};

struct Case {
  BedName bed;
  bool moving = false;        // lists must be renewed; energies fluctuate
  long least_steps = 200;     // timed
  std::vector<double> skins;  // of the peers, worth trying, in smallest diameters
  double bar = 0;             // wanted: Scree over the fastest peer; 0: none set
};
std::vector<Case> all_cases(bool quick);
std::vector<Case> chosen_cases(const Options& options);
// Beds of equal grains for the growth of the cost with their number.
std::vector<Case> growth_cases(bool quick);
long timed_steps(const Options& options, const Case& c);
long warm_up_steps(const Case& c, long steps);

// What Scree tells about itself beyond a Loop.
struct Inside {
  std::map<std::string, double> stage_ns;  // a grain-step
  double contacts = 0, candidates = 0;     // a grain; contacts with walls
  double state_bytes = 0;                  // Simulation::memory_bytes() a grain
  std::string instruction_set, detector, hash;
};
struct ScreeRun {
  Loop loop;
  Inside inside;
};
ScreeRun run_scree(const Options& options, const Case& c, int threads, long warm_up, long steps,
                   const std::string& detector = "auto", double limit = 0);
// In that process: runs Scree on a bed and prints one JSON object.
int scree_worker(const std::string& bed_file, int threads, long warm_up, long steps,
                 const std::string& detector);

struct Series {
  std::string code;  // "scree", "lammps", "liggghts", "yade"
  int cores = 1;
  std::string setting;  // skin and such, in words
  std::vector<Loop> samples;
  long steps = 0;      // timed, where not those of the case: a slow peer's trial
  std::string failed;  // why there are none
  std::string doubt;   // why its physics is not believed; empty: it is
};

struct CaseResult {
  Case what;
  std::size_t grains = 0;
  BedReport bed;
  long warm_up = 0, steps = 0;
  std::vector<Series> series;
  std::map<int, Inside> inside;      // by number of cores
  std::vector<std::string> refused;  // settings of peers that were tried and not believed
};

struct DetectorTime {
  std::string bed, detector, failed;
  double ns = 0;      // a grain-step, one core
  double detect = 0;  // of these in the stage `detect`
  long renewals = 0;
};

// All peers of the bench, in the order of the tables.
struct Peer {
  const char* code;
  const char* program;
  Loop (*run)(const Job&, const std::string&, int);
  std::vector<bool> newton;                     // settings worth trying
  std::vector<peers::lammps::Search> searches;  // where sizes differ
  int rounds = 1000;                            // at most
};
const std::vector<Peer>& all_peers();

// The fastest setting of a peer on one bed for each number of cores, among those whose physics is
// Scree's; empty words when none of them was.
struct Best {
  Job job;
  std::string words;
  std::string failed;
  std::optional<Loop> trial;  // of a peer too slow to be tuned: all that is measured of it
};
// Seconds of the fastest trial of any peer so far, by number of cores.
using FastestTrials = std::map<int, double>;
std::map<int, Best> best_settings(const Options& options, const Case& c, const Peer& peer,
                                  const Job& base, const std::string& folder,
                                  std::vector<std::string>& refused, FastestTrials& fastest);

// Empty when the peer's kinetic energy and contacts are those of Scree after the same steps.
std::string doubt(const Loop& peer, const Loop& scree, bool moving);

CaseResult measure(const Options& options, const Case& c, const StoredBed& bed);
std::vector<DetectorTime> measure_detectors(const Options& options, const Case& c);

double median(std::vector<double> values);
double load_average();                                           // of the last minute
double grain_steps_per_s(const CaseResult& c, const Series& s);  // median of the samples
long steps_of(const CaseResult& c, const Series& s);             // timed
const Series* find(const CaseResult& c, const std::string& code, int cores);
const Series* fastest_peer(const CaseResult& c, int cores);  // null: none that is believed
double ratio_to_fastest(const CaseResult& c, const Series& s);
double speed_over_one(const CaseResult& c, const Series& s);

// A number that the project wants, and what was measured.
struct Bar {
  std::string what;
  double value = 0, wanted = 0;
  bool at_most = false;
  bool met() const { return at_most ? value <= wanted : value >= wanted; }
};

struct Everything {
  std::vector<CaseResult> cases, growth, scaling;
  std::vector<DetectorTime> detectors;
};
std::vector<Bar> bars(const Everything& all);

std::string table(const CaseResult& c);
std::string detector_table(const std::vector<DetectorTime>& detectors);
std::string scaling_table(const std::vector<CaseResult>& cases);
std::string bar_table(const std::vector<Bar>& bars);
bool write_json(const Options& options, const Everything& all);
bool write_plots(const Options& options, const Everything& all);

}  // namespace scree::bench::compare
