// A first look at a scene, what pours will give, and the work that is left.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "run/forecast/derived_values.hpp"
#include "run/forecast/estimate.hpp"
#include "run/forecast/quick.hpp"

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
  // Grains wait for room: where as many were asked for as the rate gives, some came too late.
  EXPECT_NEAR(static_cast<double>(q.sim.world().inlets[0].count), 950 * t, 1);
  EXPECT_TRUE(run::quick_overrides(q.sim, q.scene).empty()) << "it is short now";
}

TEST(Quick, leaves_short_scenes_as_they_are) {
  const Poured p = poured({"duration=0.05", "fill.spout.count=40"});
  EXPECT_TRUE(run::quick_overrides(p.sim, p.scene).empty());
}

// Whatever begins with a scene of Scree waits for it. Some 100 ns per grain-step on a busy
// core: 1.8e8 are under 20 s on two. Stages mostly end long before the time that they may take at
// most.
constexpr double kStarterWork = 1.8e8, kStagedWork = 3 * kStarterWork;
// mixture_2d: its grains fly, a quarter of the cost.
const std::set<std::string> kLongStarters = {"mixture_2d"};

TEST(Starters, run_in_less_than_twenty_seconds) {
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(SCREE_SOURCE_DIR "/scenes")) {
    if (file.path().extension() != ".toml") continue;
    const std::string name = file.path().stem().string();
    auto scene = load_scene(file.path().string());
    ASSERT_TRUE(scene.ok()) << name;
    auto sim = Simulation::create(scene->world, {.threads = 1});
    ASSERT_TRUE(sim.ok()) << name;
    const double work = run::run_work(*sim, scene->duration);
    RecordProperty(name, std::to_string(work / 1e6));
    const double most = scene->world.stages.empty() ? kStarterWork : kStagedWork;
    EXPECT_EQ(work > most, kLongStarters.contains(name))
        << name << ": " << work / 1e6
        << " million grain-steps; make it shorter or smaller, and let "
        << "its head say how to get the whole experiment";
    ++count;
  }
  EXPECT_GE(count, 30);
}

TEST(Work, shapes_and_bonds_count_more_and_fixed_grains_not_at_all) {
  const auto work = [](const std::string& fills) {
    auto scene =
        parse_scene("gravity = [0, 0, 0]\nduration = 1\ndt = \"10 us\"\n" + fills, "s.toml");
    EXPECT_TRUE(scene.ok()) << (scene ? "" : to_string(scene.error()));
    auto sim = Simulation::create(scene->world, {.threads = 1});
    EXPECT_TRUE(sim.ok()) << (sim ? "" : to_string(sim.error()));
    return run::run_work(*sim, scene->duration) / 1e5;  // per step
  };
  const auto balls = [](const std::string& more) {
    return "[[fill]]\nkind = \"lattice\"\ndiameter = \"4 mm\"\n" + more +
           "region = { kind = \"box\", min = [0, 0, 0], max = [\"9 mm\", \"9 mm\", \"9 mm\"] }\n";
  };
  const double plain = work(balls("")), steady = 20;
  EXPECT_NEAR(plain, 4 + steady, 1e-9);
  EXPECT_NEAR(work(balls("fixed = true\n")), steady, 1e-9);
  const std::string bond = "[bond.glue]\nkind = \"beam\"\nyoung = \"1 MPa\"\n";
  // Four sites of a close packing are a tetrahedron with six edges.
  EXPECT_NEAR(work(bond + balls("bond = \"glue\"\nbond_gap = 0.2\n")), plain + 6 * 0.5, 1e-9);
  const std::string cube =
      "[shape.cube]\nkind = \"polyhedron\"\nform = \"cube\"\ndiameter = \"4 mm\"\n";
  EXPECT_NEAR(work(cube + balls("shape = \"cube\"\n")), 4 * 20 + steady, 1e-9);
}

TEST(Expected, what_is_poured_by_mass_or_rate_counts_at_rest) {
  const Poured mass = poured({"fill.spout.mass=1e-3", "fill.spout.count=1000000", "duration=5"});
  const double each = 2500 * 4.0 / 3 * 3.14159265358979 * 8e-9;  // kg
  const auto rest = run::expected_at_rest(mass.sim, mass.scene.duration);
  EXPECT_NEAR(rest.grains, 1e-3 / each, 1e-6 / each);
  EXPECT_GT(rest.memory, 300 * rest.grains);
  const Poured rate = poured({"duration=2"});
  EXPECT_DOUBLE_EQ(run::expected_at_rest(rate.sim, rate.scene.duration).grains, 2000);
  EXPECT_GT(run::frame_bytes(rate.sim, rate.scene), 216.0 * 2000);
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
