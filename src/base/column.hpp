// What a column of numbers is: of a measure, of series.csv, of a table.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace scree {

struct ColumnInfo {
  std::string name;     // words joined by underscores
  std::string unit;     // SI, as one writes it: "m/s", "kg/m³"; empty: a pure number
  std::string meaning;  // in a few words, for lists and the reference
  // A sum over the run so far: what passed, what was lost. Its mean over a window is about when the
  // run began, not about the window.
  bool cumulative = false;

  bool operator==(const ColumnInfo&) const = default;
};

inline std::vector<std::string> names_of(const std::vector<ColumnInfo>& columns) {
  std::vector<std::string> names;
  for (const ColumnInfo& c : columns) names.push_back(c.name);
  return names;
}

}  // namespace scree
