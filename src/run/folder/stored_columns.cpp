#include "run/folder/stored_columns.hpp"

#include <map>

#include "io/atomic_file.hpp"
#include "run/folder/json.hpp"
#include "run/folder/series.hpp"
#include "scene/build/stored_output.hpp"

namespace scree::run {
namespace {

StoredOutput output_of(const std::string& folder) {
  const auto resolved = read_whole_file(folder + "/resolved.toml");
  return resolved ? stored_output(*resolved) : StoredOutput{};
}

std::vector<ColumnInfo> all_columns(const StoredOutput& output) {
  return Series(output.measures, {.liquid = true,
                                  .bonds = true,
                                  .sources = true,
                                  .cell = true,
                                  .stages = true,
                                  .outlets = output.outlets})
      .columns();
}

}  // namespace

std::vector<ColumnInfo> stored_series_columns(const std::string& folder) {
  return all_columns(output_of(folder));
}

std::vector<ColumnInfo> stored_table_columns(const std::string& folder, const std::string& name) {
  for (const MeasureSpec& spec : output_of(folder).measures) {
    if (spec.name != name) continue;
    if (const auto made = make_measure(spec)) return (*made)->table_columns();
  }
  return {};
}

std::vector<ColumnInfo> stored_result_columns(const std::string& folder) {
  const StoredOutput output = output_of(folder);
  std::vector<ColumnInfo> out = all_columns(output);
  out.push_back({"lost", "J", "turned into heat"});
  if (const auto text = read_whole_file(folder + "/summary.json"))
    if (const Json summary = parsed_json(*text); summary.is_object() && summary.contains("results"))
      for (const auto& [name, result] : summary["results"].items())
        if (result.is_object())
          out.push_back({name, result.value("unit", std::string()), "result of the scene"});
  for (const std::string& stage : output.stages)
    out.push_back({stage + ".duration", "s", "how long this stage took"});
  return out;
}

std::vector<ColumnInfo> described(const std::vector<std::string>& names,
                                  const std::vector<ColumnInfo>& known) {
  std::map<std::string_view, const ColumnInfo*> by_name;
  for (const ColumnInfo& c : known) by_name.emplace(c.name, &c);
  std::vector<ColumnInfo> out;
  for (const std::string& name : names) {
    const auto at = by_name.find(name);
    out.push_back(at == by_name.end() ? ColumnInfo{name, "", ""} : *at->second);
  }
  return out;
}

std::vector<std::string> units_of(const std::vector<ColumnInfo>& columns) {
  std::vector<std::string> out;
  for (const ColumnInfo& c : columns) out.push_back(c.unit);
  return out;
}

}  // namespace scree::run
