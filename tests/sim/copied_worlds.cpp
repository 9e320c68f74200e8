// Simulations made from copies of one world know nothing of each other.
#include <gtest/gtest.h>

#include "reported.hpp"
#include "worlds.hpp"

namespace scree::test {
namespace {

// Grains under a lid that has a mass, or follows the pressure: motions with a state.
World grains_under_a_lid(bool servo) {
  World w = empty_world(linear_material(1e-3, 0.3, 0.3));
  w.gravity.g = {0, -9.81, 0};
  add_cloud(w, 125, 0.01, 5, 2.0);
  w.walls = open_box(0.065);
  ParamSet lid, motion;
  lid.set("point", Vec3{0, 0.0611, 0});
  lid.set("normal", Vec3{0, -1, 0});
  if (servo) {
    motion.set("control", std::string("servo"));
    motion.set("pressure", 500.0);
    motion.set("max_speed", 0.5);
    motion.set("area", 0.065 * 0.065);
  } else {
    motion.set("mass", 0.05);
    motion.set("force", 20.0);
  }
  w.walls.push_back(wall("plane", lid, "free", motion));
  return w;
}

class CopiedWorlds : public testing::TestWithParam<bool> {
 protected:
  static constexpr std::uint64_t kSteps = 400;
  const World world = grains_under_a_lid(GetParam());
};

TEST_P(CopiedWorlds, one_runs_and_the_others_stay_as_they_are) {
  const std::vector<double> start_state = world.walls.back().motion->state();
  Simulation a = start(world), b = start(world);
  const std::string begin = reported(b);
  ASSERT_EQ(reported(a), begin);
  run(a, kSteps);
  ASSERT_NE(a.world().walls.back().motion->state(), start_state) << "the lid must have moved";
  EXPECT_EQ(reported(b), begin);
  EXPECT_EQ(world.walls.back().motion->state(), start_state);
  const std::string end = reported(a);
  run(b, kSteps);
  EXPECT_EQ(reported(b), end);
}

TEST_P(CopiedWorlds, in_turn_they_give_the_bits_of_one_alone) {
  Simulation alone = start(world);
  run(alone, kSteps);
  Simulation a = start(world), b = start(world);
  for (int k = 0; k < 20; ++k) run(a, kSteps / 20), run(b, kSteps / 20);
  EXPECT_EQ(reported(a), reported(alone));
  EXPECT_EQ(reported(b), reported(alone));
}

TEST_P(CopiedWorlds, a_resumed_run_leaves_the_run_that_it_came_from_alone) {
  Simulation a = start(world);
  run(a, kSteps / 2);
  const std::string middle = reported(a);
  Simulation b = resumed(bytes_of(a), world, {.threads = 1});
  run(b, kSteps / 2);
  EXPECT_EQ(reported(a), middle);
  run(a, kSteps / 2);
  EXPECT_EQ(reported(a), reported(b));
}

INSTANTIATE_TEST_SUITE_P(Lids, CopiedWorlds, testing::Bool(),
                         [](const auto& info) { return info.param ? "servo" : "force"; });

}  // namespace
}  // namespace scree::test
