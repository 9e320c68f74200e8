#include "run/sweeps/sweep_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "io/text.hpp"
#include "run/folder/run_status.hpp"
#include "run/folder/stored_columns.hpp"
#include "run/sweeps/sweep_folder.hpp"

namespace scree::run {
namespace {

bool is_seed(const std::string& path) { return path == "seed" || path.ends_with(".seed"); }

// Results in the order in which a reader asks for them: measures and outlets, then the rest.
std::vector<std::string> telling_columns(const DataTable& t, std::size_t first) {
  std::vector<std::string> measures, others;
  for (std::size_t c = first; c < t.names.size(); ++c) {
    const std::string& name = t.names[c];
    if (name == "state_hash" || name == "message" || name == "time" || name == "steps") continue;
    double least = INFINITY, greatest = -INFINITY;
    for (const double v : t.numbers(c))
      if (std::isfinite(v)) least = std::min(least, v), greatest = std::max(greatest, v);
    if (!(greatest > least)) continue;
    (name.find('.') != std::string::npos ? measures : others).push_back(name);
  }
  measures.insert(measures.end(), others.begin(), others.end());
  return measures;
}

// By the first run that began.
std::vector<ColumnInfo> result_columns(const std::string& sweep, std::size_t runs) {
  std::string folder;
  for (std::size_t k = 1; k <= runs; ++k) {
    folder = sweep_run_folder(sweep, k);
    std::error_code unknown;
    if (std::filesystem::exists(folder + "/resolved.toml", unknown)) break;
  }
  return stored_result_columns(folder);
}

}  // namespace

std::vector<double> SweepResults::values(const SweepGroup& group, const std::string& column) const {
  const int c = table.column(column);
  std::vector<double> out;
  if (c < 0) return out;
  const std::vector<double> all = table.numbers(static_cast<std::size_t>(c));
  for (const std::size_t r : group.rows) out.push_back(all[r]);
  return out;
}

std::string SweepResults::unit(const std::string& column) const {
  const int c = table.column(column);
  return c < 0 ? std::string() : table.unit(static_cast<std::size_t>(c));
}

std::vector<std::pair<std::string, std::size_t>> SweepResults::status_counts() const {
  std::vector<std::pair<std::string, std::size_t>> out;
  const int status = table.column("status");
  if (status < 0) return out;
  for (const auto& row : table.cells) {
    const std::string& word = row[static_cast<std::size_t>(status)];
    const auto at = std::find_if(out.begin(), out.end(),
                                 [&](const auto& known) { return known.first == word; });
    if (at == out.end())
      out.emplace_back(word, 1);
    else
      ++at->second;
  }
  return out;
}

bool is_sweep(const std::string& folder) {
  std::error_code unknown;
  return std::filesystem::exists(folder + "/sweep.json", unknown);
}

Result<SweepResults> read_sweep(const std::string& given) {
  SweepResults s;
  s.folder = given;
  while (s.folder.size() > 1 && s.folder.back() == '/') s.folder.pop_back();
  if (!is_sweep(s.folder))
    return Error{"E0472", "this folder is not a sweep: it has no sweep.json", given, ""};
  const auto description = read_whole_file(s.folder + "/sweep.json");
  if (!description) return description.errors();
  s.description = parsed_json(*description);
  const auto text = read_whole_file(s.folder + "/results.csv");
  if (!text) return text.errors();
  s.table = read_table_text(*text);
  s.table.units = units_of(described(s.table.names, result_columns(s.folder, s.table.rows())));
  std::vector<std::size_t> columns;
  if (s.description.is_object() && s.description.contains("axes") &&
      s.description["axes"].is_array())
    for (const Json& a : s.description["axes"]) {
      const std::string path = a.is_object() ? a.value("path", "") : "";
      const int c = s.table.column(path);
      if (c < 0) continue;
      if (is_seed(path))
        s.seeds = true;
      else
        s.varied.push_back(path), columns.push_back(static_cast<std::size_t>(c));
    }
  const int status = s.table.column("status");
  if (status < 0 || (columns.empty() && !s.seeds))
    return Error{"E0472", "results.csv and sweep.json do not fit together", given,
                 "start the sweep again; finished runs stay"};
  s.results = telling_columns(s.table, 2 + columns.size() + (s.seeds ? 1 : 0));
  for (std::size_t r = 0; r < s.table.rows(); ++r) {
    const std::string& word = s.table.cells[r][static_cast<std::size_t>(status)];
    if (word != "ok" && word != "doubtful") continue;
    std::vector<std::string> values;
    for (const std::size_t c : columns) values.push_back(s.table.cells[r][c]);
    auto at = std::find_if(s.groups.begin(), s.groups.end(),
                           [&](const SweepGroup& g) { return g.values == values; });
    if (at == s.groups.end()) at = s.groups.insert(s.groups.end(), {std::move(values), {}});
    at->rows.push_back(r);
  }
  return s;
}

ParameterAxis parameter_axis(const std::vector<std::string>& values) {
  ParameterAxis out;
  bool same = true;
  for (const std::string& v : values) {
    double number = 0;
    const char* end = v.data() + v.size();
    const auto read = std::from_chars(v.data(), end, number);
    const std::string unit(trimmed(std::string_view(read.ptr, end)));
    same = same && read.ec == std::errc{} && std::isfinite(number) &&
           (out.at.empty() || unit == out.unit);
    out.unit = unit;
    out.at.push_back(number);
  }
  if (same) return out;
  out = {.numbered = true};
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto first = std::find(values.begin(), values.end(), values[k]);
    double at = 1;  // equal values have one place
    for (auto it = values.begin(); it != first; ++it)
      at += std::find(values.begin(), it, *it) == it;
    out.at.push_back(at);
    if (static_cast<std::size_t>(first - values.begin()) == k)
      out.unit += fmt::format("{}{:g}: {}", out.unit.empty() ? "" : ", ", at, values[k]);
  }
  return out;
}

std::string statistics_csv(const SweepResults& s) {
  std::string out;
  for (const std::string& path : s.varied) out += csv_cell(path) + ",";
  out += "runs";
  for (const std::string& r : s.results)
    for (const char* what : {".mean", ".deviation", ".confidence95"})
      out += "," + csv_cell(r + what);
  out += '\n';
  for (const SweepGroup& g : s.groups) {
    for (const std::string& v : g.values) out += csv_cell(v) + ",";
    append(out, std::uint64_t{g.rows.size()});
    for (const std::string& r : s.results) {
      const Statistic st = statistic_of(s.values(g, r));
      for (const double v : {st.mean, st.deviation, st.confidence}) {
        out += ',';
        if (st.number > 0) append(out, v);
      }
    }
    out += '\n';
  }
  return out;
}

}  // namespace scree::run
