#include "scene/text/sources.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// How many characters the line has, counted no farther than `most`.
std::size_t count_characters(std::string_view line, std::size_t most) {
  std::size_t n = 0;
  for (std::size_t k = 0; k < line.size() && n < most; ++k)
    n += k == 0 || starts_character(line[k]);
  return n;
}

// Characters `first` to `last` (excluded) of a line: UTF-8 sequences stay together, control bytes
// become spaces. No more is copied: a line may be as long as a file.
std::string characters(std::string_view line, std::size_t first, std::size_t last) {
  std::string out;
  std::size_t number = 0;  // of the character at k, from 1
  for (std::size_t k = 0; k < line.size(); ++k) {
    number += k == 0 || starts_character(line[k]);
    if (number > last) break;
    if (number <= first) continue;
    const char c = line[k];
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return out;
}

constexpr std::size_t kWidest = 100;  // characters of a line that are shown

}  // namespace

int Sources::add(std::string name, std::string text, bool is_file) {
  Source s{std::move(name), std::move(text), {0}, is_file};
  for (std::size_t k = 0; k < s.text.size(); ++k)
    if (s.text[k] == '\n') s.line_starts.push_back(k + 1);
  all_.push_back(std::move(s));
  return static_cast<int>(all_.size()) - 1;
}

void Sources::keep_first(std::size_t count) {
  if (all_.size() > count)
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(count), all_.end());
}

std::string Sources::name(const TextSpan& at) const {
  if (!has(at)) return {};
  const Source& s = all_[static_cast<std::size_t>(at.source)];
  if (!s.is_file || at.line == 0) return s.name;
  return fmt::format("{}:{}:{}", s.name, at.line, at.column);
}

std::string Sources::excerpt(const TextSpan& at) const {
  if (!has(at) || at.line == 0) return {};
  const Source& s = all_[static_cast<std::size_t>(at.source)];
  if (at.line > s.line_starts.size()) return {};
  const std::size_t from = s.line_starts[at.line - 1];
  std::size_t to = s.text.find('\n', from);
  if (to == std::string::npos) to = s.text.size();
  if (to > from && s.text[to - 1] == '\r') --to;
  const std::string_view line = std::string_view(s.text).substr(from, to - from);

  // A window around the span when the line is long.
  const std::size_t asked = at.column > 0 ? at.column - 1 : 0;
  const std::size_t size = count_characters(line, asked + kWidest + 1);
  const std::size_t column = std::min(asked, size);
  const std::size_t first = column > kWidest * 3 / 4 ? column - kWidest / 2 : 0;
  const std::size_t last = std::min(size, first + kWidest);
  std::size_t end =
      at.end_line == at.line && at.end_column > at.column ? at.end_column - 1 : column + 1;
  if (at.end_line > at.line) end = size;
  end = std::clamp(end, column + 1, std::max(column + 1, last));

  const std::string shown =
      (first > 0 ? "..." : "") + characters(line, first, last) + (last < size ? "..." : "");
  const std::size_t indent = (first > 0 ? 3 : 0) + column - first;
  return fmt::format("\n{:>6} | {}\n{:>6} | {}{}", s.is_file ? std::to_string(at.line) : "", shown,
                     "", std::string(indent, ' '), std::string(end - column, '^'));
}

}  // namespace scree
