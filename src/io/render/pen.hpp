// Strokes with round ends on a picture, with soft edges: how much of each pixel lies under the pen.
#pragma once

#include <vector>

#include "io/render/image.hpp"

namespace scree::render {

struct Segment {
  float x0, y0, x1, y1;
};

struct Ink {
  float red = 0, green = 0, blue = 0;  // sRGB
  float opacity = 1;
};

// Pixels x0 <= x < x1, y0 <= y < y1.
struct Pane {
  int x0, y0, x1, y1;
};

// The share of each pixel of a box that is covered; where strokes overlap, the most.
struct Cover {
  int x0, y0, width, height;
  std::vector<float> value;

  Cover(int x, int y, int w, int h)
      : x0(x), y0(y), width(w), height(h), value(std::size_t(w) * h) {}
  float& at(int x, int y) { return value[std::size_t(y - y0) * width + (x - x0)]; }

  void stroke(const Segment& s, float half);  // half: of the pen's width
  // The inside of closed curves by the even-odd rule, four lines a pixel.
  void fill(const std::vector<Segment>& edges);
  void paint(Image& image, const Ink& ink);
  void paint(Image& image, const Ink& ink, const Pane& within);
};

}  // namespace scree::render
