#include "io/plot/pdf_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <vector>

#include "io/plot/drawing.hpp"
#include "io/plot/pdf_text.hpp"

namespace scree::plot {
namespace {

constexpr double kPoint = 0.75;  // points for a pixel

std::string pdf_color(unsigned rgb, const char* what) {
  return fmt::format("{:.3f} {:.3f} {:.3f} {}\n", (rgb >> 16 & 255) / 255.0,
                     (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, what);
}
unsigned pdf_tone(Tone tone) {
  return tone == Tone::grid ? 0xe8e8e8 : tone == Tone::zero ? 0x999999 : 0x666666;
}

// Of a string between parentheses.
std::string pdf_escaped(const std::string& bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '(' || c == ')' || c == '\\')
      out += std::string("\\") + c;
    else if (u < 32 || u > 126)
      out += fmt::format("\\{:03o}", u);
    else
      out += c;
  }
  return out;
}

// Content of the page in pixels from the upper left corner: the page turns its y axis over.
class PdfCanvas : public Canvas {
 public:
  PdfCanvas(std::string& out, const Area& area) : out_(out), area_(area) {}

  void title(double x, double y, const std::string& text) override {
    put_text(x, y, text, Anchor::start, 14, "B", 0x222222, false);
  }
  void text(double x, double y, const std::string& text, Anchor anchor) override {
    put_text(x, y, text, anchor, 12, "H", 0x333333, false);
  }
  void upward_text(double x, double y, const std::string& text) override {
    put_text(x, y, text, Anchor::middle, 12, "H", 0x333333, true);
  }
  void line(double xa, double ya, double xb, double yb, Tone tone) override {
    put_line(xa, ya, xb, yb, pdf_tone(tone));
  }
  void bar(double xa, double ya, double xb, double yb, int color) override {
    put_line(xa, ya, xb, yb, palette(color));
  }
  void frame(double x, double y, double width, double height) override {
    out_ += pdf_color(0x666666, "RG") +
            fmt::format("1 w {:.2f} {:.2f} {:.2f} {:.2f} re S\n", x, y, width, height);
  }
  void stroke(const Polyline& polyline, int color, bool dashed) override {
    out_ += pdf_color(palette(color), "RG") + (dashed ? "[6 4] 0 d " : "") + "1.6 w\n";
    path(polyline);
    out_ += dashed ? "S [] 0 d\n" : "S\n";
  }
  void shade(const Polyline& polyline, int color) override {
    out_ += "q /Pale gs " + pdf_color(palette(color), "rg");
    path(polyline);
    out_ += "h f* Q\n";
  }
  void head(const Polyline& triangle, int color) override { fill(triangle, palette(color)); }
  // Disc, square, diamond, triangle, as in SVG.
  void mark(double x, double y, int color, double size) override {
    switch (color % 4) {
      case 1:
        disc(x, y, 3.2 * size, palette(color));
        break;
      case 2:
        fill({{x - 2.9 * size, y - 2.9 * size},
              {x + 2.9 * size, y - 2.9 * size},
              {x + 2.9 * size, y + 2.9 * size},
              {x - 2.9 * size, y + 2.9 * size}},
             palette(color));
        break;
      case 3:
        fill({{x, y - 4 * size}, {x + 4 * size, y}, {x, y + 4 * size}, {x - 4 * size, y}},
             palette(color));
        break;
      default:
        fill({{x, y - 4 * size}, {x + 4 * size, y + 3 * size}, {x - 4 * size, y + 3 * size}},
             palette(color));
    }
  }
  // A little larger than it is, so that neighbours leave no seam.
  void cell(double xa, double ya, double xb, double yb, unsigned rgb) override {
    out_ += pdf_color(rgb, "rg") +
            fmt::format("{:.2f} {:.2f} {:.2f} {:.2f} re f\n", xa, ya, xb - xa + 0.5, yb - ya + 0.5);
  }
  void clip() override {
    out_ += fmt::format("q {:.2f} {:.2f} {:.2f} {:.2f} re W n\n", area_.left, area_.top,
                        area_.right - area_.left, area_.bottom - area_.top);
  }
  void unclip() override { out_ += "Q\n"; }

 private:
  static unsigned palette(int color) { return kPalette[color % kColors]; }

  void put_line(double xa, double ya, double xb, double yb, unsigned rgb) {
    out_ += pdf_color(rgb, "RG") +
            fmt::format("1 w {:.2f} {:.2f} m {:.2f} {:.2f} l S\n", xa, ya, xb, yb);
  }
  void path(const Polyline& polyline) {
    const char* what = "m";
    for (const auto& [x, y] : polyline) {
      out_ += fmt::format("{:.2f} {:.2f} {}\n", x, y, what);
      what = "l";
    }
  }
  void fill(const Polyline& polyline, unsigned rgb) {
    out_ += pdf_color(rgb, "rg");
    path(polyline);
    out_ += "h f\n";
  }
  // Four arcs by Bezier curves.
  void disc(double x, double y, double r, unsigned rgb) {
    const double k = 4.0 / 3 * (std::numbers::sqrt2 - 1) * r;
    out_ += pdf_color(rgb, "rg") + fmt::format("{:.2f} {:.2f} m\n", x + r, y);
    const auto arc = [&](double ax, double ay, double bx, double by, double cx, double cy) {
      out_ += fmt::format("{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c\n", x + ax, y + ay, x + bx,
                          y + by, x + cx, y + cy);
    };
    arc(r, k, k, r, 0, r);
    arc(-k, r, -r, k, -r, 0);
    arc(-r, -k, -k, -r, 0, -r);
    arc(k, -r, r, -k, r, 0);
    out_ += "f\n";
  }

  void put_text(double x, double y, const std::string& text, Anchor anchor, double size,
                const char* font, unsigned rgb, bool upward) {
    if (text.empty()) return;
    const std::vector<PdfTextPart> parts = pdf_text(text);
    const double width = size * pdf_width(parts);
    const double back = anchor == Anchor::start    ? 0
                        : anchor == Anchor::middle ? 0.5 * width
                                                   : width;
    // The y axis of a text points up again.
    out_ += "BT " + pdf_color(rgb, "rg") +
            (upward ? fmt::format("0 -1 -1 0 {:.2f} {:.2f} Tm\n", x, y + back)
                    : fmt::format("1 0 0 -1 {:.2f} {:.2f} Tm\n", x - back, y));
    for (const PdfTextPart& p : parts)
      out_ += fmt::format("/{} {:.2f} Tf {:.2f} Ts ({}) Tj\n",
                          p.font == PdfTextPart::Font::symbol ? "S" : font,
                          p.raised ? kRaisedSize * size : size, p.raised ? kRaisedBy * size : 0,
                          pdf_escaped(p.bytes));
    out_ += "0 Ts ET\n";
  }

  std::string& out_;
  Area area_;
};

// Numbered objects and the table of where they begin.
class PdfFile {
 public:
  void object(const std::string& content) {
    begins_.push_back(out_.size());
    out_ += fmt::format("{} 0 obj\n{}\nendobj\n", begins_.size(), content);
  }
  std::string finish() {
    const std::size_t table = out_.size();
    out_ += fmt::format("xref\n0 {}\n0000000000 65535 f \n", begins_.size() + 1);
    for (const std::size_t b : begins_) out_ += fmt::format("{:010} 00000 n \n", b);
    out_ += fmt::format("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{}\n%%EOF\n",
                        begins_.size() + 1, table);
    return std::move(out_);
  }

 private:
  std::string out_ = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";
  std::vector<std::size_t> begins_;
};

}  // namespace

std::string to_pdf(std::span<const Plot> panels) {
  int width = 0, height = 0;
  for (const Plot& p : panels) width = std::max(width, p.width), height += p.height;
  std::string content = fmt::format("{0} 0 0 -{0} 0 {1:.2f} cm\n", kPoint, kPoint * height);
  double top = 0;
  for (const Plot& p : panels) {
    content += fmt::format("q 1 0 0 1 0 {:.2f} cm\n", top);
    PdfCanvas canvas(content, area_of(p));
    draw(p, canvas);
    content += "Q\n";
    top += p.height;
  }
  PdfFile file;
  file.object("<< /Type /Catalog /Pages 2 0 R >>");
  file.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
  file.object(fmt::format(
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.2f} {:.2f}] /Contents 4 0 R /Resources << "
      "/Font << /H 5 0 R /B 6 0 R /S 7 0 R >> /ExtGState << /Pale << /ca 0.12 >> >> >> >>",
      kPoint * width, kPoint * height));
  file.object(fmt::format("<< /Length {} >>\nstream\n{}endstream", content.size(), content));
  file.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  file.object(
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>");
  file.object("<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>");
  return file.finish();
}

}  // namespace scree::plot
