// The numbers that [[result]] asks for, from the series of a run.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "base/column.hpp"
#include "run/folder/data_table.hpp"
#include "run/folder/json.hpp"
#include "scene/build/results.hpp"

namespace scree::run {

struct WindowResult {
  std::string name;
  double value = std::numeric_limits<double>::quiet_NaN();
  std::string unit;  // empty: a pure number, or not known
  std::size_t rows = 0;
  std::string problem;  // why there is no value
};

// One for each, in this order.
std::vector<WindowResult> window_results(const std::vector<ResultSpec>& wanted,
                                         const DataTable& series);

// What is wrong with them for a series of these columns: E0471, E0488. Asked before a run begins.
Errors unfit_results(const std::vector<ResultSpec>& wanted, const std::vector<ColumnInfo>& columns);

// {"rate": {"value": 0.1, "unit": "kg/s", ...}}
Json results_json(const std::vector<WindowResult>& results);

}  // namespace scree::run
