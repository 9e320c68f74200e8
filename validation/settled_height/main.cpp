// validate_settled_height FOLDER [SEEDS]: 5,000 grains fall from a loose lattice and come to rest,
// with Scree and with LAMMPS from the same starts. Writes FOLDER/results.csv and prints the
// verdict.
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>

#include "packing.hpp"
#include "peers/lammps.hpp"
#include "peers/process.hpp"

namespace {

using namespace scree;

constexpr double kDuration = 0.6;  // seconds; the fall takes 0.1

bench::PackingSettings settings(std::uint64_t seed) {
  bench::PackingSettings s;
  s.grains = 5000;
  s.diameter = 0.004;
  s.contact_time = 5e-4;  // overlaps of 0.4% of d at the floor
  s.width = 13.5 * 1.06;  // 13 x 13 grains a layer, 30 layers
  s.seed = seed;
  return s;
}

double mass(const bench::PackingSettings& s) {
  return s.density * std::numbers::pi / 6 * std::pow(s.diameter, 3);
}

// Twice the mean height of the centres: the height of a homogeneous bed. The mean of 5,000 numbers
// scatters far less from bed to bed than the place of the topmost grain.
struct Measure {
  double height = 0;
  double solid_fraction = 0;
  double kinetic = 0;  // a grain, translation, in m g d: how much at rest it is
};

Measure measure(const peers::State& grains, const bench::PackingSettings& s) {
  Measure m;
  const auto n = static_cast<double>(grains.size());
  for (const peers::GrainState& g : grains) {
    m.height += 2 * g.x.y / n;
    m.kinetic += 0.5 * norm2(g.v) / (9.81 * s.diameter) / n;
  }
  m.solid_fraction = n * mass(s) / s.density / (std::pow(bench::base_width(s), 2) * m.height);
  return m;
}

Result<peers::State> with_scree(const bench::PackingSettings& s, long steps) {
  Result<Simulation> sim = Simulation::create(bench::loose_world(s), {.threads = 1});
  if (!sim) return sim.errors();
  if (const auto failure = sim->run(static_cast<std::uint64_t>(steps)))
    return Error{failure->code, failure->message, "scree", ""};
  return peers::state_of(sim->particles());
}

Result<peers::State> with_lammps(const bench::PackingSettings& s, long steps,
                                 const std::string& folder) {
  const peers::OpenBox box{.width = bench::base_width(s)};
  std::filesystem::create_directories(folder);
  peers::lammps::write_data(folder + "/grains.data",
                            peers::state_of(bench::loose_world(s).particles), box);
  const auto loop = peers::lammps::run_job({.law = bench::hooke_law(s),
                                            .box = box,
                                            .dt = s.contact_time / s.steps_per_contact,
                                            .steps = steps,
                                            .frame_every = steps,
                                            .skin = 0.1 * s.diameter},
                                           folder);
  if (!loop.ok) return Error{"", loop.why, "lmp", ""};
  const auto frames = peers::lammps::read_frames(folder + "/frames.txt");
  return frames.back().grains;
}

struct Summary {
  double mean = 0, deviation = 0;
};

Summary summary(const std::vector<double>& v) {
  Summary s;
  for (const double x : v) s.mean += x / static_cast<double>(v.size());
  for (const double x : v) s.deviation += (x - s.mean) * (x - s.mean);
  s.deviation = std::sqrt(s.deviation / static_cast<double>(v.size() - 1));
  return s;
}

int failed(const Error& e) {
  fmt::print(stderr, "validate_settled_height: {}\n", to_string(e));
  return 1;
}

// Agreement: the means of both codes differ by less than the scatter of the difference of two
// means, twice its standard deviation (19 times in 20 for equal laws).
bool verdict(const std::vector<double>& a, const std::vector<double>& b) {
  const Summary x = summary(a), y = summary(b);
  const double scatter = 2 * std::sqrt((x.deviation * x.deviation + y.deviation * y.deviation) /
                                       static_cast<double>(a.size()));
  const bool agree = std::abs(x.mean - y.mean) <= scatter;
  fmt::print("scree  {:.3f} +- {:.3f} mm\nlammps {:.3f} +- {:.3f} mm\n", 1e3 * x.mean,
             1e3 * x.deviation, 1e3 * y.mean, 1e3 * y.deviation);
  fmt::print("difference {:+.3f} mm, scatter of it {:.3f} mm: {}\n", 1e3 * (x.mean - y.mean),
             1e3 * scatter, agree ? "they agree" : "THEY DIFFER");
  return agree;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || !peers::find_program("lmp")) {
    fmt::print(stderr, "usage: validate_settled_height FOLDER [SEEDS], with `lmp` in PATH\n");
    return 2;
  }
  const std::string folder = argv[1];
  const int seeds = argc > 2 ? std::atoi(argv[2]) : 5;
  if (seeds < 2) return failed({"", "scatter needs two seeds or more", "", ""});
  std::filesystem::create_directories(folder);
  std::FILE* out = std::fopen((folder + "/results.csv").c_str(), "w");
  if (out == nullptr) return failed({"", "cannot write results.csv", folder, ""});
  fmt::print(out, "# scree {}; {}\n", SCREE_VERSION,
             peers::first_line({"lmp", "-h"}, "Massively Parallel"));
  fmt::print(out, "code,seed,height_m,solid_fraction,kinetic_mgd\n");
  std::vector<double> heights[2];
  for (int seed = 1; seed <= seeds; ++seed) {
    const bench::PackingSettings s = settings(static_cast<std::uint64_t>(seed));
    const long steps = std::lround(kDuration * s.steps_per_contact / s.contact_time);
    for (const int code : {0, 1}) {
      const Result<peers::State> end =
          code == 0 ? with_scree(s, steps) : with_lammps(s, steps, folder + "/lammps");
      if (!end) return failed(end.error());
      const Measure m = measure(*end, s);
      heights[code].push_back(m.height);
      fmt::print(out, "{},{},{:.9g},{:.6f},{:.3g}\n", code == 0 ? "scree" : "lammps", seed,
                 m.height, m.solid_fraction, m.kinetic);
      std::fflush(out);
    }
  }
  std::fclose(out);
  return verdict(heights[0], heights[1]) ? 0 : 1;
}
