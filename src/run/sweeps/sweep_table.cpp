#include "run/sweeps/sweep_table.hpp"

#include <algorithm>

namespace scree::run {

std::size_t GrowingTable::column(const std::string& path) const {
  return static_cast<std::size_t>(std::find(paths_.begin(), paths_.end(), path) - paths_.begin());
}

GrowingTable GrowingTable::of(const SweepTable& sweep) {
  GrowingTable out;
  for (const SweepAxis& a : sweep.axes) out.paths_.push_back(a.path);
  for (std::size_t run = 1; run <= sweep.runs; ++run) {
    Row row{{}, run};
    for (std::size_t a = 0; a < sweep.axes.size(); ++a)
      row.values.push_back(sweep.axes[a].values[sweep.value_of(a, run)]);
    // The same value twice in a list is one run.
    const bool twice = std::any_of(out.rows_.begin(), out.rows_.end(),
                                   [&](const Row& r) { return r.values == row.values; });
    if (!twice) out.rows_.push_back(std::move(row));
  }
  return out;
}

GrowingTable GrowingTable::read(const Json& d) {
  GrowingTable out;
  SweepTable sweep;  // of a file from before tables could grow
  if (!d.is_object() || !d.contains("axes") || !d["axes"].is_array()) return out;
  for (const Json& a : d["axes"])
    sweep.axes.push_back({a.value("path", ""), a.value("values", std::vector<std::string>())});
  sweep.zip = d.value("zip", false);
  sweep.runs = d.value("runs", std::size_t{0});
  if (!d.contains("table") || !d["table"].is_array()) return of(sweep);
  for (const SweepAxis& a : sweep.axes) out.paths_.push_back(a.path);
  for (const Json& row : d["table"]) {
    if (!row.is_array() || row.size() != out.paths_.size()) continue;
    out.rows_.push_back({row.get<std::vector<std::string>>(), 0});
  }
  return out;
}

Json GrowingTable::json() const {
  Json axes = Json::array(), table = Json::array();
  for (std::size_t p = 0; p < paths_.size(); ++p) {
    Json values = Json::array();
    for (const Row& r : rows_)
      if (std::find(values.begin(), values.end(), Json(r.values[p])) == values.end())
        values.push_back(r.values[p]);
    axes.push_back({{"path", paths_[p]}, {"values", values}});
  }
  for (const Row& r : rows_) table.push_back(r.values);
  return {{"axes", axes}, {"table", table}, {"runs", rows_.size()}};
}

std::string without_sweep(const std::string& scene) {
  std::string out;
  bool inside = false;
  for (std::size_t from = 0; from < scene.size();) {
    const std::size_t to = std::min(scene.find('\n', from), scene.size());
    const std::string line = scene.substr(from, to - from);
    from = to + 1;
    const std::size_t first = line.find_first_not_of(" \t");
    const std::string_view text =
        first == std::string::npos ? std::string_view() : std::string_view(line).substr(first);
    // A list over several lines begins with a bracket, too; a table's head ends with one.
    const bool head = text.starts_with("[") && text.find('=') == std::string_view::npos &&
                      text.find(',') == std::string_view::npos && text.size() > 2;
    if (head) inside = text.starts_with("[sweep]") || text.starts_with("[sweep.");
    if (!inside && !text.starts_with("sweep.")) out += line + "\n";
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace scree::run
