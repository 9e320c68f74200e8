// Measures of many rows: what a row holds is said once, by table_columns(); table() fills it.
#pragma once

#include <algorithm>

#include "measure/measure.hpp"

namespace scree {

class TableMeasure : public Measure {
 public:
  bool is_table() const final { return true; }
  // The same number at all instants; 0: it may change, and then there are no values but the table.
  virtual std::size_t rows() const = 0;

  // "velocity_x_1", ...: row by row.
  std::vector<ColumnInfo> columns() const final {
    std::vector<ColumnInfo> out;
    const std::vector<ColumnInfo> one = table_columns();
    for (std::size_t row = 1; row <= rows(); ++row)
      for (const ColumnInfo& c : one) {
        out.push_back(c);
        out.back().name += "_" + std::to_string(row);
      }
    return out;
  }
  std::size_t size() const final { return rows() * table_columns().size(); }
  void evaluate(const MeasureInput& in, std::span<double> out) final {
    if (out.empty()) return;
    const MeasureTable t = table(in);
    std::copy(t.values.begin(), t.values.end(), out.begin());
  }
};

}  // namespace scree
