// What came out of a sweep, read again from its folder: the runs by what was varied, with repeats
// over seeds taken together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/folder/data_table.hpp"
#include "run/folder/json.hpp"
#include "run/plots/statistic.hpp"

namespace scree::run {

// Runs that differ in their seed alone.
struct SweepGroup {
  std::vector<std::string> values;  // of SweepResults::varied
  std::vector<std::size_t> rows;
};

struct SweepResults {
  std::string folder;
  Json description;                  // sweep.json
  DataTable table;                   // results.csv
  std::vector<std::string> varied;   // paths of the parameters, seeds not among them
  bool seeds = false;                // seeds were varied
  std::vector<std::string> results;  // columns of numbers that are not the same in all runs
  std::vector<SweepGroup> groups;    // of runs that completed, in the order of the table

  // How many runs ended how, in the order of their first.
  std::vector<std::pair<std::string, std::size_t>> status_counts() const;
  std::vector<double> values(const SweepGroup& group, const std::string& column) const;
  std::string unit(const std::string& column) const;  // empty: a pure number, or not known
};

bool is_sweep(const std::string& folder);
// E0472: the folder is not a sweep, or has no results yet.
Result<SweepResults> read_sweep(const std::string& folder);

// The values of a parameter as numbers on an axis: "3 mm", "4 mm" are 3 and 4 with the unit mm.
// Without a unit that all share they are numbered from 1, and `unit` lists them.
struct ParameterAxis {
  std::vector<double> at;  // one for each of the values
  std::string unit;
  bool numbered = false;
};
ParameterAxis parameter_axis(const std::vector<std::string>& values);

// Mean, spread and confidence of each result, a line per group.
std::string statistics_csv(const SweepResults& sweep);

}  // namespace scree::run
