// A table of values as colours, drawn into the area of a plot, with a scale beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace scree::plot {

// Cells of equal size; values not finite are left blank.
struct HeatMap {
  std::size_t columns = 0, rows = 0;
  double x = 0, y = 0;                     // lower left corner of the first cell
  double dx = 1, dy = 1;                   // size of a cell
  std::vector<double> values;              // columns per row, from below
  std::string label;                       // of the scale, with the unit
  std::optional<double> lo = {}, hi = {};  // ends of the scale; without: those of the values
};

// Ends of the scale. A constant map has a scale of some width about its value.
struct HeatScale {
  double lo = 0, hi = 1;
  // From 0 to 1, beyond it for values that the scale does not reach.
  double at(double v) const { return (v - lo) / (hi - lo); }
};
HeatScale scale_of(const HeatMap& map);

// sRGB as 0xrrggbb; t in [0, 1], cut off beyond.
unsigned heat_color(double t);

}  // namespace scree::plot
