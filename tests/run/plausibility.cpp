// Our own scenes are plausible: a warning there would teach users to ignore warnings.
#include "run/plausibility.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace scree::run {
namespace {

TEST(Doubts, are_none_about_our_own_scenes) {
  std::size_t scenes = 0;
  for (const auto& file : std::filesystem::directory_iterator(SCREE_SOURCE_DIR "/scenes")) {
    if (file.path().extension() != ".toml") continue;
    auto scene = load_scene(file.path().string());
    ASSERT_TRUE(scene) << file.path();
    const auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
    ASSERT_TRUE(sim) << file.path();
    for (const std::string& text : doubt_texts(*sim, *scene)) ADD_FAILURE() << file.path() << text;
    ++scenes;
  }
  EXPECT_GE(scenes, 12u);
}

// Discs of 1 cm and 1 ms, restitution 0.1: c = 180 kg/s, so 180 Pa at a rate of 1/s.
TEST(Doubts, a_servo_that_its_dashpots_drive_to_and_fro_is_told) {
  const auto told = [](const std::string& cell) {
    auto scene = parse_scene(
        "dimension = 2\nduration = 1\ngravity = [0, 0]\n[material.disc]\ndensity = 1000\n"
        "normal = { law = \"linear\", contact_time = \"1 ms\", restitution = 0.1 }\n"
        "[box]\nlo = [0, 0]\nhi = [0.1, 0.1]\n[[cell]]\n" +
            cell + "\n[[fill]]\nkind = \"random\"\ndiameter = \"1 cm\"\ncount = 30\n",
        "s.toml");
    EXPECT_TRUE(scene.ok()) << (scene ? "" : to_string(scene.error()));
    const auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
    EXPECT_TRUE(sim.ok()) << (sim ? "" : to_string(sim.error()));
    for (const Doubt& d : doubts_about(*sim, *scene))
      if (d.code == "E0489") return true;
    return false;
  };
  EXPECT_TRUE(told("stress = { xx = 100, yy = 100 }\nmax_rate = 1"));
  EXPECT_FALSE(told("stress = { xx = 100, yy = 100 }\nmax_rate = 0.3"));
  EXPECT_TRUE(told("stress = { xx = 100, yy = 100 }\nmax_rate = 0.3\ngain = 3"));
  EXPECT_FALSE(told("stress = { xx = 1000, yy = 1000 }\nmax_rate = 1"));
  EXPECT_FALSE(told("rate = { xx = -1, yy = -1 }")) << "there is no servo";
}

}  // namespace
}  // namespace scree::run
