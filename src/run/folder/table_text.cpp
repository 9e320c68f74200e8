#include "run/folder/table_text.hpp"

#include <cmath>

#include "base/exact_sum.hpp"
#include "io/text.hpp"

namespace scree::run {

std::string table_header(const MeasureTable& t) {
  std::string out = "time";
  for (const ColumnInfo& c : t.columns) out += "," + csv_cell(c.name);
  return out + "\n";
}

void add_table_rows(const TimedTable& t, std::string& out) {
  for (std::size_t row = 0; row < t.table.rows(); ++row) {
    append(out, t.time);
    for (std::size_t c = 0; c < t.table.width(); ++c) out += ',', append(out, t.table.at(row, c));
    out += '\n';
  }
}

Result<TimedTable> mean_of(const std::vector<TimedTable>& tables) {
  TimedTable out = tables.back();
  const std::size_t width = out.table.width();
  for (const TimedTable& t : tables) {
    bool same =
        t.table.columns == out.table.columns && t.table.values.size() == out.table.values.size();
    for (std::size_t k = 0; same && k < out.table.values.size(); ++k)
      same = k % width >= out.table.keys || std::abs(t.table.values[k] - out.table.values[k]) <=
                                                1e-9 * std::abs(out.table.values[k]);
    if (!same)
      return Error{"E0675", "the rows are not at the same places in all frames: no mean of them",
                   "", "fix where they are: `min` and `max`, or `centre`, `radius` and `height`"};
  }
  for (std::size_t k = 0; k < out.table.values.size(); ++k) {
    if (k % width < out.table.keys) continue;
    ExactSum sum;
    for (const TimedTable& t : tables) sum += t.table.values[k];
    out.table.values[k] = sum.value() / static_cast<double>(tables.size());
  }
  return out;
}

}  // namespace scree::run
