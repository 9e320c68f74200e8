// Text from outside (names of files, titles, what a user typed) as every reader of ours can take
// it: a terminal, JSON, XML, CSV. Titles may hold escape sequences that would take over a terminal,
// names of files on Linux are bytes in no encoding at all.
#pragma once

#include <string>
#include <string_view>

namespace scree {

// What is kept of the characters that UTF-8 allows but that do more than show themselves.
enum class Keep {
  nothing,   // one line of visible text
  lines,     // ... or several: newlines and tabs stay
  controls,  // valid UTF-8 is all that counts: for formats that escape controls by themselves
};

// Valid UTF-8. Bytes that are none become "\xff"; control characters, line separators and marks
// that turn the direction of writing become "\x1b", "\n" or "\u202e", as one would type them. Text
// without any of these stays as it is.
std::string safe_text(std::string_view text, Keep keep = Keep::nothing);

// Nothing in it would be changed.
bool is_safe(std::string_view text, Keep keep = Keep::nothing);

}  // namespace scree
