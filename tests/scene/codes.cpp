// `scree explain` knows every code, and its examples are answered with the code that they explain.
#include "scene/codes/codes.hpp"

#include <regex>
#include <set>

#include "helpers.hpp"
#include "scene/text/locate.hpp"
#include "sim/simulation.hpp"

namespace scree {
namespace {

std::set<std::string> codes_in_sources() {
  std::set<std::string> used;
  const std::regex code("\"(E[0-9]{4})\"");
  for (const char* folder : {"/src", "/apps"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(SCREE_SOURCE_DIR) + folder)) {
      const std::string name = entry.path().filename().string();
      if (!entry.is_regular_file() || name.starts_with("code")) continue;
      std::ifstream in(entry.path());
      const std::string text((std::istreambuf_iterator<char>(in)),
                             std::istreambuf_iterator<char>());
      for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it)
        used.insert((*it)[1]);
    }
  return used;
}

TEST(Codes, every_code_in_the_sources_is_explained) {
  const auto used = codes_in_sources();
  ASSERT_GT(used.size(), 80u);
  for (const std::string& code : used) {
    const CodeInfo* info = find_code(code);
    ASSERT_NE(info, nullptr) << code;
    EXPECT_GT(info->explanation.size(), 20u) << code;
  }
  EXPECT_EQ(find_code("E9999"), nullptr);
}

TEST(Codes, every_explained_code_is_used_and_explained_once) {
  const auto used = codes_in_sources();
  std::set<std::string_view> seen;
  for (const CodeInfo& c : all_codes()) {
    EXPECT_TRUE(seen.insert(c.code).second) << c.code;
    EXPECT_TRUE(used.contains(std::string(c.code))) << c.code;
  }
}

TEST(Codes, examples_belong_to_codes_and_say_how_to_fix_it) {
  for (const auto table :
       {first_code_examples(), code_examples_from_e0470(), cluster_code_examples(),
        shape_code_examples(), geometry_code_examples(), stage_code_examples(),
        table_code_examples(), two_dimensions_code_examples(), cell_code_examples()})
    for (const CodeExample& e : table) {
      EXPECT_NE(find_code(e.code), nullptr) << e.code;
      EXPECT_FALSE(e.fix.empty()) << e.code;
    }
}

std::string answer(const std::string& text) {
  auto scene = parse_scene(text, "example.toml");
  if (!scene) return joined(scene.errors());
  const auto sim = Simulation::create(std::move(scene->world), {.threads = 1});
  return sim ? "no mistake" : joined(located(*scene, sim.errors()));
}

TEST(Codes, examples_that_are_scenes_are_answered_with_their_code) {
  // Files that are not scenes, limits of the program, and what only a run can show.
  const std::set<std::string_view> other{"E0106", "E0412", "E0413", "E0414", "E0415", "E0416",
                                         "E0417", "E0601", "E0705", "E0733", "E0801"};
  int tried = 0;
  for (const auto table :
       {first_code_examples(), code_examples_from_e0470(), cluster_code_examples(),
        shape_code_examples(), geometry_code_examples(), stage_code_examples(),
        table_code_examples(), two_dimensions_code_examples(), cell_code_examples()})
    for (const CodeExample& e : table) {
      const bool scene = !e.wrong.empty() && !e.wrong.starts_with("$") &&
                         (!e.wrong.starts_with("#") || e.code == "E0004");
      if (!scene || other.contains(e.code)) continue;
      std::string text(e.wrong);
      if (text.find("[[fill]]") == std::string::npos && e.code != "E0702" && e.code != "E0004")
        text +=
            "\n[[fill]]\nkind = \"grains\"\ngrains = [{ position = [0, 0.1, 0], diameter = 0.01 "
            "}]\n";
      EXPECT_NE(answer(text).find("[" + std::string(e.code) + "]"), std::string::npos)
          << e.code << "\n"
          << text << "\n"
          << answer(text);
      ++tried;
    }
  EXPECT_GT(tried, 35);
}

}  // namespace
}  // namespace scree
