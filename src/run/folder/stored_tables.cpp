#include "run/folder/stored_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "run/folder/data_table.hpp"
#include "run/folder/stored_columns.hpp"
#include "run/folder/stored_measure.hpp"

namespace scree::run {

namespace fs = std::filesystem;

std::vector<std::string> stored_table_names(const std::string& run) {
  std::vector<std::string> out;
  std::error_code none;
  for (fs::directory_iterator it(run + "/tables", none), end; !none && it != end;
       it.increment(none)) {
    std::error_code unknown;
    if (it->is_directory(unknown)) out.push_back(it->path().filename().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

Result<std::vector<TimedTable>> read_tables(const StoredRun& run, const std::string& name,
                                            const std::vector<std::size_t>& frames) {
  std::vector<TimedTable> out;
  const std::vector<ColumnInfo> known = stored_table_columns(run.path(), name);
  for (const std::size_t k : frames) {
    const std::string file = fmt::format("{}/tables/{}/{}.csv", run.path(), name, run.name(k));
    const auto text = read_whole_file(file);
    if (!text) return Error{"E0678", "the table of this frame cannot be read", file, ""};
    const DataTable read = read_table_text(*text);
    if (read.names.size() < 2 || read.names[0] != "time")
      return Error{"E0678", "is not the table of a measure: its first column is not `time`", file,
                   ""};
    TimedTable t;
    t.table.columns = described({read.names.begin() + 1, read.names.end()}, known);
    t.table.keys = read.names[1] == "x" ? 3 : 1;
    std::vector<std::vector<double>> columns;
    for (std::size_t c = 0; c < read.names.size(); ++c) columns.push_back(read.numbers(c));
    if (read.rows() > 0) t.time = columns[0][0];
    for (std::size_t row = 0; row < read.rows(); ++row)
      for (std::size_t c = 1; c < columns.size(); ++c) t.table.values.push_back(columns[c][row]);
    out.push_back(std::move(t));
  }
  return out;
}

Result<std::vector<TimedTable>> make_tables(const StoredRun& run, Measure& measure,
                                            const std::vector<std::size_t>& frames, int threads) {
  std::vector<TimedTable> out;
  for (const std::size_t k : frames) {
    const auto frame = run.frame(k);
    if (!frame) return frame.errors();
    auto stored = StoredInput::of(*frame);
    if (!stored) return stored.errors();
    MeasureInput in = stored->input();
    in.threads = threads;
    if (auto e = measure.check(in)) {
      e->location = (e->location.empty() ? "" : e->location + ", ") + "frame " + run.name(k);
      return *e;
    }
    out.push_back({in.time, measure.table(in)});
  }
  return out;
}

}  // namespace scree::run
