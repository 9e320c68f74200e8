// The short form of validation/gravel_hopper: some hundred stones through its mesh.
#include <gtest/gtest.h>

#include "scene/scene.hpp"
#include "sim/simulation.hpp"
#include "support/effort.hpp"

namespace scree::test {
namespace {

// Low above the outlet, and with contacts twice as long, so that they are out in few steps.
TEST(GravelHopper, loses_no_stone) {
  const int stones = reduced_effort() ? 60 : 300;
  const auto scene = load_scene(
      SCREE_SOURCE_DIR "/validation/gravel_hopper/hopper.toml",
      {"fill.gravel.count=" + std::to_string(stones), "fill.gravel.region.base=[0, \"30 mm\", 0]",
       "fill.gravel.region.diameter=\"90 mm\"", "fill.gravel.region.height=\"90 mm\"",
       "material.stone.normal.contact_time=\"0.7 ms\"", "stage.settle.duration=\"0.12 s\"",
       "detect.audit=2000"});
  ASSERT_TRUE(scene.ok()) << to_string(scene.errors().front());
  auto sim = Simulation::create(scene->world, {.threads = 2});
  ASSERT_TRUE(sim.ok()) << to_string(sim.errors().front());
  for (int k = 0; k < 1000 && !sim->finished(); ++k) {
    const auto failure = sim->run(500);
    ASSERT_FALSE(failure.has_value()) << failure->message;
  }
  EXPECT_TRUE(sim->finished());
  const auto& outlets = sim->world().outlets;
  ASSERT_EQ(outlets.size(), 2u);
  EXPECT_EQ(outlets[0].grains, static_cast<std::uint64_t>(stones)) << "all came out";
  EXPECT_EQ(outlets[1].grains, 0u) << "none through the mesh";
  EXPECT_EQ(sim->particles().size(), 0u);
}

}  // namespace
}  // namespace scree::test
