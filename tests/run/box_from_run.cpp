// `[box] from`: the cell of another run as it was at its end.
#include <gtest/gtest.h>

#include "run/loop/run_checkpoint.hpp"
#include "sim/simulation.hpp"
#include "support/folder.hpp"

namespace scree::test {
namespace {

Scene cell_scene(const std::string& text) {
  auto scene = parse_scene(text, "s.toml");
  EXPECT_TRUE(scene.ok()) << (scene ? "" : to_string(scene.error()));
  return scene ? std::move(*scene) : Scene{};
}

// A packing under a servo has a box that one would not copy by hand.
TEST(BoxFromRun, is_that_of_its_end_and_written_out) {
  const TemporaryFolder folder;
  const std::string head =
      "gravity = [0, 0, 0]\n[material.glass]\n"
      "normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.3 }\n";
  const std::string grains = "[[fill]]\nkind = \"random\"\ndiameter = \"4 mm\"\ncount = 60\n";
  const Scene first = cell_scene(head +
                                 "[box]\nlo = [0, 0, 0]\nhi = [0.02, 0.021, 0.022]\n"
                                 "[[cell]]\nrate = { xx = -0.5, xy = 0.3 }\n" +
                                 grains);
  auto made = Simulation::create(first.world, {.threads = 1});
  ASSERT_TRUE(made.ok()) << to_string(made.error());
  Simulation& sim = *made;
  ASSERT_FALSE(sim.run(500).has_value());
  const std::string packing = folder.path("packing");
  std::filesystem::create_directories(packing);
  std::ofstream(packing + "/resolved.toml") << first.resolved;
  const auto left = run::write_checkpoint(
      CheckpointStore(packing + "/checkpoints"),
      {.simulation = sim.save(), .resolved = first.resolved, .files = "", .memory = {}});
  ASSERT_TRUE(left.ok()) << to_string(left.error());
  const std::string second = head + "[box]\nfrom = \"" + packing +
                             "\"\n[[cell]]\nrate = { zz = -0.5 }\n" +
                             "[[fill]]\nkind = \"run\"\nfrom = \"" + packing + "\"\n";
  const Scene scene = cell_scene(second);
  const PeriodicBox& then = sim.world().box;
  EXPECT_LT(then.hi.x, 0.02);
  EXPECT_GT(then.tilt.x, 0);
  EXPECT_EQ(scene.world.box.lo, then.lo);
  EXPECT_EQ(scene.world.box.hi, then.hi);
  EXPECT_EQ(scene.world.box.tilt, then.tilt);
  EXPECT_TRUE(scene.warnings.empty()) << scene.warnings[0];
  // A resumed run must not depend on what becomes of the other folder.
  const std::size_t at = scene.resolved.find("[box]");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(scene.resolved.substr(at, scene.resolved.find("[[", at) - at).find("from"),
            std::string::npos)
      << scene.resolved;
  EXPECT_EQ(cell_scene(scene.resolved).world.box.hi, then.hi);

  const auto refused = [&](const std::string& box) {
    const auto s = parse_scene(head + "[box]\n" + box + "\n" + grains, "s.toml");
    return s ? std::string() : s.error().code;
  };
  EXPECT_EQ(refused("max = [1, 1, 1]"), "E0102");
  EXPECT_EQ(refused("from = \"" + packing + "\"\nhi = [1, 1, 1]"), "E0104");
  EXPECT_EQ(refused("from = \"" + folder.path("nowhere") + "\""), "E0483");
}

}  // namespace
}  // namespace scree::test
