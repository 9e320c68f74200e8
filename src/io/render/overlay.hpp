// Title, time and colour legend.
#pragma once

#include <string>
#include <vector>

#include "io/render/color.hpp"
#include "io/render/image.hpp"

namespace scree::render {

void draw_labels(Image& image, const std::string& title, const std::string& below);
void draw_legend(Image& image, const Coloring& coloring);
float legend_width(int picture_height);

// "0.25 s", "3.2 ms": time for people.
std::string time_text(double seconds);

// Round numbers that divide [lo, hi] into 3 to 7 parts, in the unit that is readable ("mm" for
// millimetres), with just enough digits.
struct Ticks {
  std::vector<double> at;  // in the values' own unit
  std::vector<std::string> text;
  std::string unit;
};
Ticks ticks_of(double lo, double hi, const std::string& unit);

}  // namespace scree::render
