// A plot as an SVG text (as a PNG: png_plot.hpp): axes with round ticks, a legend above, lines,
// points, error bars, arrows, shaded loops, linear or logarithmic axes.
//
//   plot::Plot p{.title = "Duration", .x = {.label = "speed, m/s", .log = true}, ...};
//   p.series.push_back({.label = "theory", .x = v, .y = t, .mark = plot::Mark::line});
//   std::string svg = plot::to_svg(p);
//
// Values that cannot be drawn (not finite, or not positive on a logarithmic axis) are left out; a
// line is broken there. A plot without any value shows its axes from 0 to 1 and says so.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/plot/heat_map.hpp"

namespace scree::plot {

enum class Mark { line, dashed, points, line_and_points };

struct Series {
  std::string label;  // empty: not in the legend
  std::vector<double> x, y;
  std::vector<double> error = {};  // half the length of a bar; empty: none
  Mark mark = Mark::points;
  int color = -1;       // number in the palette; -1: by the place in the list
  int arrows = 0;       // so many heads along a line, in the direction of its points
  bool filled = false;  // what the line encloses is shaded
  bool small = false;   // points: those of single runs beside their mean
};

struct Axis {
  std::string label;  // with the unit: "time, ms"
  bool log = false;
  std::optional<double> lo = {}, hi = {};  // without: what the data need
};

struct Plot {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
  int width = 640, height = 400;    // pixels
  bool zero_lines = false;          // where an axis passes 0
  std::optional<HeatMap> map = {};  // below the series
  bool equal_scales = false;        // a length is as long along both axes
};

std::string to_svg(const Plot& plot);
std::string panels_to_svg(std::span<const Plot> panels);  // one below the other

}  // namespace scree::plot
