// Plots of tables of measures: a profile as curves, a grid as maps of colours.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "io/plot/svg_plot.hpp"
#include "run/folder/table_text.hpp"

namespace scree::run {

struct TablePlotOptions {
  std::string title;                 // of the measure and the run
  std::vector<std::string> columns;  // empty: those that say most
  std::string slice;                 // "z", or "z = 0.01": the plane of a grid; empty: the middle
  double lo = 0, hi = 0;             // of the colours; lo == hi: as the values need
};

// Rows at x, y and z become a map of the last instant; other rows become curves over their place,
// a colour per instant (eight at most). E0471: no such column. E0677: no rows, or no such slice.
Result<std::vector<plot::Plot>> table_plots(const std::vector<TimedTable>& tables,
                                            const TablePlotOptions& options);

}  // namespace scree::run
