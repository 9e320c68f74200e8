#include "base/safe_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "base/random.hpp"

namespace scree {
namespace {

// Written apart from the code under test: every scalar value encoded, nothing else is UTF-8.
std::string encoded(std::uint32_t c) {
  const auto tail = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)};
}

TEST(SafeText, visible_text_stays_as_it_is) {
  for (const char* text : {"", "Hourglass", "Größe 5 µm, 沙漏 ⏳", "a\\b \"c\" <d> & 'e'", "-x %d"})
    EXPECT_EQ(safe_text(text), text);
}

TEST(SafeText, what_would_take_over_a_terminal_is_shown) {
  EXPECT_EQ(safe_text("\x1b[2J\x07 a\r\nb\t\x7f"), "\\x1b[2J\\x07 a\\r\\nb\\t\\x7f");
  EXPECT_EQ(safe_text(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(safe_text("\xC2\x9B"
                      "31m"),
            "\\u009b31m")
      << "the one-byte form of ESC [";
  EXPECT_EQ(safe_text("a\xE2\x80\xAE"
                      "txt"),
            "a\\u202etxt")
      << "turns the direction";
  EXPECT_EQ(safe_text("a\xE2\x80\xA8"
                      "b"),
            "a\\u2028b")
      << "a line separator";
  EXPECT_EQ(safe_text("\xEF\xBF\xBF"), "\\uffff") << "no character of XML";
}

TEST(SafeText, lines_may_stay_and_nothing_else) {
  EXPECT_EQ(safe_text("a\n\tb\x1b\r\n", Keep::lines), "a\n\tb\\x1b\\r\n");
  EXPECT_EQ(safe_text("a\n\x1b\xff", Keep::controls), "a\n\x1b\\xff");
}

TEST(SafeText, bytes_that_are_no_utf_8_are_shown_one_by_one) {
  EXPECT_EQ(safe_text("caf\xE9.toml"), "caf\\xe9.toml");
  EXPECT_EQ(safe_text("\xC0\xAF"), "\\xc0\\xaf") << "longer than necessary";
  EXPECT_EQ(safe_text("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(safe_text("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond U+10FFFF";
  EXPECT_EQ(safe_text("\xE2\x82"), "\\xe2\\x82") << "cut short";
  EXPECT_EQ(safe_text("\xE2\x82"
                      "A"),
            "\\xe2\\x82"
            "A");
}

TEST(SafeText, every_scalar_value_is_utf_8_and_survives_where_controls_may) {
  for (std::uint32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    ASSERT_TRUE(is_safe(encoded(c), Keep::controls)) << c;
  }
}

// Whatever the bytes, the answer is safe, and making it safe again changes nothing.
TEST(SafeText, any_bytes_become_safe) {
  const CounterRandom random(13, 1);
  for (std::uint64_t k = 0; k < 20000; ++k) {
    std::string bytes;
    for (std::uint32_t n = 0; n < 1 + k % 7; ++n)
      bytes += static_cast<char>(256 * random.uniform(8 * k + n));
    for (const Keep keep : {Keep::nothing, Keep::lines, Keep::controls}) {
      const std::string safe = safe_text(bytes, keep);
      ASSERT_TRUE(is_safe(safe, keep));
      ASSERT_EQ(safe_text(safe, keep), safe);
      ASSERT_EQ(is_safe(bytes, keep), safe == bytes);
    }
  }
}

}  // namespace
}  // namespace scree
