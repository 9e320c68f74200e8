// Tables of measures as CSV, of one instant or of several below each other.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/table.hpp"

namespace scree::run {

struct TimedTable {
  double time = 0;
  MeasureTable table;
};

std::string table_header(const MeasureTable& t);             // "time,position,...\n"
void add_table_rows(const TimedTable& t, std::string& out);  // one line per row

// The mean over instants, row by row; the keys are those of the last. E0675: their rows differ in
// number or place.
Result<TimedTable> mean_of(const std::vector<TimedTable>& tables);

}  // namespace scree::run
