// What a run remembers beyond the simulation: named numbers and texts, kept
// in the checkpoint under app/. Each part that has a memory adds its own and takes it back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scree::run {

struct RunMemory {
  std::vector<std::pair<std::string, std::vector<double>>> numbers;
  std::vector<std::pair<std::string, std::string>> texts;

  void add(std::string name, std::vector<double> values) {
    numbers.emplace_back(std::move(name), std::move(values));
  }
  void add(std::string name, std::string text) {
    texts.emplace_back(std::move(name), std::move(text));
  }
  // Empty when there is none of that name.
  std::span<const double> find_numbers(std::string_view name) const {
    for (const auto& [key, values] : numbers)
      if (key == name) return values;
    return {};
  }
  std::string_view find_text(std::string_view name) const {
    for (const auto& [key, text] : texts)
      if (key == name) return text;
    return {};
  }
};

}  // namespace scree::run
