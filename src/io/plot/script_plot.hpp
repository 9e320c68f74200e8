// A plot as a Python script that draws the same with matplotlib, for users who want another look:
// the numbers are in it.
#pragma once

#include <span>
#include <string>

#include "io/plot/svg_plot.hpp"

namespace scree::plot {

// `name`: of the file, for the lines that say how to call it.
std::string to_script(std::span<const Plot> panels, const std::string& name);

}  // namespace scree::plot
