#include "run/folder/data_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/csv.hpp"
#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "measure/older_columns.hpp"
#include "run/folder/stored_columns.hpp"

namespace scree::run {
namespace {

// One row from `at` on; moves `at` behind its end. Quoted cells may hold commas and line ends.
std::vector<std::string> next_row(std::string_view text, std::size_t& at) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"')
      out.back() += '"', ++at;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && c == ',')
      out.emplace_back();
    else if (!quoted && c == '\n')
      break;
    else if (c != '\r')
      out.back() += c;
  }
  ++at;
  return out;
}

}  // namespace

int DataTable::column(std::string_view name) const {
  const std::size_t k = find_column(names, name);
  return k == names.size() ? -1 : static_cast<int>(k);
}

std::vector<double> DataTable::numbers(std::size_t column) const {
  std::vector<double> out;
  out.reserve(cells.size());
  for (const auto& row : cells)
    out.push_back(csv_number(row[column]).value_or(std::numeric_limits<double>::quiet_NaN()));
  return out;
}

DataTable read_table_text(std::string_view text) {
  DataTable table;
  std::size_t at = 0;
  if (text.empty()) return table;
  table.names = next_row(text, at);
  while (at < text.size()) {
    auto row = next_row(text, at);
    if (row.size() == table.names.size()) table.cells.push_back(std::move(row));
  }
  return table;
}

Result<DataTable> read_series(const std::string& run) {
  std::string folder = run;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  namespace fs = std::filesystem;
  std::error_code unknown;
  if (!fs::exists(folder, unknown)) return Error{"E0750", "there is no such folder", run, ""};
  const std::string file = fs::is_directory(folder, unknown) ? folder + "/series.csv" : folder;
  if (!fs::exists(file, unknown)) {
    if (fs::exists(folder + "/sweep.json", unknown))
      return Error{"E0470", "is the folder of a sweep, which has no series of its own", run,
                   fmt::format("scree report {0}, or one of its runs: {0}/001", folder)};
    return Error{"E0470", "there is no series.csv in this folder", run,
                 fs::exists(folder + "/scene.toml", unknown)
                     ? "it is written every output.series; the scene has switched it off, or the "
                       "run has just begun"
                     : "this folder is not a run"};
  }
  const auto text = read_whole_file(file);
  if (!text) return text.errors();
  DataTable table = read_table_text(*text);
  if (table.column("time") < 0)
    return Error{"E0470", "is not a series: it has no column `time`", file, ""};
  if (table.rows() == 0)
    return Error{"E0470", "the series has no rows yet", file, "try again when the run has gone on"};
  table.units = units_of(
      described(table.names, stored_series_columns(fs::path(file).parent_path().string())));
  return table;
}

Result<std::size_t> column_called(const DataTable& table, const std::string& name,
                                  const std::string& place) {
  const int c = table.column(name);
  if (c >= 0) return static_cast<std::size_t>(c);
  std::string nearest = nearest_word(name, table.names);
  // `force_y` means `load.force_y` where one measure has it.
  if (nearest.empty())
    for (const std::string& n : table.names)
      if (n.ends_with("." + name)) nearest = n;
  // `box.displacement_x`: what else there is of `box`.
  std::vector<std::string> siblings;
  if (const std::size_t dot = name.rfind('.'); dot != std::string::npos)
    for (const std::string& n : table.names)
      if (n.starts_with(name.substr(0, dot + 1))) siblings.push_back(n);
  return Error{"E0471", fmt::format("the table has no column `{}`", name), place,
               !nearest.empty()          ? fmt::format("did you mean `{}`?", nearest)
               : !siblings.empty()       ? "of this measure it has " + list_words(siblings, 20)
               : table.names.size() < 20 ? "it has " + list_words(table.names, 20)
                                         : std::string("scree plot RUN --list shows all columns")};
}

}  // namespace scree::run
