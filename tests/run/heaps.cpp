// Angle of repose of a small heap that the engine has made.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/measure.hpp"
#include "scene/scene.hpp"
#include "sim/reports/live_input.hpp"

namespace scree::test {
namespace {

// A column of grains that fell apart on a floor.
Simulation collapsed_column() {
  auto scene = parse_scene(
      "[material.gravel]\ndensity = 2600\n"
      "normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.3 }\n"
      "tangential = { law = \"spring\", friction = 0.6 }\n"
      "rolling = { law = \"spring\", friction = 0.2 }\n"
      "[[wall]]\nshape = \"plane\"\nmaterial = \"gravel\"\n"
      "[[fill]]\nkind = \"random\"\nmaterial = \"gravel\"\ncount = 400\n"
      "diameter = \"5 mm\"\nvariation = 0.1\n"
      "region = { kind = \"box\", min = [\"-22 mm\", 0, \"-22 mm\"], max = [\"22 mm\", \"40 mm\", "
      "\"22 mm\"] }\n",
      "heap.toml");
  EXPECT_TRUE(scene.ok()) << (scene.ok() ? "" : to_string(scene.error()));
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  EXPECT_TRUE(sim.ok()) << (sim.ok() ? "" : to_string(sim.error()));
  EXPECT_FALSE(sim->run(static_cast<std::uint64_t>(0.6 / sim->dt())).has_value());
  return std::move(*sim);
}

std::vector<double> repose_of(const Simulation& sim, const Particles& p) {
  LiveInput live;
  const MeasureInput at = live.at(sim, sim.energy());
  auto measure = make_measure("repose");
  std::vector<double> out((*measure)->size());
  (*measure)->evaluate({.particles = p, .up = at.up}, out);
  return out;
}

TEST(Heaps, angle_of_a_collapsed_column_is_that_of_its_cone_with_and_without_stray_grains) {
  const Simulation sim = collapsed_column();
  Particles p = sim.particles();
  const auto alone = repose_of(sim, p);
  // By hand: half of a cone's volume lies within half its radius.
  std::vector<double> far;
  double top = 0;
  for (const PositionRadius& g : p.xr) {
    far.push_back(std::hypot(g.x.x, g.x.z));
    top = std::max(top, g.x.y + g.r);
  }
  std::nth_element(far.begin(), far.begin() + static_cast<std::ptrdiff_t>(far.size() / 2),
                   far.end());
  const double by_hand = std::atan(top / (2 * far[far.size() / 2])) * 180 / std::numbers::pi;
  EXPECT_NEAR(alone[0], by_hand, 2 * alone[1] + 3);  // one grain more on top is 3 degrees
  for (int k = 0; k < 12; ++k)
    p.add({.x = {0.1 + 0.02 * k, 0.0025, 0.05 * (k % 5)}, .radius = 0.0025}, 2600);
  const auto strewn = repose_of(sim, p);
  EXPECT_NEAR(strewn[0], alone[0], alone[1]);
  EXPECT_NEAR(strewn[3], alone[3], 0.05 * alone[3]) << "the reach of the heap";
}

}  // namespace
}  // namespace scree::test
