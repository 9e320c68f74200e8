// `plugins` of scenes, as far as it needs no compiler; tests/apps/plugins.cpp has the rest.
#include "scene/build/plugins.hpp"

#include "helpers.hpp"

namespace scree {
namespace {

constexpr std::string_view kGrain =
    "[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0.1, 0], diameter = 0.01 }]\n";

TEST(ScenePlugins, are_not_loaded_where_they_are_forbidden) {
  const std::string text = "plugins = [\"mine.so\"]\n" + std::string(kGrain);
  allow_plugins(false);
  const std::string refused = mistakes(text), none = mistakes(kGrain);
  allow_plugins(true);
  EXPECT_NE(refused.find("s.toml:1:12: the plugin \"mine.so\" is not loaded here [E0343]"),
            std::string::npos)
      << refused;
  EXPECT_NE(refused.find("--plugins"), std::string::npos) << refused;
  EXPECT_EQ(none, "no mistake");
  EXPECT_NE(mistakes(text).find("[E0340]"), std::string::npos);
}

TEST(ScenePlugins, are_told_with_other_mistakes_of_the_overrides) {
  const std::string said = mistakes(
      "plugins = [\"one.so\", { file = \"two.so\" }]\n" + std::string(kGrain), {"duration"});
  EXPECT_NE(said.find("\"one.so\": there is no such plugin"), std::string::npos) << said;
  EXPECT_NE(said.find("\"two.so\": there is no such plugin"), std::string::npos) << said;
  EXPECT_NE(said.find("[E0006]"), std::string::npos) << said;
}

TEST(ScenePlugins, none_is_a_list_of_none) {
  const Scene scene = good("plugins = []\n" + std::string(kGrain));
  EXPECT_TRUE(scene.world.laws.all().empty());
  EXPECT_EQ(scene.resolved.find("plugins"), std::string::npos);
  EXPECT_EQ(use_plugin("nowhere.so").front().code, "E0340");
  EXPECT_TRUE(laws_of_process().all().empty());
}

}  // namespace
}  // namespace scree
