#include "scene/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace scree {
namespace {

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// One line as characters: UTF-8 sequences stay together, control bytes become spaces.
std::vector<std::string> characters(std::string_view line) {
  std::vector<std::string> out;
  for (const char c : line) {
    if (!starts_character(c) && !out.empty()) {
      out.back() += c;
      continue;
    }
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    out.emplace_back(1, control ? ' ' : c);
  }
  return out;
}

constexpr std::size_t kWidest = 100;  // characters of a line that are shown

}  // namespace

int Messages::add_source(std::string name, std::string text, bool is_file) {
  Source s{std::move(name), std::move(text), {0}, is_file};
  for (std::size_t k = 0; k < s.text.size(); ++k)
    if (s.text[k] == '\n') s.line_starts.push_back(k + 1);
  sources_.push_back(std::move(s));
  return static_cast<int>(sources_.size()) - 1;
}

std::string Messages::name(const Place& at) const {
  if (at.source < 0) return {};
  const Source& s = sources_[static_cast<std::size_t>(at.source)];
  if (!s.is_file || at.line == 0) return s.name;
  return fmt::format("{}:{}:{}", s.name, at.line, at.column);
}

std::string Messages::excerpt(const Place& at) const {
  if (at.source < 0 || at.line == 0) return {};
  const Source& s = sources_[static_cast<std::size_t>(at.source)];
  if (at.line > s.line_starts.size()) return {};
  const std::size_t from = s.line_starts[at.line - 1];
  std::size_t to = s.text.find('\n', from);
  if (to == std::string::npos) to = s.text.size();
  if (to > from && s.text[to - 1] == '\r') --to;
  const auto line = characters(std::string_view(s.text).substr(from, to - from));

  // A window around the place when the line is long.
  const std::size_t column = std::min<std::size_t>(at.column > 0 ? at.column - 1 : 0, line.size());
  const std::size_t first = column > kWidest * 3 / 4 ? column - kWidest / 2 : 0;
  const std::size_t last = std::min(line.size(), first + kWidest);
  std::size_t end =
      at.end_line == at.line && at.end_column > at.column ? at.end_column - 1 : column + 1;
  if (at.end_line > at.line) end = line.size();
  end = std::clamp(end, column + 1, std::max(column + 1, last));

  std::string shown = first > 0 ? "..." : "";
  const std::size_t indent = shown.size() + column - first;
  for (std::size_t k = first; k < last; ++k) shown += line[k];
  if (last < line.size()) shown += "...";
  return fmt::format("\n{:>6} | {}\n{:>6} | {}{}", s.is_file ? std::to_string(at.line) : "", shown,
                     "", std::string(indent, ' '), std::string(end - column, '^'));
}

void Messages::error(std::string_view code, const Place& at, std::string message,
                     std::string hint) {
  if (full()) return count_one();
  message += excerpt(at);
  errors_.push_back({at, {std::string(code), std::move(message), name(at), std::move(hint)}});
}

void Messages::warn(const Place& at, const std::string& message) {
  const std::string where = name(at);
  warnings_.push_back(where.empty() ? message : fmt::format("{}: {}", where, message));
}

Errors Messages::take() {
  std::stable_sort(errors_.begin(), errors_.end(), [](const Located& a, const Located& b) {
    return std::tie(a.at.source, a.at.line, a.at.column) <
           std::tie(b.at.source, b.at.line, b.at.column);
  });
  Errors out;
  for (Located& e : errors_) out.push_back(std::move(e.error));
  if (left_out_ > 0)
    out.push_back({"E0009", fmt::format("... and {} more mistakes", left_out_), "", ""});
  errors_.clear();
  left_out_ = 0;
  return out;
}

}  // namespace scree
