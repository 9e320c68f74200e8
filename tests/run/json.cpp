#include "run/folder/json.hpp"

#include <gtest/gtest.h>

#include "base/safe_text.hpp"

namespace scree::test {
namespace {

TEST(JsonText, is_valid_and_harmless_whatever_it_holds) {
  const run::Json j{{"k\xff\x1b", {"a\xc3", "\x7f", "\xF4\x8F\xBF\xBE", "\xC2\x9B"}}};
  for (const int indent : {-1, 2}) {
    const std::string text = run::json_text(j, indent);
    EXPECT_TRUE(is_safe(text, Keep::lines)) << text;
    const run::Json back = run::parsed_json(text);
    ASSERT_TRUE(back.is_object()) << text;
    EXPECT_EQ(back["k\\xff\x1b"][0], "a\\xc3");
    EXPECT_EQ(back["k\\xff\x1b"][2], "\xF4\x8F\xBF\xBE");
  }
  EXPECT_EQ(run::json_text("Größe"), "\"Größe\"") << "text is not escaped without need";
}

}  // namespace
}  // namespace scree::test
