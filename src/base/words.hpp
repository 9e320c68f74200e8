// Helpers for messages: the nearest valid word, lists in words, numbers as a user would write them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

// Edits (insert, delete, replace, swap of neighbours) that turn a into b, ignoring case.
int edit_distance(std::string_view a, std::string_view b);

// The candidate that `word` probably meant, or empty when none is near: at most two fifths of
// the letters may be wrong. The first of equals wins.
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

// "`a`, `b` or `c`"; at most `limit` words are shown, then "... (N more)".
std::string list_words(std::span<const std::string> words, std::size_t limit = 12);

// "a|b|c" -> {"a", "b", "c"}
std::vector<std::string> split_choices(std::string_view choices);

// Without blanks, tabs and line ends before and after.
std::string_view trimmed(std::string_view s);

// Without the three bytes that some programs put before a text in UTF-8.
std::string_view without_byte_order_mark(std::string_view text);

// Shortest text that reads back as the same double.
std::string number_text(double v);

}  // namespace scree
