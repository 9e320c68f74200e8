// Where everything of a plot goes: axes, legend, lines, marks.
#pragma once

#include "io/plot/canvas.hpp"
#include "io/plot/svg_plot.hpp"

namespace scree::plot {

// The rectangle of the data, in pixels.
struct Area {
  double left = 0, top = 0, right = 0, bottom = 0;
};
Area area_of(const Plot& plot);
// How many lines of text the legend has.
int legend_rows(const Plot& plot);

void draw(const Plot& plot, Canvas& canvas);

}  // namespace scree::plot
