// Panels of the results of sweeps: any result, and arithmetic of results and parameters, over any
// other.
#pragma once

#include <string>
#include <vector>

#include "run/plots/column_panels.hpp"
#include "run/sweeps/sweep_results.hpp"

namespace scree::run {

// results.csv as numbers in SI units. Parameters are there by their path and, where it is not
// ambiguous, by the last step of it ("friction"); those that are not numbers of one dimension are
// numbered from 1, in `numbered`.
struct SweepNumbers {
  DataTable table;
  std::vector<std::string> numbered = {};  // "method (1: cubes, 2: sweep)", by parameter or empty
};
SweepNumbers numbers_of_sweep(const SweepResults& sweep);

// Results over `against`, a panel each, without columns all of them (the first six); without
// `against` over the first parameter. Runs that differ in their seed alone are a mean with its bar
// and every run as a point; other parameters are told apart by colour. E0471, E0472, E0488, E0496,
// E0497, E0498.
Result<DrawnPanels> sweep_panels(const std::vector<SweepResults>& sweeps,
                                 const ColumnRequest& request);

// The series of its runs, those that differ in their seed alone as one: "friction = 0.3".
Result<std::vector<NamedSeries>> sweep_series(const SweepResults& sweep, bool with_name);

}  // namespace scree::run
