#include "run/table_text.hpp"

#include <cmath>

#include "base/exact_sum.hpp"
#include "io/text.hpp"

namespace scree::run {

std::string table_header(const MeasureTable& t) {
  std::string out = "time";
  for (const std::string& n : t.names) out += "," + csv_cell(n);
  return out + "\n";
}

void add_table_rows(const TimedTable& t, std::string& out) {
  for (std::size_t row = 0; row < t.table.rows(); ++row) {
    append(out, t.time);
    for (std::size_t c = 0; c < t.table.names.size(); ++c)
      out += ',', append(out, t.table.at(row, c));
    out += '\n';
  }
}

Result<TimedTable> mean_of(const std::vector<TimedTable>& tables) {
  TimedTable out = tables.back();
  const std::size_t width = out.table.names.size();
  for (const TimedTable& t : tables) {
    bool same =
        t.table.names == out.table.names && t.table.values.size() == out.table.values.size();
    for (std::size_t k = 0; same && k < out.table.values.size(); ++k)
      same = k % width >= out.table.keys || std::abs(t.table.values[k] - out.table.values[k]) <=
                                                1e-9 * std::abs(out.table.values[k]);
    if (!same)
      return Error{"E0675", "the rows are not at the same places in all frames: no mean of them",
                   "", "fix where they are: `low` and `high`, or `centre`, `radius` and `height`"};
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
