// Panels of columns of series, and of their arithmetic, over one of them: of one run, of several,
// and of runs that differ in their seed alone as their mean.
#pragma once

#include <string>
#include <vector>

#include "run/plots/curve_panel.hpp"
#include "run/plots/series_plot.hpp"

namespace scree::run {

struct ColumnRequest {
  std::vector<std::string> columns;  // names or expressions (run/plots/column_expression.hpp)
  std::string against = "time";
  PanelStyle style = {};
};

// Columns of one unit share a panel. E0471: no such column. E0488: no expression. E0496: units that
// do not go together, within an expression or between runs. E0498: a curve without a finite value.
Result<DrawnPanels> column_panels(const std::vector<NamedSeries>& runs,
                                  const ColumnRequest& request);

}  // namespace scree::run
