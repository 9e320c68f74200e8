// bench_triangulation [--quick] [--rounds N] [--folder DIR] [--output FILE]
//
// Scree's triangulation, its update after motion, predicates and Laguerre volumes beside CGAL and
// voro++, on the same grains in one run, each the best of some rounds:
// build/bench/triangulation.json and a table. CGAL cannot move its sites: beside an update stands
// its rebuild. Grains: the settled packing of 10^5 equal balls of bench `mono`, jittered lattices
// as dense as a packing (but no packings) with radii 1:1.5 (+- 20%) and 1:10, and (not with
// --quick) one of 10^6 grains.
//
// One thread: time of the processor. Two threads: of the clock, beside the same peer on one; on a
// busy machine those lines mean nothing. Volumes are without the build, voro++ has no such stage.
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "packing.hpp"
#include "triangulation.hpp"

namespace scree::bench::triangulation {

namespace {

using geometry::PowerQuery;
using geometry::Site;
using geometry::Triangulation;

struct Options {
  bool quick = false;
  int rounds = 3;
  std::string folder = "build/bench", output = "build/bench/triangulation.json";
};

Result<Grains> settled(const Options& options, std::size_t count) {
  const std::string file = fmt::format("{}/cache/mono_{}.bin", options.folder, count);
  PackingSettings settings;  // those of bench `mono`, which shares the file
  settings.grains = count;
  settings.width = 1.06 * std::cbrt(2.0 * static_cast<double>(count));
  std::optional<Packing> packing = load(file);
  if (!packing || packing->settings.grains != count) {
    fmt::print("settling {} grains once, kept in {}\n", count, file);
    auto made = settled_packing(settings, 0, [](const std::string&) {});
    if (!made) return made.errors();
    std::filesystem::create_directories(options.folder + "/cache");
    save(*made, file);
    packing = std::move(*made);
  }
  Grains g{.name = fmt::format("settled {}", count)};
  // In diameters: voro++ has a tolerance of 1e-11 whatever the size of the cells.
  for (const peers::GrainState& s : packing->grains) {
    const double d = packing->settings.diameter, r = s.radius / d;
    g.sites.push_back({s.x / d, r * r});
    g.radius.push_back(r);
  }
  set_box(g);
  return g;
}

Triangulation built(const Grains& g) { return std::move(*Triangulation::build(g.sites)); }

// One query per facet, from its lower side: what a check of the whole triangulation evaluates.
std::vector<PowerQuery> facet_queries(const Triangulation& t) {
  std::vector<PowerQuery> out;
  const auto own = [&](const auto& v) {
    return std::all_of(v.begin(), v.end(), [&](std::uint32_t i) { return i < t.sites(); });
  };
  for (std::uint32_t c = 0; c < t.cell_slots(); ++c) {
    if (!t.live(c) || !own(t.vertices_of(c))) continue;
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t n = t.neighbours_of(c)[k];
      const auto& v = t.vertices_of(c);
      if (n >> 2 < c || !own(t.vertices_of(n >> 2))) continue;
      out.push_back({v[0], v[1], v[2], v[3], t.vertices_of(n >> 2)[n & 3]});
    }
  }
  return out;
}

void measure_build(const Grains& g, int rounds, std::vector<Line>& lines) {
  Line l{.grains = g.name, .what = "build", .peer = "CGAL", .bar = 2};
  l.items = static_cast<double>(g.sites.size());
  l.seconds = least_seconds(rounds, [&] { const Triangulation t = built(g); });
  l.peer_seconds = cgal_build_seconds(g, rounds);
  lines.push_back(l);
}

void measure_power(const Grains& g, const Triangulation& t, int rounds, std::vector<Line>& lines) {
  const std::vector<PowerQuery> queries = facet_queries(t);
  std::vector<std::int8_t> signs(queries.size()), peer;
  std::size_t open = 0;
  Line l{.grains = g.name, .what = "power tests", .peer = "CGAL", .bar = 3};
  l.items = static_cast<double>(queries.size());
  l.seconds = least_seconds(rounds, [&] { open = power_tests(g.sites, queries, signs); });
  l.peer_seconds = cgal_power_seconds(g, queries, peer, rounds);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < signs.size(); ++i) differ += signs[i] != peer[i] && signs[i] != 0;
  l.note = fmt::format("{:.2g}% leave the filter, {} other signs", 100.0 * double(open) / l.items,
                       differ);
  lines.push_back(l);
}

void measure_volumes(const Grains& g, const Triangulation& t, int rounds,
                     std::vector<Line>& lines) {
  std::vector<double> peer, volume;
  const double peer_seconds = voro_volume_seconds(g, peer, 1);
  for (const int threads : {1, 2}) {
    geometry::VolumeReport report;
    Line l{.grains = g.name, .what = "Laguerre volumes", .peer = "voro++", .threads = threads};
    l.bar = threads == 1 ? 20 : 0;
    l.items = static_cast<double>(g.sites.size());
    l.peer_seconds = peer_seconds;
    l.seconds = least_seconds(
        rounds, [&] { volume = laguerre_volumes(t, g.box, {.threads = threads}, &report); },
        threads);
    double worst = 0, sum = 0;
    for (std::size_t i = 0; i < volume.size(); ++i) {
      sum += volume[i];
      if (peer[i] > 0) worst = std::max(worst, std::abs(volume[i] - peer[i]) / peer[i]);
    }
    l.note = fmt::format("{:.1f}% clipped, greatest difference {:.1e}, sum - box {:.1e}",
                         100 * static_cast<double>(report.clipped) / l.items, worst,
                         (sum - g.box.volume()) / g.box.volume());
    lines.push_back(l);
  }
}

void print_lines(const std::vector<Line>& lines) {
  fmt::print("{:<20} {:<17} {:>7} {:>11} {:>11} {:>8}  {}\n", "grains", "what", "threads",
             "Scree ns", "peer ns", "faster", "");
  for (const Line& l : lines)
    fmt::print("{:<20} {:<17} {:>7} {:>11.1f} {:>11.1f} {:>7.1f}x  {}{}\n", l.grains, l.what,
               l.threads, 1e9 * l.seconds / l.items, 1e9 * l.peer_seconds / l.items,
               l.peer_seconds / l.seconds,
               l.bar > 0 ? fmt::format("{} {}x; ", l.peer, l.bar) : l.peer + "; ", l.note);
}

bool write_json(const std::string& file, const std::vector<Line>& lines) {
  nlohmann::json out = {{"bench", "triangulation"}, {"lines", nlohmann::json::array()}};
  for (const Line& l : lines)
    out["lines"].push_back({{"grains", l.grains},
                            {"what", l.what},
                            {"threads", l.threads},
                            {"items", l.items},
                            {"seconds", l.seconds},
                            {"peer", l.peer},
                            {"peer_seconds", l.peer_seconds},
                            {"faster", l.peer_seconds / l.seconds},
                            {"bar", l.bar},
                            {"note", l.note}});
  std::ofstream to(file);
  to << out.dump(1) << "\n";
  return static_cast<bool>(to.flush());
}

int run_bench(const Options& options) {
  std::vector<Grains> sets;
  const std::size_t count = options.quick ? 10000 : 100000;
  auto packing = settled(options, count);
  if (!packing) {
    fmt::print(stderr, "bench_triangulation: no packing: {}\n", to_string(packing.error()));
    return 1;
  }
  sets.push_back(std::move(*packing));
  for (const double ratio : {1.5, 10.0}) sets.push_back(mixed(count, ratio));  // 1.5: +- 20%
  if (!options.quick) sets.push_back(mixed(1000000, 1.5));
  std::vector<Line> lines;
  for (const Grains& g : sets) {
    const int rounds = g.sites.size() > 500000 ? 1 : options.rounds;
    measure_build(g, rounds, lines);
    measure_updates(g, lines.back().peer_seconds, rounds, lines);
    const Triangulation t = built(g);
    measure_power(g, t, rounds, lines);
    measure_volumes(g, t, rounds, lines);
  }
  print_lines(lines);
  if (write_json(options.output, lines)) return 0;
  fmt::print(stderr, "bench_triangulation: cannot write {}\n", options.output);
  return 1;
}

}  // namespace
}  // namespace scree::bench::triangulation

int main(int argc, char** argv) {
  scree::bench::triangulation::Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--quick") {
      options.quick = true;
    } else if (k + 1 < argc && word == "--rounds") {
      options.rounds = std::max(1, std::atoi(argv[++k]));
    } else if (k + 1 < argc && word == "--folder") {
      options.folder = argv[++k];
    } else if (k + 1 < argc && word == "--output") {
      options.output = argv[++k];
    } else {
      fmt::print(stderr,
                 "bench_triangulation: what does `{}` mean?\nusage: bench_triangulation [--quick] "
                 "[--rounds N] [--folder DIR] [--output FILE]\n",
                 word);
      return 2;
    }
  }
  return scree::bench::triangulation::run_bench(options);
}
