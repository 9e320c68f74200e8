// Bench `voronoi`: volumes and derivatives of the cells of a dense packing, exact and followed,
// beside voro++ in the same run; one thread, time of the processor.
//
//   bench_voronoi [--grains N] [--rounds N] [--output FILE.json]
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "geometry/laguerre/followed_volumes.hpp"
#include "triangulation.hpp"

namespace {

using namespace scree;
using namespace scree::bench::triangulation;
using geometry::FollowedVolumes;

struct Table {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  double grains = 0, voro = 0;
  void line(const std::string& what, double seconds) {
    const double ns = 1e9 * seconds / grains;
    fmt::print("{:<44} {:>9.1f} ns per grain {:>8.1f} times voro++\n", what, ns, voro / seconds);
    std::fflush(stdout);
    json[what] = ns;
  }
};

// Steps in which each grain moves by `length` in a direction that it keeps, as in slow compaction.
void follow(const Grains& g, double share, int steps, Table& table) {
  const double length = share * 2 * g.radius[0];
  std::vector<Vec3> x, direction;
  for (const geometry::Site& s : g.sites) x.push_back(s.x);
  direction = x;
  move_on(direction, length, 1);
  for (std::size_t k = 0; k < x.size(); ++k) direction[k] -= x[k];
  auto f = FollowedVolumes::start(g.sites, g.box, 0.01);
  if (!f) return;
  std::size_t renewed = 0;
  double quiet = 1e300, all = 0;
  for (int k = 0; k < steps; ++k) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += direction[i];
    const double before = now(1);
    const auto done = f->update(x);
    if (!done) return;
    const double taken = now(1) - before;
    all += taken;
    renewed += *done;
    if (*done == 0) quiet = std::min(quiet, taken);
  }
  const std::string at = fmt::format("followed, {:.0e} diameters a step", share);
  table.line(at + ", quiet step", quiet);
  table.line(at + ", mean", all / steps);
  fmt::print("  {:.4f} cells made exact per grain and step\n",
             static_cast<double>(renewed) / (static_cast<double>(x.size()) * steps));
  std::vector<double> v(x.size());
  if (share < 2e-6)
    table.line("all volumes from their linear forms", least_seconds(3, [&] { f->volumes(v); }));
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 100000;
  int rounds = 3;
  std::string output;
  for (int k = 1; k + 1 < argc; k += 2) {
    const std::string word = argv[k];
    if (word == "--grains") count = static_cast<std::size_t>(std::atol(argv[k + 1]));
    if (word == "--rounds") rounds = std::atoi(argv[k + 1]);
    if (word == "--output") output = argv[k + 1];
  }
  const Grains g = along_the_curve(mixed(count, 1.5));
  Table table;
  table.grains = static_cast<double>(count);
  std::vector<double> peer;
  table.voro = voro_volume_seconds(g, peer, rounds);
  table.line("voro++", table.voro);
  auto t = geometry::Triangulation::build(g.sites);
  if (!t) return 1;
  table.line("triangulation, built",
             least_seconds(rounds, [&] { t = geometry::Triangulation::build(g.sites); }));
  t->prepare();
  std::vector<double> volume;
  table.line("volumes by pieces",
             least_seconds(rounds, [&] { volume = laguerre_volumes(*t, g.box, {.threads = 1}); }));
  double worst = 0, sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (peer[i] > 0) worst = std::max(worst, std::abs(volume[i] - peer[i]) / peer[i]);
    sum += volume[i];
  }
  fmt::print("  greatest difference from voro++ {:.1e}, sum of the volumes {:.1e} from the box\n",
             worst, std::abs(sum / g.box.volume() - 1));
  geometry::LaguerreGradient gradient;
  table.line("volumes and derivatives by clipping",
             least_seconds(rounds, [&] { gradient = laguerre_gradient(*t, g.box, 1); }));
  std::vector<Vec3> x;
  for (const geometry::Site& s : g.sites) x.push_back(s.x);
  std::uint64_t moves = 0;
  if (!t->move_all(x)) std::abort();
  table.line("moved by 1e-4 diameters, volumes by pieces", least_seconds(rounds, [&] {
               move_on(x, 1e-4 * 2 * g.radius[0], ++moves);
               if (t->move_all(x)) volume = laguerre_volumes(*t, g.box, {.threads = 1});
             }));
  for (const double share : {1e-6, 1e-5, 1e-4}) {
    // Long enough for each grain to be exact three times.
    follow(g, share, static_cast<int>(0.01 / share), table);
  }
  if (!output.empty()) std::ofstream(output) << table.json.dump(1) << "\n";
  return 0;
}
