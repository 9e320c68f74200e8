// A table of numbers from a CSV file that Scree has written: series.csv of a run, results.csv of a
// sweep. Cells may be quoted (RFC 4180); what is not a number is NaN as a number and stays as a
// text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace scree::run {

struct DataTable {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> cells;  // by row, then by column
  std::vector<std::string> units = {};          // by column; empty: not known for any

  std::size_t rows() const { return cells.size(); }
  int column(std::string_view name) const;  // -1: there is none
  std::vector<double> numbers(std::size_t column) const;
  // "J", "m/s"; empty: a pure number, or not known.
  std::string unit(std::size_t column) const {
    return column < units.size() ? units[column] : std::string();
  }
};

// Rows that are shorter or longer than the header are left out: a disk may have been full.
DataTable read_table_text(std::string_view text);

// series.csv of a run, with the units of its columns. E0470: there is none, or it has no rows yet.
Result<DataTable> read_series(const std::string& run);

// The number of a column. E0471: no such column; the message names the nearest.
Result<std::size_t> column_called(const DataTable& table, const std::string& name,
                                  const std::string& place);

}  // namespace scree::run
