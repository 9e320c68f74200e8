// bench_series OUTPUT.json [MAX_GRAINS [THREADS]]: what a line of series.csv costs.
//
// The state is a simple cubic lattice, compressed by 0.1% and shaken a little: six contacts per
// grain, about as many as at rest, without the hour that a million grains take to settle. Grains
// are numbered at random, as those of a mixed packing are. Each time is the best of several, and
// is also given in units of a time step of the same state, in the same run.
#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "packing.hpp"
#include "run/folder/series.hpp"

namespace {

using namespace scree;

std::vector<std::uint32_t> shuffled(std::size_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  const CounterRandom random(3, 1);
  for (std::size_t k = n - 1; k > 0; --k)
    std::swap(order[k], order[static_cast<std::size_t>(random.uniform(k) * double(k + 1))]);
  return order;
}

World compressed_lattice(std::size_t side) {
  bench::PackingSettings s;
  s.grains = 0;
  World w = bench::loose_world(s);  // law and walls
  const double d = s.diameter, step = 0.999 * d, width = step * double(side);
  ParamSet right, back;
  right.set("point", Vec3{width, 0, 0}), right.set("normal", Vec3{-1, 0, 0});
  back.set("point", Vec3{0, 0, width}), back.set("normal", Vec3{0, 0, -1});
  w.walls[2].shape =
      std::shared_ptr<const WallShape>(std::move(*find_wall_shape("plane")->make(right)));
  w.walls[4].shape =
      std::shared_ptr<const WallShape>(std::move(*find_wall_shape("plane")->make(back)));
  const CounterRandom random(s.seed, 7);
  for (const std::uint32_t cell : shuffled(side * side * side)) {
    const auto at = [&](std::size_t place, std::uint64_t c) {
      return (double(place) + 0.5) * step +
             1e-4 * d * (random.uniform(9 * std::uint64_t{cell} + c) - 0.5);
    };
    const auto speed = [&](std::uint64_t c) {
      return 1e-3 * (random.uniform(9 * std::uint64_t{cell} + c) - 0.5);
    };
    w.particles.add(
        {.x = {at(cell % side, 0), at(cell / (side * side), 1), at(cell / side % side, 2)},
         .radius = 0.5 * d,
         .v = {speed(3), speed(4), speed(5)},
         .omega = 1e3 * Vec3{speed(6), speed(7), speed(8)}},
        s.density);
  }
  return w;
}

// The best of several, in milliseconds.
template <class F>
double best_ms(F&& f) {
  using Clock = std::chrono::steady_clock;
  double best = 1e300, spent = 0;
  for (int k = 0; k < 20 && (k < 3 || spent < 300); ++k) {
    const auto start = Clock::now();
    f();
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    best = std::min(best, ms), spent += ms;
  }
  return best;
}

const std::vector<std::pair<std::string, ParamSet>>& measures() {
  static const std::vector<std::pair<std::string, ParamSet>> all = [] {
    ParamSet layers, stress;
    layers.set("thickness", 1e-3), layers.set("count", std::int64_t{50}), layers.set("area", 1e-2);
    stress.set("min", Vec3{0.01, 0.01, 0.01}), stress.set("max", Vec3{0.03, 0.03, 0.03});
    return std::vector<std::pair<std::string, ParamSet>>{
        {"speed", {}},        {"mass", {}},   {"layers", layers},
        {"coordination", {}}, {"fabric", {}}, {"forces", {}},
        {"stress", stress},   {"flow", {}},   {"walls", {}}};
  }();
  return all;
}

struct Timing {
  std::string what;
  double ms = 0;
};

std::vector<Timing> time_lines(Simulation& sim) {
  std::vector<Timing> out;
  std::string text;
  run::Series plain({});
  out.push_back({"line", best_ms([&] { text = plain.line(sim); })});
  std::vector<MeasureSpec> specs;
  const auto timed = [&](const std::string& what, std::span<const MeasureSpec> wanted) {
    run::Series series(wanted);
    text = series.line(sim);
    out.push_back({what, best_ms([&] { text = series.line(sim); })});
  };
  for (const auto& [kind, given] : measures()) {
    auto params = with_defaults(find_measure(kind)->info.params, given);
    specs.push_back({.name = kind, .kind = kind, .params = *params});
    timed("line with " + kind, std::span(&specs.back(), 1));
  }
  timed("line with all of these", specs);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t limit = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000000;
  const int threads = argc > 3 ? std::atoi(argv[3]) : omp_get_num_procs();
  std::string json;
  for (const std::size_t side : {47u, 100u}) {
    if (side * side * side > std::max<std::size_t>(limit, 110000)) continue;
    auto sim = Simulation::create(compressed_lattice(side), {.threads = threads});
    if (!sim) return fmt::print(stderr, "bench_series: {}\n", to_string(sim.error())), 1;
    sim->run(20);
    const double step = best_ms([&] { sim->run(5); }) / 5;
    fmt::print("{} grains, {} contacts, {} threads: a step takes {:.2f} ms\n",
               sim->particles().size(), sim->contact_count(), sim->threads(), step);
    for (const Timing& t : time_lines(*sim)) {
      fmt::print("  {:<24} {:8.2f} ms {:8.2f} steps\n", t.what, t.ms, t.ms / step);
      json += fmt::format(
          "{}    {{\"grains\": {}, \"contacts\": {}, \"what\": \"{}\", \"ms\": {:.3f}, \"steps\": "
          "{:.3f}}}",
          json.empty() ? "" : ",\n", sim->particles().size(), sim->contact_count(), t.what, t.ms,
          t.ms / step);
    }
    std::fflush(stdout);
  }
  if (argc < 2) return 0;
  std::FILE* out = std::fopen(argv[1], "w");
  if (!out) return fmt::print(stderr, "bench_series: cannot write {}\n", argv[1]), 1;
  fmt::print(out,
             "{{\n  \"bench\": \"series\",\n  \"threads\": {},\n  \"results\": [\n{}\n  ]\n}}\n",
             threads, json);
  return std::fclose(out) == 0 ? 0 : 1;
}
