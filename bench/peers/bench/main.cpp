// bench_peers [--quick] [--case NAME,NAME] [--cores N,N] [--rounds N] [--folder DIR] [--output
// FILE]
//             [--only-scree] [--peers NAME,NAME] [--no-detectors] [--no-growth] [--scaling N,N,...]
//             [--make-beds]
//             [--mono GRAINS]
//
// Scree beside LAMMPS, LIGGGHTS and YADE on beds at rest and in motion, in one run: a table, a plot
// and build/bench/peers.json. How it is measured: docs/performance.md. --scaling measures Scree
// alone; it needs nothing but this program and the beds of DIR/cache, which --make-beds makes.
// --mono measures one bed of so many equal grains instead of the cases.
#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "compare.hpp"
#include "peers/process.hpp"

namespace {

using namespace scree;
using namespace scree::bench;
using namespace scree::bench::compare;

int usage(const std::string& wrong) {
  fmt::print(stderr,
             "bench_peers: {}\nusage: bench_peers [--quick] [--case NAME,...] [--cores N,...] "
             "[--rounds N] [--only-scree] [--peers NAME,...] [--no-detectors] [--no-growth] "
             "[--scaling N,...] "
             "[--make-beds] [--mono GRAINS] [--folder DIR] [--output FILE]\ncases:",
             wrong);
  for (const Case& c : all_cases(false)) fmt::print(stderr, " {}", to_string(c.bed));
  fmt::print(stderr, " (or how a name begins; other sizes with --quick)\n");
  return 2;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) out.push_back(word);
  return out;
}

std::vector<int> numbers(const std::string& text) {
  std::vector<int> out;
  for (const std::string& word : words(text)) out.push_back(std::atoi(word.c_str()));
  return out;
}

void say(const std::string& text) {
  fmt::print("  {}\n", text);
  std::fflush(stdout);
}

void show(const std::string& text) {
  fmt::print("{}", text);
  std::fflush(stdout);
}

Result<StoredBed> bed_of(const Options& o, const Case& c) {
  return cached_bed(c.bed, o.folder, omp_get_num_procs(), say);
}

int fail(const Error& e) {
  fmt::print(stderr, "bench_peers: no bed: {}\n", to_string(e));
  return 1;
}

int finish(const Options& o, const Everything& all) {
  show(bar_table(bars(all)));
  if (!write_json(o, all) || !write_plots(o, all)) {
    fmt::print(stderr, "bench_peers: cannot write {}\n", o.output);
    return 1;
  }
  return 0;
}

// Scree alone on each number of cores.
int run_scaling(const Options& given) {
  Options o = given;
  o.peers = false;
  o.cores = o.scaling;
  // Beside the comparison, not in its place.
  const std::filesystem::path output = o.output;
  o.output = (output.parent_path() / (output.stem().string() + "_scaling.json")).string();
  Everything all;
  for (const Case& c : chosen_cases(o)) {
    Result<StoredBed> bed = bed_of(o, c);
    if (!bed) return fail(bed.error());
    all.scaling.push_back(measure(o, c, *bed));
    show(scaling_table({all.scaling.back()}));
  }
  return finish(o, all);
}

std::optional<Error> run_growth(const Options& given, Everything& all) {
  Options o = given;
  o.peers = false;
  for (const Case& c : growth_cases(o.quick)) {
    Result<StoredBed> bed = bed_of(o, c);
    if (!bed) return bed.error();
    all.growth.push_back(measure(o, c, *bed));
  }
  show(scaling_table(all.growth));
  return std::nullopt;
}

int run_bench(const Options& o) {
  for (const Peer& peer : all_peers())
    if (o.peers && !peers::find_program(peer.program))
      fmt::print("absent: {} is not installed and not measured\n", peer.program);
  if (o.load_before > 0.5)
    fmt::print("busy: load average {:.1f} before the start, do not trust what follows\n",
               o.load_before);
  Everything all;
  for (const Case& c : chosen_cases(o)) {
    Result<StoredBed> bed = bed_of(o, c);
    if (!bed) return fail(bed.error());
    all.cases.push_back(measure(o, c, *bed));
    show(table(all.cases.back()));
    if (o.detectors) {
      const std::vector<DetectorTime> times = measure_detectors(o, c);
      all.detectors.insert(all.detectors.end(), times.begin(), times.end());
    }
    write_json(o, all);  // who ends a long run keeps the cases that are done
  }
  if (o.detectors) show(detector_table(all.detectors));
  if (o.growth)
    if (const auto error = run_growth(o, all)) return fail(*error);
  return finish(o, all);
}

int make_beds(const Options& o) {
  std::vector<Case> cases = chosen_cases(o);
  if (o.growth)
    for (const Case& c : growth_cases(o.quick)) cases.push_back(c);
  for (const Case& c : cases) {
    const Result<StoredBed> bed = bed_of(o, c);
    if (!bed) return fail(bed.error());
    fmt::print("{}: {}\n", to_string(c.bed), to_string(bed->report));
  }
  return 0;
}

struct CommandLine {
  Options options;
  bool only_make = false;
  std::string wrong;
};

bool take_flag(const std::string& word, CommandLine& line) {
  Options& o = line.options;
  if (word == "--quick") {
    o.quick = true;
    o.rounds = 1;
    o.grain_steps = 3e6;
    o.limit = 120;
  } else if (word == "--only-scree") {
    o.peers = false;
  } else if (word == "--no-detectors") {
    o.detectors = false;
  } else if (word == "--no-growth") {
    o.growth = false;
  } else if (word == "--make-beds") {
    line.only_make = true;
  } else {
    return false;
  }
  return true;
}

CommandLine parse(int argc, char** argv) {
  CommandLine line;
  Options& o = line.options;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (take_flag(word, line)) continue;
    const std::string value = k + 1 < argc ? argv[++k] : "";
    if (word == "--case" && !value.empty())
      o.cases = words(value);
    else if (word == "--peers" && !value.empty())
      o.only_peers = words(value);
    else if (word == "--mono")
      o.mono = std::strtoull(value.c_str(), nullptr, 10);
    else if (word == "--cores")
      o.cores = numbers(value);
    else if (word == "--scaling")
      o.scaling = numbers(value);
    else if (word == "--rounds")
      o.rounds = std::atoi(value.c_str());
    else if (word == "--folder" && !value.empty())
      o.folder = value;
    else if (word == "--output" && !value.empty())
      o.output = value;
    else
      line.wrong = "what does `" + word + "` mean?";
  }
  for (const std::vector<int>* list : {&o.cores, &o.scaling})
    for (const int n : *list)
      if (n < 1) line.wrong = "--cores and --scaling take numbers greater than 0";
  if (o.cores.empty() || o.rounds < 1) line.wrong = "--cores and --rounds take numbers above 0";
  if (line.wrong.empty() && chosen_cases(o).empty()) line.wrong = "no case has such a name";
  for (const std::string& name : o.only_peers)
    if (std::none_of(all_peers().begin(), all_peers().end(),
                     [&](const Peer& p) { return p.code == name; }))
      line.wrong = "--peers takes lammps, liggghts, yade";
  return line;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 7 && std::strcmp(argv[1], "--worker") == 0)
    return scree_worker(argv[2], std::atoi(argv[3]), std::atol(argv[4]), std::atol(argv[5]),
                        argv[6]);
  CommandLine line = parse(argc, argv);
  if (!line.wrong.empty()) return usage(line.wrong);
  Options& o = line.options;
  o.self = std::filesystem::read_symlink("/proc/self/exe").string();
  o.load_before = load_average();
  o.folder = std::filesystem::absolute(o.folder).string();
  std::filesystem::create_directories(o.folder);
  if (line.only_make) return make_beds(o);
  return o.scaling.empty() ? run_bench(o) : run_scaling(o);
}
