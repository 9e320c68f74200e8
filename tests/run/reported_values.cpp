// Numbers that a series and a verdict are made of, for states where they are known.
#include <gtest/gtest.h>

#include "run/folder/series.hpp"
#include "run/verdict/verdict.hpp"

namespace scree::test {
namespace {

TEST(Motion, has_the_mean_and_the_greatest_of_three_grains) {
  Particles p;
  p.add({.radius = 1, .v = {3, 4, 0}, .omega = {0, 0, 2}}, 1);
  p.add({.radius = 1, .v = {0, 0, -1}, .omega = {0, -7, 0}}, 1);
  p.add({.radius = 1}, 1);
  const run::Motion m = run::motion_of(p);
  EXPECT_EQ(m.mean_speed, 2);
  EXPECT_EQ(m.greatest_speed, 5);
  EXPECT_EQ(m.greatest_spin, 7);
}

// Each term alone, of either sign: all are energy turned over, and all are in the residual, with
// the sign of their side. Two rows of the table for one term would show here.
TEST(Verdict, every_term_of_the_budget_is_turned_over_and_counts_in_the_residual) {
  for (const EnergyChannel& c : kEnergyChannels)
    for (const double v : {5.0, -7.0}) {
      EnergyReport e;
      c.of(e) = v;
      EXPECT_EQ(run::energy_turned_over(e), std::abs(v)) << c.name;
      EXPECT_EQ(e.residual(), c.side == EnergySide::put_in ? -v : v) << c.name;
      for (const EnergyChannel& other : kEnergyChannels)
        EXPECT_EQ(other.in(e), &other == &c ? v : 0) << c.name << " " << other.name;
    }
}

// A contact of a grain with another counts for both, one with a wall for the grain alone: two
// grains that touch each other, one of which touches the floor.
TEST(Coordination, counts_both_sides_of_a_contact_and_the_grain_of_a_wall) {
  World w;
  w.materials.resize(1);
  w.materials[0].normal.params.set("contact_time", 1e-3);
  w.materials[0].normal.params.set("restitution", 0.5);
  const WallShapeEntry* plane = find_wall_shape("plane");
  ParamSet given;
  given.set("point", Vec3{0, 0, 0});
  given.set("normal", Vec3{0, 1, 0});
  Wall floor;
  floor.name = "floor";
  floor.shape = std::shared_ptr<const WallShape>(
      std::move(*plane->make(*with_defaults(plane->info.params, given))));
  w.walls = {floor};
  w.particles.add({.x = {0, 0.00199, 0}, .radius = 0.002}, 2500);
  w.particles.add({.x = {0, 0.00597, 0}, .radius = 0.002}, 2500);
  const auto sim = Simulation::create(std::move(w), {.threads = 1});
  ASSERT_TRUE(sim.ok());
  ASSERT_EQ(sim->contact_count(), 2u);
  EXPECT_EQ(run::coordination_of(*sim), 1.5);
}

}  // namespace
}  // namespace scree::test
