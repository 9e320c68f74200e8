// The runs of a sweep's folder, by what was varied: a table that grows.
//
// Each row keeps its number for ever, whatever lists come later: more values, more seeds, another
// list. sweep.json holds it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "run/folder/json.hpp"
#include "scene/scene.hpp"

namespace scree::run {

class GrowingTable {
 public:
  // One row per run of the scene's [sweep].
  static GrowingTable of(const SweepTable& sweep);
  // That of a sweep.json; `folder` is asked for values that an earlier table did not vary.
  static GrowingTable read(const Json& description);
  Json json() const;

  // Adds the runs of `now` that are not there. A list that is new stands, in the older rows, for
  // what `value_before(row, path)` says. Returns a path that `now` no longer varies, or nothing.
  template <class ValueBefore>
  std::string grow(const GrowingTable& now, const ValueBefore& value_before);

  std::size_t rows() const { return rows_.size(); }
  const std::vector<std::string>& paths() const { return paths_; }
  const std::vector<std::string>& values(std::size_t row) const { return rows_[row].values; }
  // Run of the newest [sweep], from 1; 0: its lists do not have it.
  std::size_t run_of(std::size_t row) const { return rows_[row].run; }

 private:
  struct Row {
    std::vector<std::string> values;  // as one would write them in a scene
    std::size_t run = 0;
  };
  std::size_t column(const std::string& path) const;

  std::vector<std::string> paths_;
  std::vector<Row> rows_;
};

// The text of a scene without its [sweep]: what must not change while a sweep grows.
std::string without_sweep(const std::string& scene);

template <class ValueBefore>
std::string GrowingTable::grow(const GrowingTable& now, const ValueBefore& value_before) {
  for (const std::string& path : paths_)
    if (now.column(path) == now.paths_.size()) return path;
  for (const std::string& path : now.paths_) {
    if (column(path) < paths_.size()) continue;
    paths_.push_back(path);
    for (std::size_t r = 0; r < rows_.size(); ++r) rows_[r].values.push_back(value_before(r, path));
  }
  for (Row& r : rows_) r.run = 0;
  for (const Row& wanted : now.rows_) {
    Row row{{}, wanted.run};
    for (const std::string& path : paths_) row.values.push_back(wanted.values[now.column(path)]);
    bool known = false;
    for (Row& r : rows_) {
      if (known || r.values != row.values) continue;
      r.run = row.run, known = true;
    }
    if (!known) rows_.push_back(std::move(row));
  }
  return {};
}

}  // namespace scree::run
