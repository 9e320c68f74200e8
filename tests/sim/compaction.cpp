// Grains whose void space runs out: the law, its forces, its books, and that no compact becomes
// denser than its solid.
#include "laws/compaction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/engines/compaction.hpp"
#include "sim/one_answer.hpp"
#include "sim/world/wall_space.hpp"

namespace scree {
namespace {

using namespace test;

constexpr Compaction kPress{
    .pressure = 1e5, .bulk_modulus = 1e8, .from = 0.85, .tolerance = 1e-3, .sides = 24};

TEST(CompactionLaw, is_smooth_and_has_an_energy) {
  EXPECT_EQ(kPress.pressure_at(1 / 0.85 + 1e-9), 0);
  EXPECT_EQ(kPress.energy_at(1.2), 0);
  const double t = kPress.turn();
  EXPECT_NEAR(kPress.pressure_at(t - 1e-12), kPress.pressure_at(t + 1e-12), 1e-3);
  constexpr double h = 1e-7;
  // At the turn the slope is that of the solid.
  EXPECT_NEAR((kPress.pressure_at(t) - kPress.pressure_at(t + h)) / h, 1e8, 1e5);
  double before = 0;
  for (const double u : {1.17, 1.1, 1.05, 1.02, t, 1.0, 0.99}) {
    EXPECT_GT(kPress.pressure_at(u), before) << u;
    before = kPress.pressure_at(u);
    const double slope = (kPress.energy_at(u + h) - kPress.energy_at(u - h)) / (2 * h);
    EXPECT_NEAR(-slope, before, 1e-4 * before) << u;
  }
  // A hundredth denser than the solid takes at least a hundredth of K.
  EXPECT_GT(kPress.pressure_at(1 / 1.01), 0.0099 * 1e8);
}

// n^3 soft grains of 1 m in a box that is too small for them, on a lattice that is shaken a little.
World pressed(double height, int n = 3, double jitter = 0.02) {
  World w;
  w.materials = {linear_material(0.4, 1, 0)};
  w.materials[0].density = 1000;
  w.materials[0].compaction = kPress;
  w.max_start_overlap = 1;
  w.gravity.g = {};
  const double cell = 2.5 / 3, side = n * cell;
  const CounterRandom random(18, 1);
  std::uint64_t next = 0;
  const auto shake = [&] { return jitter * (2 * random.uniform(next++) - 1); };
  for (int k = 0; k < n * n * n; ++k) {
    const Vec3 x{(k % n + 0.5) * cell + shake(), (k / n % n + 0.5) * height / n + shake(),
                 (k / (n * n) + 0.5) * cell + shake()};
    w.particles.add({.x = x, .radius = 0.5, .v = 0.5 * Vec3{shake(), shake(), shake()} / jitter},
                    1000);
  }
  ParamSet box;
  box.set("centre", Vec3{side / 2, 5, side / 2});
  box.set("size", Vec3{side, 10, side});
  w.walls = {wall("box", box), plane({0, height, 0}, {0, -1, 0})};
  w.walls[1].name = "lid";
  return w;
}

TEST(CompactionSystem, pushes_walls_as_much_as_grains_and_keeps_the_books) {
  World w = pressed(2.4);
  w.materials[0].compaction.tolerance = 1e-5;  // nearly exact
  w.dt = 2e-5;
  Simulation s = start(w);
  const auto whole = [&] {
    return s.energy().kinetic + s.energy().stored_normal + s.compaction_energy();
  };
  const double before = whole();
  EXPECT_GT(s.compaction_energy(), 0.1 * before);
  for (int k = 0; k < 10; ++k) {
    run(s, 40);
    // All forces of the inside: what grains do not feel walls do. Contacts with walls are in both.
    Vec3 sum;
    for (std::size_t g = 0; g < s.particles().size(); ++g) sum += s.particles().f[g];
    for (const WallReport& r : s.wall_reports()) sum += r.force;
    double size = norm(s.wall_reports()[1].force);
    EXPECT_GT(size, 1e5);
    EXPECT_LT(norm(sum), 1e-9 * size);
    // The scheme is of second order; each new reference changes the energy by the cube of 1e-5.
    EXPECT_NEAR(whole(), before, 2e-3 * before) << k;
    EXPECT_NEAR(s.energy().residual(), 0, 2e-3 * before);
  }
}

TEST(CompactionSystem, a_periodic_packing_keeps_its_momentum) {
  constexpr double kPeriod = 4 * 2.5 / 3;
  World w = pressed(kPeriod, 4);
  w.walls.clear();
  w.box = {{0, 0, 0}, {kPeriod, kPeriod, kPeriod}, {true, true, true}};
  w.dt = 2e-5;
  Simulation s = start(w);
  const auto momentum = [&] {
    Vec3 sum;
    for (std::size_t g = 0; g < s.particles().size(); ++g)
      sum += s.particles().mass(g) * s.particles().vm[g].v;
    return sum;
  };
  const Vec3 before = momentum();
  EXPECT_GT(s.compaction_energy(), 0);
  run(s, 100);
  EXPECT_LT(norm(momentum() - before), 1e-9 * 64 * 500);
}

World pressing() {
  World w = pressed(2.55);
  ParamSet down;
  down.set("velocity", Vec3{0, -2, 0});
  ParamSet lid;
  lid.set("point", Vec3{0, 2.55, 0});
  lid.set("normal", Vec3{0, -1, 0});
  w.walls[1] = wall("plane", lid, "translate", down);
  w.materials[0] = linear_material(0.2, 0.4, 0.3);
  w.materials[0].density = 1000;
  w.materials[0].compaction = kPress;
  return w;
}

TEST(CompactionSystem, one_answer_for_threads_detectors_and_resume) {
  const OneAnswer report = expect_one_answer(pressing(), 300);
  EXPECT_GT(std::abs(report.work_sources), 1);
}

// From grains that do not touch to a compact. When cells are first looked at depends on surveys,
// and after a resume they are others: nothing of that may be seen.
World swept_together() {
  World w = pressed(3.6, 3, 0.1);
  for (PositionRadius& g : w.particles.xr) g.x *= 1.2;  // 1 m apart
  ParamSet box;
  box.set("centre", Vec3{1.5, 5, 1.5});
  box.set("size", Vec3{3, 10, 3});
  ParamSet down, lid;
  down.set("velocity", Vec3{0, -25, 0});
  lid.set("point", Vec3{0, 4.4, 0});
  lid.set("normal", Vec3{0, -1, 0});
  w.walls = {wall("box", box), wall("plane", lid, "translate", down)};
  w.materials[0] = linear_material(0.01, 0.4, 0.3);
  w.materials[0].density = 1000;
  w.materials[0].compaction = kPress;
  w.materials[0].compaction.tolerance = 0.01;
  w.dt = 1e-4;
  return w;
}

TEST(CompactionSystem, one_answer_from_loose_to_dense_for_threads_and_resume) {
  const OneAnswer report = expect_one_answer(swept_together(), 1080);
  EXPECT_GT(std::abs(report.work_sources), 1);
}

TEST(CompactionSystem, finds_no_cell_of_a_loose_bed) {
  World w = swept_together();
  CompactionSystem loose;
  ASSERT_TRUE(loose.prepare(w).empty());
  for (int k = 0; k < 50; ++k) {
    for (PositionRadius& g : w.particles.xr) g.x.y -= 1e-3;
    loose.act(w, 1);
    EXPECT_TRUE(loose.forces().empty());
  }
  EXPECT_EQ(loose.cells_found(), 0u);
  World dense = pressed(2.4);
  CompactionSystem pressing;
  ASSERT_TRUE(pressing.prepare(dense).empty());
  pressing.act(dense, 1);
  EXPECT_EQ(pressing.forces().size(), 27u);
  EXPECT_EQ(pressing.cells_found(), 27u);
}

// The load of a servo that is below what a density of 1.01 takes: the compact stays below it.
TEST(CompactionSystem, no_compact_exceeds_its_solid_by_more_than_a_hundredth) {
  const double load = 0.9 * kPress.pressure_at(1 / 1.01);
  const auto height_under_load = [&](bool compaction) {
    World w = pressed(2.6);
    w.materials[0] = linear_material(0.4, 0.2, 0);
    w.materials[0].density = 1000;
    if (compaction) w.materials[0].compaction = kPress;
    w.damping = 2e4;
    ParamSet lid, servo;
    lid.set("point", Vec3{0, 2.6, 0});
    lid.set("normal", Vec3{0, -1, 0});
    servo.set("direction", Vec3{0, -1, 0});
    servo.set("control", "servo");
    servo.set("pressure", load);
    servo.set("max_speed", 4.0);
    servo.set("area", 6.25);
    w.walls[1] = wall("plane", lid, "free", servo);
    w.walls[1].area = 6.25;
    w.dt = 1e-4;
    Simulation s = start(w);
    double lowest = 10;
    for (int k = 0; k < 60; ++k) {
      if (s.run(100)) break;  // without compaction grains go through each other
      lowest = std::min(lowest, 2.6 + s.world().walls[1].pose.x.y);  // a displacement
    }
    return lowest;
  };
  const double solid = 27 * std::numbers::pi / 6 / 6.25;  // height without voids
  const double with = height_under_load(true);
  EXPECT_GT(with, solid / 1.01);
  EXPECT_LT(with, solid / 0.95);  // it was pressed indeed
  EXPECT_LT(height_under_load(false), solid / 1.05);
}

TEST(CompactionSystem, says_where_it_cannot_act) {
  const auto code = [](const World& w) {
    const auto s = Simulation::create(w);
    return s ? std::string("none") : s.errors().front().code;
  };
  World w = pressed(2.6);
  EXPECT_EQ(code(w), "none");
  World open = w;
  open.walls.pop_back();
  ParamSet tube;
  tube.set("radius", 5.0);
  open.walls = {wall("cylinder", tube)};
  EXPECT_EQ(code(open), "E0596");
  World soft = w;
  soft.materials[0].compaction.bulk_modulus = 1e5;
  EXPECT_EQ(code(soft), "E0594");
  World stiff = w;
  stiff.dt = 0.02;  // above 0.15 d sqrt(rho/K) = 0.47 ms
  EXPECT_EQ(code(stiff), "E0523");
}

}  // namespace
}  // namespace scree
