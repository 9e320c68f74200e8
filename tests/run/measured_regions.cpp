// Regions of measures that end above the packing are told, others are not.
#include "run/verdict/measured_regions.hpp"

#include <gtest/gtest.h>

#include "scene/scene.hpp"

namespace scree::run {
namespace {

// A layer of grains of 1 cm at rest, tops at y = 1 cm.
std::vector<std::string> told_of(const std::string& measure, const std::string& more = "") {
  std::string grains;
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k)
      grains += "{ position = [" + std::to_string(0.0101 * i) + ", 0.005, " +
                std::to_string(0.0101 * k) + "], diameter = 0.01 },";
  const std::string text =
      more + "\n[[wall]]\nshape = \"plane\"\n[[fill]]\nkind = \"grains\"\ngrains = [" + grains +
      "]\n[output]\nmeasures = [" + measure + "]\n";
  auto scene = parse_scene(text, "s.toml");
  EXPECT_TRUE(scene.ok()) << (scene ? "" : to_string(scene.error()));
  if (!scene) return {};
  auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  EXPECT_TRUE(sim.ok()) << (sim ? "" : to_string(sim.error()));
  return sim ? regions_above_packing(*sim, scene->output.measures) : std::vector<std::string>{};
}

TEST(MeasuredRegions, above_the_packing_are_told) {
  EXPECT_EQ(
      told_of(R"({ kind = "stress", name = "box", min = [0, 0, 0], max = [0.05, 0.04, 0.05] })"),
      (std::vector<std::string>{"measure `box` reaches 30 mm above the packing, whose top is at "
                                "10 mm: its mean counts the empty space"}));
  EXPECT_EQ(
      told_of(R"({ kind = "mass", region = "box", min = [0, 0, 0], max = [0.05, 0.03, 0.05] })")
          .size(),
      1u);
  EXPECT_EQ(told_of(R"({ kind = "density", area = 0.01, height = 0.05 })").size(), 1u);
  // Upside down: the top is the lower end.
  EXPECT_EQ(told_of(R"({ kind = "stress", min = [0, -0.04, 0], max = [0.05, 0.01, 0.05] })",
                    "gravity = [0, 9.81, 0]")
                .size(),
            1u);
}

TEST(MeasuredRegions, within_the_packing_or_without_a_top_are_not) {
  for (const char* measure :
       {R"({ kind = "stress", min = [0, 0, 0], max = [0.05, 0.01, 0.05] })",
        R"({ kind = "density", area = 0.01, height = 0.015 })",
        R"({ kind = "density", area = 0.01 })", R"({ kind = "mass" })", R"("coordination")",
        R"({ kind = "stress", min = [5, 0, 5], max = [6, 3, 6] })"})
    EXPECT_TRUE(told_of(measure).empty()) << measure;
  const char* tall = R"({ kind = "stress", min = [0, 0, 0], max = [0.05, 0.04, 0.05] })";
  EXPECT_TRUE(told_of(tall, "gravity = [0, 0, 0]").empty());
  EXPECT_TRUE(told_of(tall, "gravity = [5, -5, 0]").empty()) << "no top along the axes";
}

}  // namespace
}  // namespace scree::run
