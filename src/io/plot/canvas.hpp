// What a plot is drawn on: lines, texts and marks in pixels from the upper left corner. One layout
// (drawing.cpp) serves every kind of file.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace scree::plot {

using Polyline = std::vector<std::pair<double, double>>;

enum class Anchor { start, middle, end };
enum class Tone { grid, tick, zero, frame };  // greys of axes

class Canvas {
 public:
  virtual ~Canvas() = default;

  virtual void title(double x, double y, const std::string& text) = 0;
  virtual void text(double x, double y, const std::string& text, Anchor anchor) = 0;
  virtual void upward_text(double x, double y, const std::string& text) = 0;  // centred
  virtual void line(double xa, double ya, double xb, double yb, Tone tone) = 0;
  virtual void frame(double x, double y, double width, double height) = 0;

  // Colours by their number in the palette.
  virtual void bar(double xa, double ya, double xb, double yb, int color) = 0;
  virtual void stroke(const Polyline& polyline, int color, bool dashed) = 0;
  virtual void shade(const Polyline& polyline, int color) = 0;
  virtual void head(const Polyline& triangle, int color) = 0;
  // Shapes differ besides colours. `size`: 1 as a rule, less where there are others that count
  // more.
  virtual void mark(double x, double y, int color, double size) = 0;
  // A filled rectangle without an edge, of any colour (0xrrggbb).
  virtual void cell(double xa, double ya, double xb, double yb, unsigned rgb) = 0;

  // From here on only what lies in the rectangle is drawn, until unclip().
  virtual void clip() = 0;
  virtual void unclip() = 0;
};

// Told apart in print and by people who see few colours (after Okabe & Ito), the first is for
// theory.
inline constexpr unsigned kPalette[] = {0x333333, 0x0072b2, 0xd55e00, 0x009e73,
                                        0xcc79a7, 0xe69f00, 0x56b4e9, 0x8a6d00};
inline constexpr int kColors = 8;

}  // namespace scree::plot
