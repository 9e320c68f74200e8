// Curves of a table by arithmetic of its columns: "abs(cell.stress_xy) / cell.stress_yy".
//
// The arithmetic is that of base/expression.hpp: + - * / ^, parentheses, abs(), numbers and
// columns.
//
// Numbers are in SI units. A column whose name is written as it stands needs no parsing, whatever
// characters it has. Units are followed as far as they are certain: a ratio of equal units is a
// pure number, a sum has the unit of its terms; what a number multiplies or divides has a unit that
// is not known, and gets none.
#pragma once

#include <string>
#include <vector>

#include "run/folder/data_table.hpp"

namespace scree::run {

struct TableCurve {
  std::vector<double> values;  // of every row
  std::string unit;
};

// E0471: no such column. E0488: not an expression.
Result<TableCurve> curve_of(const DataTable& table, const std::string& text,
                            const std::string& place);

// Rows for which a comparison (<, <=, >, >=, = or != between two expressions) holds:
// "stage = 3", "lid.pressure > 100". E0488: no comparison.
Result<DataTable> rows_where(const DataTable& table, const std::string& condition,
                             const std::string& place);

}  // namespace scree::run
