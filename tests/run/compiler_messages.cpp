// What compilers say of the source of a plugin, as errors at the lines of the user.
#include "run/plugins/compiler_messages.hpp"

#include <gtest/gtest.h>

namespace scree::run {
namespace {

TEST(CompilerMessages, of_gcc_have_the_users_line_and_the_caret) {
  const auto said = compiler_messages(
      "/tmp/a/mine.cpp: In function 'int f()':\n"
      "/tmp/a/mine.cpp:3:10: error: 'x' was not declared in this scope\n"
      "    3 |   return x;\n"
      "      |          ^\n"
      "/tmp/a/mine.cpp:9:7: warning: unused variable 'y' [-Wunused-variable]\n"
      "/usr/include/c++/12/cmath:8:7: warning: of a header\n"
      "/tmp/a/mine.cpp:3:10: error: 'x' was not declared in this scope\n"
      "    3 |   return x;\n"
      "      |          ^\n",
      "/tmp/a/mine.cpp", "mine.cpp");
  ASSERT_EQ(said.errors.size(), 1u) << "the same twice is told once";
  EXPECT_EQ(said.errors[0].code, "E0347");
  EXPECT_EQ(said.errors[0].location, "mine.cpp:3:10");
  EXPECT_EQ(said.errors[0].message,
            "'x' was not declared in this scope\n    3 |   return x;\n      |          ^");
  ASSERT_EQ(said.warnings.size(), 1u);
  EXPECT_EQ(said.warnings[0], "mine.cpp:9:7: unused variable 'y' [-Wunused-variable]");
}

TEST(CompilerMessages, inside_headers_are_told_where_the_user_led_there) {
  const std::string gcc =
      "In file included from mine.cpp:1:\n"
      "/h/scree/plugin.hpp: In instantiation of 'f<Mine>()':\n"
      "mine.cpp:40:1:   required from here\n"
      "/h/scree/plugin.hpp:200:17: error: static assertion failed: the law lacks `x`\n"
      "  200 |   static_assert(\n"
      "/h/scree/plugin.hpp: In instantiation of 'g<Mine>()':\n"
      "mine.cpp:40:1:   required from here\n"
      "/h/scree/law.hpp:77:3: error: 'x' is not a member of 'Mine'\n";
  const std::string clang =
      "In file included from mine.cpp:1:\n"
      "/h/scree/plugin.hpp:200:3: error: static_assert failed due to requirement 'a' \"the law "
      "lacks "
      "`x`\"\n"
      "  static_assert(\n"
      "  ^\n"
      "mine.cpp:40:1: note: in instantiation of function template specialization 'f' requested "
      "here\n"
      "1 error generated.\n";
  for (const std::string& text : {gcc, clang}) {
    const auto said = compiler_messages(text, "mine.cpp", "law");
    ASSERT_EQ(said.errors.size(), 1u) << text;
    EXPECT_EQ(said.errors[0].location, "law:40:1");
    EXPECT_EQ(said.errors[0].message, "the law lacks `x`");
  }
}

TEST(CompilerMessages, are_short_and_can_be_shown_anywhere) {
  std::string text;
  for (int k = 1; k < 50; ++k)
    text += "a.cpp:" + std::to_string(k) + ":1: error: \x1b[31m" + std::string(5000, 'x') + "\n";
  const auto said = compiler_messages(text, "a.cpp", "a.cpp");
  EXPECT_EQ(said.errors.size(), 8u);
  for (const Error& e : said.errors) {
    EXPECT_LT(e.message.size(), 500u);
    EXPECT_EQ(e.message.find('\x1b'), std::string::npos);
  }
  EXPECT_TRUE(compiler_messages("", "a.cpp", "a.cpp").errors.empty());
  EXPECT_TRUE(compiler_messages("a.cpp:\n:::\n:1:\n12:13:", "a.cpp", "a.cpp").errors.empty());
}

TEST(CompilerMessages, of_the_linker_say_what_a_plugin_cannot_call) {
  const auto said = compiler_messages(
      "/usr/bin/ld: /tmp/cc.o: in function `f':\n"
      "mine.cpp:(.text+0x1): undefined reference to `scree::parse()'\n"
      "/usr/bin/ld: mine.cpp:(.text+0x9): undefined reference to `scree::parse()'\n"
      "collect2: error: ld returned 1 exit status\n",
      "mine.cpp", "mine.cpp");
  ASSERT_EQ(said.errors.size(), 1u);
  EXPECT_EQ(said.errors[0].message, "undefined reference to `scree::parse()'");
  EXPECT_NE(said.errors[0].hint.find("scree/plugin.hpp"), std::string::npos);
}

}  // namespace
}  // namespace scree::run
