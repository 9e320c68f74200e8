// A table that the program wrote, by row and name of the column.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace scree::test {

inline std::vector<std::map<std::string, std::string>> cells_of(const std::string& csv) {
  std::stringstream lines(csv);
  std::string line, cell;
  std::vector<std::string> names;
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(lines, line)) {
    std::stringstream cells(line);
    std::vector<std::string> row;
    while (std::getline(cells, cell, ',')) row.push_back(cell);
    if (names.empty()) {
      names = row;
      continue;
    }
    EXPECT_EQ(row.size(), names.size());
    rows.emplace_back();
    for (std::size_t k = 0; k < row.size() && k < names.size(); ++k) rows.back()[names[k]] = row[k];
  }
  return rows;
}

}  // namespace scree::test
