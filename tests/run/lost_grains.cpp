// Which grains a verdict calls lost.
#include <gtest/gtest.h>

#include "run/verdict/verdict.hpp"
#include "scene/scene.hpp"

namespace scree::test {
namespace {

// Gravity has a part along the endless floor; what lies on it goes far below all of the scene.
std::size_t lost_on_a_slope(const std::string& what, const std::string& floor, double& fallen) {
  auto scene = parse_scene(
      "gravity = [5, -8, 0]\n[material.m]\ndensity = 2000\n"
      "normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.3 }\n"
      "tangential = { law = \"spring\", friction = 0.5 }\n" +
          floor + what,
      "slope.toml");
  EXPECT_TRUE(scene.ok()) << (scene.ok() ? "" : to_string(scene.error()));
  const run::Start start(scene->world);
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  EXPECT_TRUE(sim.ok()) << (sim.ok() ? "" : to_string(sim.error()));
  EXPECT_FALSE(sim->run(static_cast<std::uint64_t>(0.6 / sim->dt())).has_value());
  fallen = dot(sim->particles().xr[0].x, normalized(Vec3{5, -8, 0}));
  return run::grains_lost(*sim, start);
}

TEST(GrainsLost, are_not_those_that_roll_down_an_endless_plane) {
  const std::string ball =
      "[[fill]]\nkind = \"grains\"\nmaterial = \"m\"\n"
      "grains = [{ position = [0, 0.005, 0], diameter = 0.01 }]\n";
  const std::string rod =
      "[cluster.rod]\nshape = \"rod\"\nballs = 3\ndiameter = 0.01\n"
      "[[fill]]\nkind = \"grains\"\nmaterial = \"m\"\ncluster = \"rod\"\n"
      "orientation = \"fixed\"\nrotation = [1.5707963267948966, 0, 0]\ngrains = [{ position = [0, "
      "0.006, 0] }]\n";
  const std::string plane = "[[wall]]\nshape = \"plane\"\nmaterial = \"m\"\n";
  const std::string plate =
      "[[wall]]\nshape = \"rectangle\"\nmaterial = \"m\"\n"
      "width = 0.04\nlength = 0.04\n";
  double fallen = 0;
  EXPECT_EQ(lost_on_a_slope(ball, plane, fallen), 0u);
  EXPECT_GT(fallen, 0.1) << "ten diameters below the start";
  EXPECT_EQ(lost_on_a_slope(rod, plane, fallen), 0u);
  EXPECT_GT(fallen, 0.1);
  EXPECT_EQ(lost_on_a_slope(ball, plate, fallen), 1u) << "it has come over the edge";
  // Beside an endless wall that stands upright it is lost, too.
  const std::string side =
      "[[wall]]\nshape = \"plane\"\nmaterial = \"m\"\npoint = [0, 0, -0.005]\n"
      "normal = [0, 0, 1]\n";
  EXPECT_EQ(lost_on_a_slope(ball, plate + side, fallen), 1u);
}

}  // namespace
}  // namespace scree::test
