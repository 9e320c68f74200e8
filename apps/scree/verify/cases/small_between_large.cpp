// A small grain between two large ones must not stick.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/verify/worlds.hpp"

namespace scree::app::cases {
namespace {

void run_small_between_large(VerifyRun& v) {
  const double r = 1e-3, g = 9.81;
  plot::Plot& p = v.add_plot("small_between_large", "Height of the small grain above its seat",
                             {.label = "time, s"}, {.label = "height / radius", .lo = 0});
  const std::vector<double> ratios =
      v.quick() ? std::vector{3.0, 100.0} : std::vector{3.0, 10.0, 30.0, 100.0};
  const int parts = v.quick() ? 20 : 40;
  for (const double ratio : ratios) {
    const double big = ratio * r, gap = 1.2 * r;
    World w = empty_world(linear_material(5e-4, 1.0, 0));
    w.gravity.g = {0, -g, 0};
    w.particles.add({.x = {-big - gap / 2, 0, 0}, .radius = big, .fixed = true}, 2500);
    w.particles.add({.x = {big + gap / 2, 0, 0}, .radius = big, .fixed = true}, 2500);
    const double seat = std::sqrt((big + r) * (big + r) - (big + gap / 2) * (big + gap / 2));
    w.particles.add({.x = {0.05 * r, seat + 2 * r, 0}, .radius = r, .v = {0.02, 0, 0}}, 2500);
    w.steps_per_contact = 200;
    Simulation s = v.start(std::move(w));
    const double before = s.energy().total(), fall = g * 2 * r * s.particles().mass(row(s, 2));
    double highest = -1;
    plot::Series way{.label = fmt::format("size ratio {:g}", ratio),
                     .x = {},
                     .y = {},
                     .mark = plot::Mark::line,
                     .color = static_cast<int>(p.series.size()) + 1};
    for (int k = 0; k < 5 * parts; ++k) {
      VerifyRun::advance(s, 400);
      const double height = position(s, 2).y - seat;
      way.x.push_back(s.time()), way.y.push_back(height / r);
      if (2 * k >= 5 * parts) highest = std::max(highest, height);
    }
    p.series.push_back(way);
    v.near(fmt::format("energy after {} steps, size ratio {:g}", 2000 * parts, ratio),
           (s.energy().total() - before) / fall, 0, 1e-3, "of the fall",
           "second order in the step: (π/200)² = 2.5e-4 a bounce, some four of them");
    v.holds(fmt::format("still bounces a radius high, size ratio {:g}", ratio), highest > r,
            "a grain that sticks does not");
  }
}

}  // namespace

extern const VerifyCase small_between_large_entry;
const VerifyCase small_between_large_entry{
    "small-between-large", "two bodies",
    "A smooth, elastic grain falls into the neck between two large ones that it cannot pass. Codes "
    "that mix velocities of half steps with normals of full steps make it stick from size ratio 3 "
    "on; here it keeps its energy and bounces on.",
    "lammps PR 4351, lethe PR 2082", run_small_between_large};

}  // namespace scree::app::cases
