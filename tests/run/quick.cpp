// A first look at a scene, what pours will give, and the work that is left.
#include "run/quick.hpp"

#include <gtest/gtest.h>

#include "run/estimate.hpp"

namespace scree::test {
namespace {

const std::string kPour = R"(
duration = "30 s"
dt = "20 us"
[[wall]]
shape = "plane"
[[fill]]
name = "spout"
kind = "pour"
diameter = "4 mm"
centre = [0, 0.1, 0]
width = "4 cm"
rate = 1000
count = 30000
)";

struct Poured {
  Scene scene;
  Simulation sim;
};
Poured poured(const std::vector<std::string>& sets = {}) {
  auto scene = parse_scene(kPour, "s.toml", sets);
  EXPECT_TRUE(scene.ok()) << (scene ? "" : to_string(scene.error()));
  auto sim = Simulation::create(scene->world, {.threads = 1});
  EXPECT_TRUE(sim.ok()) << (sim ? "" : to_string(sim.error()));
  return {std::move(*scene), std::move(*sim)};
}

TEST(Quick, cuts_duration_and_what_is_asked_of_inlets) {
  const Poured p = poured();
  const std::vector<std::string> cuts = run::quick_overrides(p.sim, p.scene);
  ASSERT_EQ(cuts.size(), 2u);
  EXPECT_TRUE(cuts[0].starts_with("duration=")) << cuts[0];
  EXPECT_TRUE(cuts[1].starts_with("fill.spout.count=")) << cuts[1];
  const Poured q = poured(cuts);
  // Grains come evenly: n(t) = rate t, so the work is rate t^2 / (2 dt).
  const double t = q.scene.duration;
  // Rounded down to two digits: up to a tenth less of t, a fifth less of the work.
  EXPECT_NEAR(1000 * t * t / 2 / q.sim.dt(), run::kQuickWork, 0.25 * run::kQuickWork);
  EXPECT_NEAR(static_cast<double>(q.sim.world().inlets[0].count), 1000 * t, 1);
  EXPECT_TRUE(run::quick_overrides(q.sim, q.scene).empty()) << "it is short now";
}

TEST(Quick, leaves_short_scenes_as_they_are) {
  const Poured p = poured({"duration=0.05", "fill.spout.count=40"});
  EXPECT_TRUE(run::quick_overrides(p.sim, p.scene).empty());
}

TEST(Forecast, a_pour_ends_with_its_count_its_mass_its_time_or_the_run) {
  const double each = 2500 * 4.0 / 3 * 3.14159265358979 * 8e-9;  // kg
  const auto ends = [&](const std::vector<std::string>& sets) {
    const Poured p = poured(sets);
    return run::forecast_pour(p.sim.world().inlets[0], p.sim.world(), p.scene.duration);
  };
  EXPECT_DOUBLE_EQ(ends({}).grains, 30000);
  EXPECT_DOUBLE_EQ(ends({}).ends, 30);
  EXPECT_DOUBLE_EQ(ends({"fill.spout.count=500"}).ends, 0.5);
  EXPECT_DOUBLE_EQ(ends({"duration=2", "fill.spout.end=1"}).grains, 1000);
  EXPECT_NEAR(ends({"fill.spout.mass=1e-3"}).grains, 1e-3 / each, 1e-6 / each);
  EXPECT_NEAR(ends({"fill.spout.mass=1e-3"}).mass, 1e-3, 1e-9);
}

TEST(Forecast, the_work_to_come_knows_grains_that_are_not_there_yet) {
  Poured p = poured({"duration=2", "fill.spout.count=1000"});
  const auto last = static_cast<std::uint64_t>(2 / p.sim.dt());
  const double step = p.sim.dt();
  // 1000 grains, evenly over the first second, then there for one more; and 20 for the step itself.
  const double all = (500 * 1 + 1000 * 1) / step + 20 * 2 / step;
  EXPECT_NEAR(run::work_to_come(p.sim, last), all, 1e-3 * all);
  ASSERT_FALSE(p.sim.run(2500));  // 50 ms: 50 grains or so are there
  const double n = static_cast<double>(p.sim.particles().size());
  EXPECT_GT(n, 40);
  const double left = run::work_to_come(p.sim, last);
  EXPECT_LT(left, all);
  EXPECT_GT(left, 0.95 * all) << "almost all of the work is still to come";
  EXPECT_EQ(run::work_to_come(p.sim, 10), 0);
}

}  // namespace
}  // namespace scree::test
