#include "io/plot/png_plot.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/plot/drawing.hpp"
#include "io/render/font.hpp"
#include "io/render/pen.hpp"

namespace scree::plot {
namespace {

using render::Cover;
using render::Image;
using render::Ink;
using render::Pane;
using render::Segment;

Ink ink_of(unsigned rgb, float opacity = 1) {
  const auto part = [rgb](int shift) { return static_cast<float>(rgb >> shift & 255) / 255; };
  return {part(16), part(8), part(0), opacity};
}

class PngCanvas : public Canvas {
 public:
  // The panel begins `top` pixels of the plot below the upper edge.
  PngCanvas(Image& image, const Area& area, double top, int scale)
      : image_(image), area_(area), top_(top), scale_(scale), within_(whole()) {}

  void title(double x, double y, const std::string& text) override {
    put_text(x, y, text, Anchor::start, 9.6f, 1.7f, ink_of(0x222222));
  }
  void text(double x, double y, const std::string& text, Anchor anchor) override {
    put_text(x, y, text, anchor, kHeight, kPen, ink_of(0x333333));
  }
  void upward_text(double x, double y, const std::string& text) override {
    const float unit = kHeight / 6;
    const float width = render::text_width(text, {.height = kHeight});
    std::vector<Segment> strokes;
    const auto turned = [&](float u, float v) {  // u to the top, v to the left
      return std::pair{x - unit * static_cast<double>(v), y + 0.5 * width - unit * u};
    };
    for (const Segment& s : render::text_strokes(text)) {
      const auto [xa, ya] = turned(s.x0, s.y0);
      const auto [xb, yb] = turned(s.x1, s.y1);
      strokes.push_back(pixels(xa, ya, xb, yb));
    }
    put(strokes, kPen, ink_of(0x333333));
  }
  void line(double xa, double ya, double xb, double yb, Tone tone) override {
    const unsigned grey = tone == Tone::grid ? 0xe8e8e8 : tone == Tone::zero ? 0x999999 : 0x666666;
    put({pixels(xa, ya, xb, yb)}, 1, ink_of(grey));
  }
  void bar(double xa, double ya, double xb, double yb, int color) override {
    put({pixels(xa, ya, xb, yb)}, 1, ink_of(kPalette[color % kColors]));
  }
  void frame(double x, double y, double width, double height) override {
    const double r = x + width, b = y + height;
    put({pixels(x, y, r, y), pixels(r, y, r, b), pixels(r, b, x, b), pixels(x, b, x, y)}, 1,
        ink_of(0x666666));
  }
  void stroke(const Polyline& polyline, int color, bool dashed) override {
    put(dashed ? dashes(polyline) : segments(polyline), 1.6f, ink_of(kPalette[color % kColors]));
  }
  void shade(const Polyline& polyline, int color) override {
    put_filled(polyline, ink_of(kPalette[color % kColors], 0.12f));
  }
  void head(const Polyline& triangle, int color) override {
    put_filled(triangle, ink_of(kPalette[color % kColors]));
  }
  // Disc, square, diamond, triangle, as in SVG.
  void mark(double x, double y, int color, double size) override {
    Polyline polyline;
    switch (color % 4) {
      case 1:
        for (int k = 0; k < 24; ++k) {
          const double a = 2 * std::numbers::pi * k / 24;
          polyline.emplace_back(x + 3.2 * size * std::cos(a), y + 3.2 * size * std::sin(a));
        }
        break;
      case 2:
        polyline = {{x - 2.9 * size, y - 2.9 * size},
                    {x + 2.9 * size, y - 2.9 * size},
                    {x + 2.9 * size, y + 2.9 * size},
                    {x - 2.9 * size, y + 2.9 * size}};
        break;
      case 3:
        polyline = {{x, y - 4 * size}, {x + 4 * size, y}, {x, y + 4 * size}, {x - 4 * size, y}};
        break;
      default:
        polyline = {{x, y - 4 * size}, {x + 4 * size, y + 3 * size}, {x - 4 * size, y + 3 * size}};
    }
    const unsigned rgb = kPalette[color % kColors];
    put_filled(polyline, ink_of(rgb, 0.8f));
    polyline.push_back(polyline.front());
    put(segments(polyline), 1, ink_of(rgb));
  }
  // To whole pixels, so that neighbours leave no seam.
  void cell(double xa, double ya, double xb, double yb, unsigned rgb) override {
    const auto pixel = [this](double v) { return static_cast<int>(std::lround(v * scale_)); };
    const int x0 = std::max(pixel(xa), within_.x0), x1 = std::min(pixel(xb), within_.x1);
    const int y0 = std::max(pixel(ya + top_), within_.y0);
    const int y1 = std::min(pixel(yb + top_), within_.y1);
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        std::uint8_t* p = image_.at(x, y);
        for (int c = 0; c < 3; ++c) p[c] = static_cast<std::uint8_t>(rgb >> (16 - 8 * c) & 255);
      }
  }
  void clip() override {
    const auto pixel = [this](double v) { return static_cast<int>(std::lround(v * scale_)); };
    within_ = {pixel(area_.left), pixel(top_ + area_.top), pixel(area_.right),
               pixel(top_ + area_.bottom)};
  }
  void unclip() override { within_ = whole(); }

 private:
  static constexpr float kHeight = 8.0f, kPen = 1.05f;  // of capitals; of the pen

  Pane whole() const { return {0, 0, image_.width, image_.height}; }

  Segment pixels(double xa, double ya, double xb, double yb) const {
    const auto px = [this](double v) { return static_cast<float>(v * scale_); };
    return {px(xa), px(ya + top_), px(xb), px(yb + top_)};
  }
  std::vector<Segment> segments(const Polyline& polyline) const {
    std::vector<Segment> out;
    for (std::size_t k = 1; k < polyline.size(); ++k)
      out.push_back(pixels(polyline[k - 1].first, polyline[k - 1].second, polyline[k].first,
                           polyline[k].second));
    return out;
  }
  // 6 on, 4 off, along the whole line.
  std::vector<Segment> dashes(const Polyline& polyline) const {
    std::vector<Segment> out;
    double walked = 0;
    for (std::size_t k = 1; k < polyline.size(); ++k) {
      const auto [xa, ya] = polyline[k - 1];
      const auto [xb, yb] = polyline[k];
      const double d = std::hypot(xb - xa, yb - ya);
      for (double at = 0; at < d;) {
        const double phase = std::fmod(walked + at, 10.0);
        const double end = std::min(d, at + std::max((phase < 6 ? 6 : 10) - phase, 1e-3));
        if (phase < 6)
          out.push_back(pixels(xa + at / d * (xb - xa), ya + at / d * (yb - ya),
                               xa + end / d * (xb - xa), ya + end / d * (yb - ya)));
        at = end;
      }
      walked += d;
    }
    return out;
  }
  // The pixels that the segments can reach, within what is shown.
  Cover cover_of(const std::vector<Segment>& segments, float margin) const {
    float left = 1e9f, right = -1e9f, top = 1e9f, bottom = -1e9f;
    for (const Segment& s : segments) {
      left = std::min({left, s.x0, s.x1}), right = std::max({right, s.x0, s.x1});
      top = std::min({top, s.y0, s.y1}), bottom = std::max({bottom, s.y0, s.y1});
    }
    const auto low = [&](float v, int least) {
      return std::max(least, static_cast<int>(std::max(v - margin, -1e6f)));
    };
    const auto high = [&](float v, int most) {
      return std::min(most, static_cast<int>(std::min(v + margin, 1e6f)) + 2);
    };
    const int x0 = low(left, within_.x0), y0 = low(top, within_.y0);
    return Cover(x0, y0, std::max(0, high(right, within_.x1) - x0),
                 std::max(0, high(bottom, within_.y1) - y0));
  }
  void put(const std::vector<Segment>& segments, float pen, const Ink& ink) {
    if (segments.empty()) return;
    const float half = 0.5f * pen * static_cast<float>(scale_);
    Cover cover = cover_of(segments, half + 1);
    if (cover.width == 0 || cover.height == 0) return;
    for (const Segment& s : segments) cover.stroke(s, half);
    cover.paint(image_, ink, within_);
  }
  void put_filled(Polyline polyline, const Ink& ink) {
    polyline.push_back(polyline.front());
    const std::vector<Segment> edges = segments(polyline);
    Cover cover = cover_of(edges, 1);
    if (cover.width == 0 || cover.height == 0) return;
    cover.fill(edges);
    cover.paint(image_, ink, within_);
  }
  void put_text(double x, double y, const std::string& text, Anchor anchor, float height, float pen,
                const Ink& ink) {
    const double width = render::text_width(text, {.height = height});
    const double from = anchor == Anchor::start    ? x
                        : anchor == Anchor::middle ? x - 0.5 * width
                                                   : x - width;
    const float unit = height / 6;
    std::vector<Segment> strokes;
    for (const Segment& s : render::text_strokes(text))
      strokes.push_back(
          pixels(from + unit * s.x0, y - unit * s.y0, from + unit * s.x1, y - unit * s.y1));
    put(strokes, pen, ink);
  }

  Image& image_;
  Area area_;
  double top_;
  int scale_;
  Pane within_;
};

}  // namespace

Result<std::string> to_png(std::span<const Plot> panels, int scale) {
  int width = 0, height = 0;
  for (const Plot& p : panels) width = std::max(width, p.width), height += p.height;
  Image image(width * scale, height * scale);
  double top = 0;
  for (const Plot& p : panels) {
    PngCanvas canvas(image, area_of(p), top, scale);
    draw(p, canvas);
    top += p.height;
  }
  return render::encode_png(image);
}

}  // namespace scree::plot
