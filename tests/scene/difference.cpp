#include "scene/text/difference.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

std::vector<SceneChange> changes(const char* before, const char* after) {
  return scene_changes(*scene_values(before, "a"), *scene_values(after, "b"));
}

TEST(SceneDifference, names_key_old_and_new_value) {
  const auto c = changes(
      "duration = 1.0\n[material.glass]\ndensity = 2500\nnormal = { law = \"linear\" }\n"
      "[[wall]]\nname = \"box\"\nsize = [1, 2, 3]\n[[wall]]\nshape = \"plane\"\n",
      "duration = 2.0\n[material.glass]\ndensity = 2600\nnormal = { law = \"hertz\" }\n"
      "[[wall]]\nname = \"box\"\nsize = [1, 2, 4]\n[[wall]]\nshape = \"disc\"\nradius = 1.0\n");
  ASSERT_EQ(c.size(), 6u);
  EXPECT_EQ(c[0].key, "duration");
  EXPECT_TRUE(c[0].harmless);
  EXPECT_EQ(c[1].key, "material.glass.density");
  EXPECT_EQ(c[1].before, "2500");
  EXPECT_EQ(c[1].after, "2600");
  EXPECT_FALSE(c[1].harmless);
  EXPECT_EQ(c[2].key, "material.glass.normal.law");
  EXPECT_EQ(c[2].after, "\"hertz\"");
  EXPECT_EQ(c[3].key, "wall.box.size");
  EXPECT_EQ(c[3].after, "[1, 2, 4]");
  EXPECT_EQ(c[4].key, "wall.1.shape");
  EXPECT_EQ(c[5].key, "wall.1.radius");
  EXPECT_EQ(c[5].before, "");
}

TEST(SceneDifference, older_names_of_corners_are_no_change) {
  EXPECT_TRUE(changes("[box]\nlo = [0, 0, 0]\nhi = [1, 1, 1]\n",
                      "[box]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\n")
                  .empty());
  const auto c = changes("[box]\nlo = [0, 0, 0]\n", "[box]\nmin = [0, 0, 2]\n");
  ASSERT_EQ(c.size(), 1u);
  EXPECT_EQ(c[0].key, "box.min");
}

TEST(SceneDifference, is_harmless_where_the_motion_stays_the_same) {
  for (const char* line : {"title = \"x\"", "duration = 3.0", "threads = 2", "engine = \"rows\"",
                           "output.frames = 1.0", "detect.method = \"brute\""})
    EXPECT_TRUE(changes("", line)[0].harmless) << line;
  for (const char* line : {"seed = 3", "dt = 1e-6", "outputs = 1", "gravity = [0, 0, 0]"})
    EXPECT_FALSE(changes("", line)[0].harmless) << line;
}

TEST(SceneDifference, of_equal_scenes_is_none) {
  const char* text = "a = 1\n[[fill]]\nkind = \"lattice\"\nlist = [[1, 2], [3]]\n";
  EXPECT_TRUE(changes(text, text).empty());
}

TEST(SceneDifference, of_a_broken_text_is_an_error) {
  EXPECT_FALSE(scene_values("a = = 1", "x").ok());
}

}  // namespace
}  // namespace scree
