#include <fmt/core.h>

#include <cmath>

#include "base/random.hpp"
#include "geometry/hilbert.hpp"
#include "triangulation.hpp"

namespace scree::bench::triangulation {
namespace {

using geometry::RepairStats;
using geometry::Triangulation;

// Rows along the curve, as a simulation keeps them.
Grains along_the_curve(const Grains& g) {
  Grains out{.name = g.name, .box = g.box};
  for (const std::uint32_t i : geometry::spatial_order(g.sites)) {
    out.sites.push_back(g.sites[i]);
    out.radius.push_back(g.radius[i]);
  }
  return out;
}

// Each grain by the same length, in a direction of its own, anew at each update.
void move_on(std::vector<Vec3>& x, double length, std::uint64_t update) {
  const CounterRandom random(17, update);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double z = 2 * random.uniform(2 * i) - 1, angle = 2 * M_PI * random.uniform(2 * i + 1);
    const double r = std::sqrt(1 - z * z);
    x[i] += length * Vec3{r * std::cos(angle), r * std::sin(angle), z};
  }
}

constexpr int warm_up = 3;  // the first updates after all was certified are cheaper

}  // namespace

// All updates of a run are alike, each is from another state: the best of some of them.
void measure_updates(const Grains& grains, double rebuild_seconds, int rounds,
                     std::vector<Line>& lines) {
  const Grains g = along_the_curve(grains);
  const auto count = static_cast<double>(g.sites.size());
  double diameter = 0;
  for (const double r : g.radius) diameter += 2 * r / count;
  for (const double share : {1e-3, 1e-2})
    for (const int threads : {1, 2}) {
      auto t = std::move(*Triangulation::build(g.sites));
      t.prepare(threads);
      std::vector<Vec3> x;
      for (const geometry::Site& s : g.sites) x.push_back(s.x);
      Line l{.grains = g.name, .peer = "CGAL rebuild", .threads = threads};
      l.what = fmt::format("update {:g} d", share);
      l.bar = threads == 1 ? 40 : 0;
      l.items = count;
      l.peer_seconds = rebuild_seconds;
      l.seconds = 1e300;
      RepairStats all;
      const int updates = warm_up + rounds + 2;
      for (int k = 0; k < updates; ++k) {
        move_on(x, share * diameter, static_cast<std::uint64_t>(k));
        const double start = now(threads);
        all += *t.move_all(x, {}, threads);
        if (k >= warm_up) l.seconds = std::min(l.seconds, now(threads) - start);
      }
      const double each = count * updates;
      l.note = fmt::format("{:.2g} tests, {:.2g} flips a grain; {} held, {} rebuilt, {:.0f} B",
                           static_cast<double>(all.facets_tested) / each,
                           static_cast<double>(all.flips()) / each, all.held,
                           all.local_rebuilds + all.full_rebuilds,
                           static_cast<double>(t.memory_bytes()) / count);
      lines.push_back(l);
    }
}

}  // namespace scree::bench::triangulation
