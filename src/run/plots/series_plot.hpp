// Pictures of the columns of a series, of one run or of several.
#pragma once

#include <string>
#include <vector>

#include "io/plot/svg_plot.hpp"
#include "run/folder/data_table.hpp"

namespace scree::run {

struct NamedSeries {
  std::string name;  // of the run
  DataTable table;
  std::vector<DataTable> seeds = {};  // of the same scene with other seeds
};

// A unit with the prefix that gives the greatest value one to three digits: 2e-3 and "J" are 2
// "mJ".
struct ReadableUnit {
  double factor = 1;  // for the values
  std::string unit;
};
ReadableUnit readable_unit(double greatest, const std::string& unit);

// What the energies of a run are made of: kinetic, rotational, potential (from its start), stored,
// lost, work, residual. Channels that stay at zero are left out.
plot::Plot energy_plot(const NamedSeries& run);
// The same sums of several runs: kinetic energy, stored and lost, a panel each.
std::vector<plot::Plot> energy_plots(const std::vector<NamedSeries>& runs);

// The columns, or expressions of columns (run/plots/column_expression.hpp), over `against`, in
// panels: those of one unit share one (run/plots/column_panels.hpp).
Result<std::vector<plot::Plot>> column_plots(const std::vector<NamedSeries>& runs,
                                             const std::vector<std::string>& columns,
                                             const std::string& against);

bool is_constant(const DataTable& table, const std::string& column);
// Some of them finite.
bool has_values(const DataTable& table, const std::string& column);

// What a report shows besides the energies: speeds, partners per grain, what left, and each
// measure, without columns that stay as they were.
std::vector<std::vector<std::string>> report_groups(const DataTable& table);

// At most about `most` points of a curve, its extremes among them.
void thin_out(std::vector<double>& x, std::vector<double>& y, std::size_t most);

}  // namespace scree::run
