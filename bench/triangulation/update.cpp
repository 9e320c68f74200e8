#include <fmt/core.h>

#include "triangulation.hpp"

namespace scree::bench::triangulation {
namespace {

using geometry::RepairStats;
using geometry::Triangulation;

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
      l.note = fmt::format(
          "{:.2g} tests, {:.2g} flips per grain; {} of {} tested all; {} held, {} rebuilt, {:.0f} "
          "B",
          static_cast<double>(all.facets_tested) / each, static_cast<double>(all.flips()) / each,
          all.full_tests, updates, all.held, all.local_rebuilds + all.full_rebuilds,
          static_cast<double>(t.memory_bytes()) / count);
      lines.push_back(l);
    }
}

}  // namespace scree::bench::triangulation
