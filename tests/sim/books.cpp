// The books of losses hold for every grain, whatever stands beside it.
#include <gtest/gtest.h>

#include <cmath>

#include "worlds.hpp"

namespace scree {
namespace {

using namespace scree::test;

constexpr double kStep = 2e-6;

// A 1 mm bead that slides over a floor; where wanted a 20 mm ball falls far away from it.
World sliding_bead(double ball_speed) {
  World w = empty_world(linear_material(1e-4, 0.5, 0.4));
  w.gravity.g = {0, -9.81, 0};
  w.dt = kStep;
  w.walls = {plane({0, 0, 0}, {0, 1, 0})};
  w.particles.add({.x = {0, 0.5e-3, 0}, .radius = 0.5e-3, .v = {0.02, 0, 0}}, 2500);
  if (ball_speed > 0)
    w.particles.add({.x = {1, 5, 0}, .radius = 1e-2, .v = {0, -ball_speed, 0}}, 2500);
  return w;
}

TEST(Books, of_a_sliding_bead_do_not_depend_on_a_ball_that_falls_beside_it) {
  Simulation alone = start(sliding_bead(0));
  run(alone, 1000);
  const EnergyReport expected = alone.energy();
  ASSERT_GT(expected.dissipated[static_cast<int>(Loss::sliding)], 1e-11);
  for (const double speed : {1e-3, 1.0, 10.0, 200.0}) {
    Simulation beside = start(sliding_bead(speed));
    run(beside, 1000);
    EXPECT_EQ(beside.energy().dissipated, expected.dissipated) << speed;
  }
}

// Grain on grain the losses of a step are cut by a scale that the ball sets.
TEST(Books, of_two_beads_that_collide_do_not_depend_on_a_ball_that_flies_beside_them) {
  const auto world = [](double ball_speed) {
    World w = empty_world(linear_material(1e-4, 0.5, 0.4));
    w.dt = kStep;
    w.particles.add({.x = {0, 0, 0}, .radius = 0.5e-3, .v = {1e-4, 2e-4, 0}}, 2500);
    w.particles.add({.x = {1e-3, 0, 0}, .radius = 0.5e-3}, 2500);
    if (ball_speed > 0)
      w.particles.add({.x = {1, 5, 0}, .radius = 1e-2, .v = {0, -ball_speed, 0}}, 2500);
    return w;
  };
  Simulation alone = start(world(0));
  run(alone, 300);
  const EnergyReport expected = alone.energy();
  for (const Loss channel : {Loss::normal_damping, Loss::sliding})
    ASSERT_GT(expected.dissipated[static_cast<int>(channel)], 0);
  for (const double speed : {1e-3, 1.0, 200.0}) {  // energies in the ratio 3e16
    Simulation beside = start(world(speed));
    run(beside, 300);
    for (std::size_t k = 0; k < expected.dissipated.size(); ++k)  // 24 bits of each addend
      EXPECT_NEAR(beside.energy().dissipated[k], expected.dissipated[k],
                  1e-7 * expected.dissipated[k])
          << speed << " " << kLossNames[k];
  }
}

TEST(Books, close_for_the_bead_alone_and_beside_the_ball) {
  for (const double speed : {0.0, 100.0}) {
    Simulation s = start(sliding_bead(speed));
    const Vec3 v0 = s.particles().vm[row(s, 0)].v;
    run(s, 1000);
    const Particles& p = s.particles();
    const std::uint32_t bead = row(s, 0);
    const double m = 1 / p.vm[bead].inv_mass;
    const double lost = 0.5 * m * (norm2(v0) - norm2(p.vm[bead].v)) -
                        0.5 * norm2(p.ws[bead].omega) / p.inv_inertia[bead];
    const EnergyReport e = s.energy();
    // The bead sinks and rises by its static overlap: m g (m g / k) and the springs hold the rest.
    const double held = e.stored_normal + e.stored_tangential + 1e-3 * e.lost();
    EXPECT_NEAR(e.lost(), lost, held) << speed;
    EXPECT_GT(lost, 10 * held);
  }
}

// Pairs that hardly touch and spin fast: what they lose by sliding is beyond any scale that their
// motion gives. Still one sum, whatever the order.
TEST(Books, of_fast_spins_are_one_sum_for_any_threads_and_rows) {
  const CounterRandom random(11, 2);
  World w = empty_world(linear_material(1e-3, 0.5, 0.5));
  for (std::uint64_t k = 0; k < 400; ++k) {
    const double x = 0.03 * static_cast<double>(k % 20), y = 0.03 * static_cast<double>(k / 20);
    const double overlap = 1e-11 * (1 + random.uniform(k, 0));
    const double spin = 1000 + 1000 * random.uniform(k, 1);
    w.particles.add({.x = {x, y, 0}, .radius = 0.005, .omega = {0, 0, spin}}, 2500);
    w.particles.add({.x = {x + 0.01 - overlap, y, 0}, .radius = 0.005}, 2500);
  }
  Simulation first = start(w, {.threads = 1});
  run(first, 5);
  const EnergyReport expected = first.energy();
  ASSERT_GT(expected.dissipated[static_cast<int>(Loss::sliding)], 0);
  for (const int threads : {1, 2, 3})
    for (const bool sorted : {true, false}) {
      Simulation s = start(w, {.threads = threads, .sort_rows = sorted});
      run(s, 5);
      EXPECT_EQ(s.energy().dissipated, expected.dissipated) << threads << " " << sorted;
    }
}

// Background damping and the power of gravity on a ring are such sums, too.
TEST(Books, of_background_damping_and_of_gravitys_work_hold_for_a_light_slow_grain) {
  const auto world = [](bool ball) {
    World w = empty_world();
    w.dt = kStep;
    w.damping = 1e-6;
    w.box.periodic[1] = true;
    w.box.lo = {0, 0, 0};
    w.box.hi = {0, 1, 0};
    w.gravity.g = {0, -9.81, 0};
    w.particles.add({.x = {0, 0.5, 0}, .radius = 5e-6, .v = {1e-3, 0, 0}}, 2500);
    if (ball) w.particles.add({.x = {1, 0.5, 0}, .radius = 1e-2, .v = {0, -2, 0}}, 2500);
    return w;
  };
  World light = world(false), both = world(true);
  const double m = 1 / light.particles.vm[0].inv_mass;
  light.damping = both.damping = 0.01 * m / kStep;
  Simulation a = start(light), b = start(both);
  run(a, 500), run(b, 500);
  const Particles &pa = a.particles(), &pb = b.particles();
  EXPECT_EQ(pa.vm[row(a, 0)].v, pb.vm[row(b, 0)].v);
  // The ball alone.
  World only = world(false);
  only.damping = light.damping;
  only.particles = {};
  only.particles.add({.x = {1, 0.5, 0}, .radius = 1e-2, .v = {0, -2, 0}}, 2500);
  Simulation c = start(only);
  run(c, 500);
  const EnergyReport ea = a.energy(), eb = b.energy(), ec = c.energy();
  const auto near = [](double both, double light, double heavy) {
    EXPECT_NEAR(both, light + heavy, 4e-16 * std::abs(both));  // three sums, each rounded once
    EXPECT_GT(std::abs(light), 1e-13 * std::abs(both));        // else nothing would be seen
  };
  const int background = static_cast<int>(Loss::background);
  near(eb.dissipated[background], ea.dissipated[background], ec.dissipated[background]);
  // The work is summed up step by step in a double: a rounding per step.
  EXPECT_NEAR(eb.work_gravity, ea.work_gravity + ec.work_gravity, 500 * 1e-16 * eb.work_gravity);
}

}  // namespace
}  // namespace scree
