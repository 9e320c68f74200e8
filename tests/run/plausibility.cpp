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

}  // namespace
}  // namespace scree::run
