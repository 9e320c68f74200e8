// A plot as a PNG, with the layout of its SVG, for slides and for programs that show no SVG.
#pragma once

#include <span>
#include <string>

#include "base/result.hpp"
#include "io/plot/svg_plot.hpp"

namespace scree::plot {

// One panel below the other; `scale` pixels of the picture for each of the plot.
Result<std::string> to_png(std::span<const Plot> panels, int scale = 2);

}  // namespace scree::plot
