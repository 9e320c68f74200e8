// Lines and words of a text file, with the line number for messages. No locale, no allocation.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace scree {

inline std::string_view next_word(std::string_view& line) {
  constexpr std::string_view blanks = " \t\r\f\v";
  const std::size_t from = line.find_first_not_of(blanks);
  if (from == std::string_view::npos) return line = {};
  const std::size_t to = std::min(line.find_first_of(blanks, from), line.size());
  const std::string_view word = line.substr(from, to - from);
  line.remove_prefix(to);
  return word;
}

// The whole word must be one number.
template <class T>
bool parse_number(std::string_view word, T& value) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc{} && end == word.data() + word.size();
}

class LineReader {
 public:
  LineReader(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }
  std::size_t number() const { return number_; }
  std::string_view rest() const { return rest_; }
  Error error(const char* code, std::string message, std::string hint = {}) const {
    return {code, std::move(message), fmt::format("{}:{}", name_, number_), std::move(hint)};
  }

 private:
  std::string_view rest_;
  const std::string& name_;
  std::size_t number_ = 0;
};

// What a file shows of itself in a message: short, and without control bytes.
inline std::string printable(std::string_view word) {
  std::string s;
  for (const char c : word.substr(0, 30)) s += c >= ' ' && c <= '~' ? c : '?';
  return word.size() > 30 ? s + "..." : s;
}

}  // namespace scree
