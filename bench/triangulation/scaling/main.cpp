// bench_triangulation_scaling [--quick] [--grains N] [--scaling 1,2,4,...] [--updates N]
//                             [--output FILE]
//
// Build, certificates, update after motion and Laguerre volumes on each number of threads, one
// program without peers. By the clock: only an idle machine tells something. The build runs on one
// thread. Every number of threads goes through the same motions, and must end in the same
// triangulation: exit 1 if not.
#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "grains/grains.hpp"

namespace scree::bench::triangulation {
namespace {

using geometry::RepairStats;
using geometry::Triangulation;

struct Options {
  std::size_t grains = 1000000;
  std::vector<int> threads{1, 2, 4, 8, 16};
  int updates = 5;
  std::string output;
};

struct Column {
  int threads;
  double build, prepare, volumes;
  std::vector<double> update;  // of each length
};

constexpr double lengths[] = {1e-4, 1e-3, 1e-2};  // in mean diameters

double clock_since(double start) { return now(0) - start; }

// Depends on the set of cells alone, not on their order.
std::uint64_t fingerprint(const Triangulation& t) {
  std::uint64_t sum = 0;
  t.for_each_tetrahedron([&](auto v) {
    std::sort(v.begin(), v.end());
    std::uint64_t h = 0;
    for (const std::uint32_t i : v) h = (h ^ i) * 0x9e3779b97f4a7c15ull, h ^= h >> 31;
    sum += h;
  });
  return sum;
}

// The least of some updates: what other work on the machine did not disturb.
Column measure(const Grains& g, int threads, const Options& options, std::uint64_t& print) {
  Column column{.threads = threads};
  const auto count = static_cast<double>(g.sites.size());
  double diameter = 0;
  for (const double r : g.radius) diameter += 2 * r / count;
  double start = now(0);
  Triangulation t = std::move(*Triangulation::build(g.sites));
  column.build = clock_since(start) / count;
  start = now(0);
  t.prepare(threads);
  column.prepare = clock_since(start) / count;
  column.volumes = least_seconds(
                       2, [&] { laguerre_volumes(t, g.box, {.threads = threads}); }, 0) /
                   count;
  std::vector<Vec3> x;
  for (const geometry::Site& s : g.sites) x.push_back(s.x);
  std::uint64_t turn = 0;
  for (const double length : lengths) {
    double least = 1e300;
    RepairStats all;
    for (int k = 0; k < options.updates + 3; ++k) {  // the first ones after certifying are cheap
      move_on(x, length * diameter, ++turn);
      start = now(0);
      all += *t.move_all(x, {}, threads);
      if (k >= 3) least = std::min(least, clock_since(start) / count);
    }
    column.update.push_back(least);
    const double each = count * (options.updates + 3);
    if (threads == options.threads.front())
      fmt::print(
          "motion {:g} d: {:.3g} tests, {:.3g} flips per grain and update; {} of {} updates tested "
          "all; {} held, {} inserted again, {} regions, {} rebuilds\n",
          length, static_cast<double>(all.facets_tested) / each,
          static_cast<double>(all.flips()) / each, all.full_tests, options.updates + 3, all.held,
          all.reinserted, all.local_rebuilds, all.full_rebuilds);
  }
  print = fingerprint(t);
  return column;
}

struct Row {
  std::string what;
  bool parallel;
  std::vector<double> seconds;  // per grain, for each number of threads
};

std::vector<Row> rows_of(const std::vector<Column>& columns) {
  std::vector<Row> rows{{"build", false, {}}, {"certificates", true, {}}, {"volumes", true, {}}};
  for (const double length : lengths)
    rows.push_back({fmt::format("update {:g} d", length), true, {}});
  for (const Column& c : columns) {
    rows[0].seconds.push_back(c.build);
    rows[1].seconds.push_back(c.prepare);
    rows[2].seconds.push_back(c.volumes);
    for (std::size_t i = 0; i < c.update.size(); ++i) rows[3 + i].seconds.push_back(c.update[i]);
  }
  return rows;
}

void print_table(const std::vector<Row>& rows, const Options& options) {
  fmt::print("{:<16}", "ns per grain");
  for (const int n : options.threads) fmt::print("{:>16}", fmt::format("{} threads", n));
  fmt::print("\n");
  for (const Row& row : rows) {
    fmt::print("{:<16}", row.what);
    for (const double s : row.seconds)
      fmt::print("{:>16}", row.parallel
                               ? fmt::format("{:.1f} {:>5.2f}x", 1e9 * s, row.seconds.front() / s)
                               : fmt::format("{:.1f}       ", 1e9 * s));
    fmt::print("\n");
  }
}

bool write_json(const std::vector<Row>& rows, const Options& options, bool same) {
  std::ofstream to(options.output);
  to << fmt::format(
      "{{\"bench\": \"triangulation scaling\", \"grains\": {}, \"same_result\": {}, "
      "\"lines\": [",
      options.grains, same);
  const char* comma = "";
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.seconds.size(); ++i) {
      to << comma
         << fmt::format("\n {{\"what\": \"{}\", \"threads\": {}, \"ns_a_grain\": {:.2f}}}",
                        row.what, options.threads[i], 1e9 * row.seconds[i]);
      comma = ",";
    }
  to << "\n]}\n";
  return static_cast<bool>(to.flush());
}

int run(const Options& options) {
  const Grains g = along_the_curve(mixed(options.grains, 1.5));
  std::vector<Column> columns;
  std::uint64_t first = 0;
  bool same = true;
  for (const int n : options.threads) {
    std::uint64_t print = 0;
    columns.push_back(measure(g, n, options, print));
    if (columns.size() == 1) first = print;
    same &= print == first;
  }
  const std::vector<Row> rows = rows_of(columns);
  print_table(rows, options);
  fmt::print("{}\n", same ? "one result for all numbers of threads" : "THE RESULTS DIFFER");
  if (!options.output.empty() && !write_json(rows, options, same)) {
    fmt::print(stderr, "bench_triangulation_scaling: cannot write {}\n", options.output);
    return 1;
  }
  return same ? 0 : 1;
}

}  // namespace
}  // namespace scree::bench::triangulation

int main(int argc, char** argv) {
  scree::bench::triangulation::Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--quick") {
      options.grains = 50000;
      options.updates = 2;
    } else if (k + 1 < argc && word == "--grains") {
      options.grains = static_cast<std::size_t>(std::max(100, std::atoi(argv[++k])));
    } else if (k + 1 < argc && word == "--updates") {
      options.updates = std::max(1, std::atoi(argv[++k]));
    } else if (k + 1 < argc && word == "--output") {
      options.output = argv[++k];
    } else if (k + 1 < argc && word == "--scaling") {
      options.threads.clear();
      std::stringstream list(argv[++k]);
      for (std::string n; std::getline(list, n, ',');)
        options.threads.push_back(std::max(1, std::atoi(n.c_str())));
      if (options.threads.empty()) options.threads = {1};
    } else {
      fmt::print(stderr,
                 "bench_triangulation_scaling: what does `{}` mean?\nusage: "
                 "bench_triangulation_scaling [--quick] [--grains N] [--scaling 1,2,4,8,16] "
                 "[--updates N] [--output FILE]\n",
                 word);
      return 2;
    }
  }
  return scree::bench::triangulation::run(options);
}
