// Our own scenes are plausible: a warning there would teach users to ignore warnings.
#include "run/verdict/plausibility.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

std::vector<std::string> codes_about(const std::string& text) {
  auto scene = parse_scene(text, "s.toml");
  EXPECT_TRUE(scene.ok()) << (scene ? "" : to_string(scene.error()));
  const auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  EXPECT_TRUE(sim.ok()) << (sim ? "" : to_string(sim.error()));
  std::vector<std::string> out;
  for (const Doubt& d : doubts_about(*sim, *scene)) out.push_back(d.code);
  return out;
}

TEST(Doubts, a_servo_that_another_wall_moves_across_is_told) {
  const auto told = [](const std::string& side) {
    const auto codes = codes_about(
        "duration = 1\n[[wall]]\nname = \"floor\"\nshape = \"plane\"\n[[wall]]\nname = \"lid\"\n"
        "shape = \"plane\"\nposition = [0, 0.1, 0]\nrotation = [180, 0, 0]\n"
        "motion = { kind = \"free\", control = \"servo\", direction = [0, -1, 0], pressure = \"10 "
        "kPa\", area = 0.01, "
        "max_speed = 0.01 }\n[[wall]]\nname = \"side\"\nshape = \"plane\"\nposition = [-0.05, 0, "
        "0]\n"
        "rotation = [0, 0, -90]\n" +
        side +
        "\n[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0.005, 0], diameter = 0.01 "
        "}]\n");
    return std::count(codes.begin(), codes.end(), "E0490");
  };
  EXPECT_EQ(told(""), 0);
  EXPECT_EQ(told("motion = { kind = \"translate\", velocity = [0.02, 0, 0] }"), 1);
  EXPECT_EQ(told("motion = { kind = \"free\", control = \"servo\", direction = [1, 0, 0], pressure "
                 "= \"10 kPa\", area = "
                 "0.01, max_speed = 0.01 }"),
            2)
      << "each moves across the other";
  EXPECT_EQ(told("motion = { kind = \"translate\", velocity = [0, 0.02, 0] }"), 0) << "along it";
}

TEST(Doubts, rolling_friction_of_shapes_is_told) {
  const auto told = [](const std::string& material, const std::string& shape) {
    const auto codes = codes_about(
        material +
        "\n[shape.s]\nkind = \"polyhedron\"\nform = \"cube\"\ndiameter = \"1 cm\"\n"
        "[[wall]]\nshape = \"plane\"\n[[fill]]\nkind = \"lattice\"\ncount = 4\n" +
        shape + "region = { kind = \"box\", min = [0, 0.01, 0], max = [0.1, 0.1, 0.1] }\n");
    return std::count(codes.begin(), codes.end(), "E0491");
  };
  EXPECT_EQ(told("material.m = \"sand\"", "shape = \"s\"\n"), 1);
  EXPECT_EQ(told("material.m = \"sand\"", "diameter = \"1 cm\"\n"), 0) << "balls";
  EXPECT_EQ(told("material.m = { like = \"sand\", rolling = \"none\" }", "shape = \"s\"\n"), 0);
  EXPECT_EQ(told("material.m = \"glass\"", "shape = \"s\"\n"), 0) << "it has none";
}

}  // namespace
}  // namespace scree::run
