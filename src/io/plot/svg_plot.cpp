#include "io/plot/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/plot/drawing.hpp"
#include "io/xml.hpp"

namespace scree::plot {
namespace {

std::string svg_color(int number) { return fmt::format("#{:06x}", kPalette[number % kColors]); }

const char* svg_tone(Tone tone) {
  switch (tone) {
    case Tone::grid:
      return "#e8e8e8";
    case Tone::zero:
      return "#999999";
    default:
      return "#666666";
  }
}

class SvgCanvas : public Canvas {
 public:
  // `clip`: name of the rectangle of the data, which must be the only one in a file.
  SvgCanvas(std::string& out, std::string clip) : out_(out), clip_(std::move(clip)) {}

  void title(double x, double y, const std::string& text) override {
    say(x, y, text, "font-size=\"14\" font-weight=\"bold\" fill=\"#222222\"");
  }
  void text(double x, double y, const std::string& text, Anchor anchor) override {
    say(x, y, text,
        anchor == Anchor::middle ? kMiddle
        : anchor == Anchor::end  ? "text-anchor=\"end\" fill=\"#333333\""
                                 : "fill=\"#333333\"");
  }
  void upward_text(double x, double y, const std::string& text) override {
    if (text.empty()) return;
    out_ += fmt::format(
        "<text x=\"{1:.0f}\" y=\"{0:.1f}\" transform=\"rotate(-90 {1:.0f} {0:.1f})\" {2}>{3}"
        "</text>\n",
        y, x, kMiddle, xml_escaped(text));
  }
  void line(double xa, double ya, double xb, double yb, Tone tone) override {
    put_line(xa, ya, xb, yb, svg_tone(tone));
  }
  void bar(double xa, double ya, double xb, double yb, int color) override {
    put_line(xa, ya, xb, yb, svg_color(color));
  }
  void frame(double x, double y, double width, double height) override {
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
        "stroke=\"#666666\"/>\n",
        x, y, width, height);
  }
  void stroke(const Polyline& polyline, int color, bool dashed) override {
    out_ += "<polyline fill=\"none\" stroke-width=\"1.6\" stroke=\"" + svg_color(color);
    out_ += dashed ? "\" stroke-dasharray=\"6 4\"" : "\"";
    put_points(polyline);
  }
  void shade(const Polyline& polyline, int color) override {
    out_ += fmt::format(
        "<polygon stroke=\"none\" fill=\"{}\" fill-opacity=\"0.12\" fill-rule=\"evenodd\"",
        svg_color(color));
    put_points(polyline);
  }
  void head(const Polyline& t, int color) override {
    out_ += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\" fill=\"{}\"/>\n",
                        t[0].first, t[0].second, t[1].first, t[1].second, t[2].first, t[2].second,
                        svg_color(color));
  }
  // Disc, square, diamond, triangle.
  void mark(double x, double y, int color, double size) override {
    const std::string style =
        fmt::format("fill=\"{0}\" fill-opacity=\"0.8\" stroke=\"{0}\"", svg_color(color));
    switch (color % 4) {
      case 1:
        out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.3g}\" {}/>\n", x, y,
                            3.2 * size, style);
        break;
      case 2:
        out_ += fmt::format(
            "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.3g}\" height=\"{2:.3g}\" {3}/>\n",
            x - 2.9 * size, y - 2.9 * size, 5.8 * size, style);
        break;
      case 3:
        out_ += fmt::format(
            "<path d=\"M{0:.1f} {1:.1f}l{2:.3g} {2:.3g}l-{2:.3g} {2:.3g}l-{2:.3g} "
            "-{2:.3g}z\" {3}/>\n",
            x, y - 4 * size, 4 * size, style);
        break;
      default:
        out_ += fmt::format("<path d=\"M{:.1f} {:.1f}l{:.3g} {:.3g}h-{:.3g}z\" {}/>\n", x,
                            y - 4 * size, 4 * size, 7 * size, 8 * size, style);
    }
  }
  void cell(double xa, double ya, double xb, double yb, unsigned rgb) override {
    out_ += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"#{:06x}\" "
        "shape-rendering=\"crispEdges\"/>\n",
        xa, ya, xb - xa, yb - ya, rgb);
  }
  void clip() override { out_ += "<g clip-path=\"url(#" + clip_ + ")\">\n"; }
  void unclip() override { out_ += "</g>\n"; }

 private:
  static constexpr const char* kMiddle = "text-anchor=\"middle\" fill=\"#333333\"";

  void say(double x, double y, const std::string& s, const char* style) {
    if (!s.empty())
      out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style,
                          xml_escaped(s));
  }
  void put_line(double xa, double ya, double xb, double yb, const std::string& color) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", xa, ya,
        xb, yb, color);
  }
  void put_points(const Polyline& polyline) {
    out_ += " points=\"";
    for (const auto& [x, y] : polyline) out_ += fmt::format("{:.1f},{:.1f} ", x, y);
    out_.back() = '"';
    out_ += "/>\n";
  }

  std::string& out_;
  std::string clip_;
};

void put_panel(std::string& out, const Plot& plot, const std::string& clip) {
  const Area a = area_of(plot);
  out += fmt::format(
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
      "<clipPath id=\"{6}\"><rect x=\"{2:.1f}\" y=\"{3:.1f}\" width=\"{4:.1f}\" "
      "height=\"{5:.1f}\"/></clipPath>\n",
      plot.width, plot.height, a.left, a.top, a.right - a.left, a.bottom - a.top, clip);
  SvgCanvas canvas(out, clip);
  draw(plot, canvas);
}

std::string opening(int width, int height) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n",
      width, height);
}

}  // namespace

std::string to_svg(const Plot& plot) {
  std::string out = opening(plot.width, plot.height);
  put_panel(out, plot, "area");
  return out + "</svg>\n";
}

std::string panels_to_svg(std::span<const Plot> panels) {
  if (panels.size() == 1) return to_svg(panels[0]);
  int width = 0, height = 0;
  for (const Plot& p : panels) width = std::max(width, p.width), height += p.height;
  std::string out = opening(width, height);
  int top = 0, number = 0;
  for (const Plot& p : panels) {
    out += fmt::format("<g transform=\"translate(0 {})\">\n", top);
    put_panel(out, p, fmt::format("area{}", ++number));
    out += "</g>\n";
    top += p.height;
  }
  return out + "</svg>\n";
}

}  // namespace scree::plot
