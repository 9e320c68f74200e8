// What a report draws first, by what its scene measures: stress over strain of a cell that deforms,
// flow of an outlet, mixing of a drum, force over the way of a wall.
#pragma once

#include <string>
#include <vector>

#include "run/folder/data_table.hpp"

namespace scree::run {

struct ReportCurves {
  std::string heading;               // "Stress and strain"
  std::string family;                // the measure or outlet: "cell"
  std::vector<std::string> columns;  // of one panel, or of several where units differ
  std::string against;
  std::string title;         // of the panel
  std::string x_label = {};  // in words, where `against` is arithmetic
};

// Only of columns that are there and change.
std::vector<ReportCurves> report_curves(const DataTable& table);

// The frames that show most: those at which the grains have moved 0, 1/n, 2/n, ... of all that they
// move in the run (the mean speed summed over time). Evenly spaced frames where nothing moves or no
// speed was written. `times`: of the frames, ascending.
std::vector<std::size_t> telling_frames(const std::vector<double>& times, const DataTable& series,
                                        std::size_t wanted);

}  // namespace scree::run
