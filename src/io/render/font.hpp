// A stroke font: letters are pen paths, drawn with round ends at any size.
#pragma once

#include <string_view>
#include <vector>

#include "io/render/image.hpp"
#include "io/render/pen.hpp"
#include "io/render/vec.hpp"

namespace scree::render {

struct TextStyle {
  float height = 16;                               // of capitals, pixels
  float weight = 1.8f;                             // width of the pen, pixels
  float red = 0.16f, green = 0.18f, blue = 0.22f;  // sRGB
};

// Width in pixels. Text is UTF-8: ASCII, a few signs of physics, and accented Latin letters
// (drawn without the accent); anything else is an empty box.
float text_width(std::string_view text, const TextStyle& style);

// The pen's paths in units of a sixth of the height of capitals, y upwards, the baseline at y = 0.
std::vector<Segment> text_strokes(std::string_view text);

// Baseline begins at (x, y).
void draw_text(Image& image, float x, float y, std::string_view text, const TextStyle& style);

}  // namespace scree::render
