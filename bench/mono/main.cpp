// bench_mono [--quick] [--grains N,N] [--rounds N] [--folder DIR] [--output FILE]
//
// Equal spheres at rest in an open box, one core and two, Scree beside LAMMPS, LIGGGHTS and YADE in
// one run: build/bench/mono.json and a table. How it is measured: docs/performance.md.
#include <fmt/core.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "mono.hpp"
#include "peers/process.hpp"

namespace {

using namespace scree;
using namespace scree::bench;
using namespace scree::bench::mono;

int usage(const char* wrong) {
  fmt::print(stderr,
             "bench_mono: {}\nusage: bench_mono [--quick] [--grains N,N,...] [--cores N,N,...] "
             "[--rounds N] [--folder DIR] [--output FILE]\n",
             wrong);
  return 2;
}

template <class T>
std::vector<T> numbers(const std::string& text) {
  std::vector<T> out;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');)
    out.push_back(static_cast<T>(std::strtod(word.c_str(), nullptr)));
  return out;
}

int run_bench(const Options& options) {
  for (const char* peer : {"lmp", "liggghts", "yade"})
    if (!peers::find_program(peer))
      fmt::print("absent: {} is not installed and not measured\n", peer);
  if (options.load_before > 0.5)
    fmt::print("busy: load average {:.1f} before the start, do not trust what follows\n",
               options.load_before);
  std::vector<CaseResult> results;
  for (const std::size_t grains : options.grains) {
    Result<Packing> packing = cached_packing(options, grains);
    if (!packing) {
      fmt::print(stderr, "bench_mono: no packing: {}\n", to_string(packing.error()));
      return 1;
    }
    const std::string file = fmt::format("{}/cache/mono_{}.bin", options.folder, grains);
    results.push_back(measure(options, *packing, file));
    fmt::print("{}", table(results.back()));
    std::fflush(stdout);
  }
  if (!write_json(options, results)) {
    fmt::print(stderr, "bench_mono: cannot write {}\n", options.output);
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 6 && std::strcmp(argv[1], "--worker") == 0)
    return scree_worker(argv[2], std::atoi(argv[3]), std::atol(argv[4]), std::atol(argv[5]));
  Options options;
  options.self = std::filesystem::read_symlink("/proc/self/exe").string();
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--quick") {
      options.grains = {3000};
      options.rounds = 1;
      options.grain_steps = 2e6;
      continue;
    }
    if (k + 1 == argc) return usage(("what does `" + word + "` mean?").c_str());
    const std::string value = argv[++k];
    if (word == "--grains")
      options.grains = numbers<std::size_t>(value);
    else if (word == "--cores")
      options.cores = numbers<int>(value);
    else if (word == "--rounds")
      options.rounds = std::atoi(value.c_str());
    else if (word == "--folder")
      options.folder = value;
    else if (word == "--output")
      options.output = value;
    else
      return usage(("what does `" + word + "` mean?").c_str());
  }
  if (options.grains.empty() || options.cores.empty() || options.rounds < 1)
    return usage("--grains, --cores and --rounds take numbers greater than 0");
  options.load_before = load_average();
  options.folder = std::filesystem::absolute(options.folder).string();
  return run_bench(options);
}
