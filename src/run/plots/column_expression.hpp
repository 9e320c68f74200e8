// Curves of a table by arithmetic of its columns: "abs(cell.stress_xy) / cell.stress_yy".
//
// + - * / ^, parentheses, functions (run/plots/column_terms.hpp), columns and numbers, with units
// or in SI. A column whose name is written as it stands needs no parsing, whatever characters it
// has.
#pragma once

#include <string>
#include <vector>

#include "run/folder/data_table.hpp"
#include "run/plots/column_terms.hpp"

namespace scree::run {

struct TableCurve {
  std::vector<double> values;  // of every row
  std::string unit;
  LostValue lost = {};  // where arithmetic has no finite value
};

// E0471: no such column. E0488: not an expression. E0496: units that do not go together.
Result<TableCurve> curve_of(const DataTable& table, const std::string& text,
                            const std::string& place);

// Rows for which a comparison (<, <=, >, >=, = or != between two expressions) holds:
// "stage = 3", "lid.pressure > 100". E0488: no comparison.
Result<DataTable> rows_where(const DataTable& table, const std::string& condition,
                             const std::string& place);

}  // namespace scree::run
