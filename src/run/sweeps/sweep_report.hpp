// One page about a sweep: how its runs ended, what was varied, how results depend on it, with the
// scatter of seeds.
#pragma once

#include <string>

#include "io/plot/svg_plot.hpp"
#include "run/sweeps/sweep_results.hpp"

namespace scree::run {

std::string sweep_report(const SweepResults& sweep);

// A result over one of the parameters: every run a point, runs that differ in their seed alone with
// their mean and, of three and more, its 95 % confidence; a colour for each value of the other
// parameters.
plot::Plot dependence_plot(const SweepResults& sweep, const std::string& result,
                           std::size_t parameter);

}  // namespace scree::run
