#include "measure/older_columns.hpp"

#include <algorithm>
#include <utility>

namespace scree {
namespace {

// A density is a mass per volume; what grains fill of a space is a share.
constexpr std::pair<std::string_view, std::string_view> kRenamed[] = {
    {"density", "solid_fraction"},
};

}  // namespace

std::string other_column_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const std::size_t from = dot == std::string_view::npos ? 0 : dot + 1;
  std::string_view word = name.substr(from), number;
  const std::size_t line = word.rfind('_');
  if (line != std::string_view::npos && line + 1 < word.size() &&
      std::all_of(word.begin() + static_cast<std::ptrdiff_t>(line) + 1, word.end(),
                  [](char c) { return c >= '0' && c <= '9'; }))
    number = word.substr(line), word = word.substr(0, line);
  for (const auto& [older, today] : kRenamed)
    if (word == older || word == today)
      return std::string(name.substr(0, from)) + std::string(word == older ? today : older) +
             std::string(number);
  return {};
}

}  // namespace scree
