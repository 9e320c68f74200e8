#include "io/render/overlay.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/render/font.hpp"

namespace scree::render {
namespace {

struct Scale {
  double factor;
  const char* prefix;
};

// Only units that take a prefix gracefully.
Scale scale_for(double magnitude, const std::string& unit) {
  const bool takes =
      unit == "m" || unit == "m/s" || unit == "N" || unit == "s" || unit == "J" || unit == "Pa";
  if (!takes || !(magnitude > 0)) return {1, ""};
  if (magnitude < 1e-3) return {1e-6, "µ"};
  if (magnitude < 0.5) return {1e-3, "m"};
  if (magnitude >= 1e6) return {1e6, "M"};
  if (magnitude >= 2e3) return {1e3, "k"};
  return {1, ""};
}

double nice_step(double span) {
  const double raw = span / 4, power = std::pow(10, std::floor(std::log10(raw)));
  for (const double m : {1.0, 2.0, 2.5, 5.0, 10.0})
    if (raw <= m * power * 1.0001) return m * power;
  return 10 * power;
}

std::string number_text(double v, double step) {
  if (std::abs(v) >= 1e6 || (std::abs(step) < 1e-4 && v != 0)) return fmt::format("{:.3g}", v);
  int digits = 0;
  for (double s = step; digits < 6 && std::abs(s - std::round(s)) > 1e-6 * std::abs(s); ++digits)
    s *= 10;
  return fmt::format("{:.{}f}", std::abs(v) < 1e-9 * step ? 0.0 : v, digits);
}

float em(const Image& image) { return static_cast<float>(image.height) / 60; }

void fill(Image& image, int x0, int y0, int x1, int y1, const std::uint8_t* color) {
  for (int y = std::max(y0, 0); y < std::min(y1, image.height); ++y)
    for (int x = std::max(x0, 0); x < std::min(x1, image.width); ++x)
      std::copy(color, color + 3, image.at(x, y));
}

}  // namespace

std::string time_text(double t) {
  const double a = std::abs(t);
  if (!(a > 0)) return "0 s";
  if (a < 1e-3) return fmt::format("{:.6g} µs", 1e6 * t);
  if (a < 1) return fmt::format("{:.6g} ms", 1e3 * t);
  return fmt::format("{:.6g} s", t);
}

Ticks ticks_of(double lo, double hi, const std::string& unit) {
  Ticks t;
  const Scale scale = scale_for(std::max(std::abs(lo), std::abs(hi)), unit);
  t.unit = scale.prefix + unit;
  if (!(hi > lo) || !std::isfinite(hi - lo)) {
    t.at = {lo};
    t.text = {fmt::format("{:.4g}", lo / scale.factor)};
    return t;
  }
  const double step = nice_step((hi - lo) / scale.factor);
  const double first = std::ceil(lo / scale.factor / step - 1e-9);
  for (int k = 0; k < 12; ++k) {
    const double v = (first + k) * step;
    if (v > hi / scale.factor + 1e-9 * step) break;
    t.at.push_back(v * scale.factor);
    t.text.push_back(number_text(v, step));
  }
  return t;
}

float legend_width(int picture_height) { return static_cast<float>(picture_height) * 0.15f; }

void draw_labels(Image& image, const std::string& title, const std::string& below) {
  const float m = em(image);
  TextStyle big{1.30f * m, 0.165f * m};
  draw_text(image, 2.4f * m, 3.6f * m, title, big);
  TextStyle small{0.88f * m, 0.115f * m, 0.34f, 0.37f, 0.42f};
  draw_text(image, 2.4f * m, static_cast<float>(image.height) - 2.0f * m, below, small);
}

namespace {

struct LegendFrame {
  int x0, x1, y0, y1;  // the bar
  TextStyle style;
  float em;
};

void put_color(Image& image, int x0, int y0, int x1, int y1, const Vec& v) {
  const std::uint8_t color[] = {static_cast<std::uint8_t>(255 * srgb_from_linear(v.x) + 0.5f),
                                static_cast<std::uint8_t>(255 * srgb_from_linear(v.y) + 0.5f),
                                static_cast<std::uint8_t>(255 * srgb_from_linear(v.z) + 0.5f)};
  fill(image, x0, y0, x1, y1, color);
}

constexpr std::uint8_t kFrame[] = {95, 102, 112};

void draw_bar(Image& image, const Coloring& c, const LegendFrame& l, const Ticks& ticks) {
  fill(image, l.x0 - 1, l.y0 - 1, l.x1 + 1, l.y1 + 1, kFrame);
  for (int y = l.y0; y < l.y1; ++y)
    put_color(
        image, l.x0, y, l.x1, y + 1,
        map_color((static_cast<float>(l.y1 - y) - 0.5f) / static_cast<float>(l.y1 - l.y0), c.map));
  for (std::size_t k = 0; k < ticks.at.size(); ++k) {
    const float y =
        static_cast<float>(l.y1) +
        static_cast<float>((ticks.at[k] - c.lo) / (c.hi - c.lo)) * static_cast<float>(l.y0 - l.y1);
    const int row = static_cast<int>(y);
    fill(image, l.x1 + 1, row, l.x1 + static_cast<int>(0.45f * l.em), row + 1, kFrame);
    draw_text(image, static_cast<float>(l.x1) + 0.8f * l.em, y + 0.44f * l.em, ticks.text[k],
              l.style);
  }
}

// A triangle in the colour of the end where values lie beyond it.
void draw_end(Image& image, const LegendFrame& l, const Vec& color, bool top) {
  const int wide = l.x1 - l.x0, high = std::max(3, wide / 2);
  for (int k = 0; k <= high; ++k) {
    const int y = top ? l.y0 - 3 - k : l.y1 + 2 + k;
    const int inset = k * wide / (2 * high);
    fill(image, l.x0 + inset - 1, y, l.x1 - inset + 1, y + 1, kFrame);
    if (k < high) put_color(image, l.x0 + inset + 1, y, l.x1 - inset - 1, y + 1, color);
  }
}

void mark_ends(Image& image, const Coloring& c, const LegendFrame& l) {
  const double room = 1e-9 * (c.hi - c.lo);
  bool below = false, above = false;
  for (const double v : c.values)
    below = below || v < c.lo - room, above = above || v > c.hi + room;
  if (above) draw_end(image, l, map_color(1, c.map), true);
  if (below) draw_end(image, l, map_color(0, c.map), false);
}

// One swatch a class, the largest on top.
void draw_swatches(Image& image, const Coloring& c, const LegendFrame& l,
                   const std::vector<double>& values) {
  const int side = static_cast<int>(1.3f * l.em);
  const Scale scale = scale_for(std::abs(values.back()), c.unit);
  int y = l.y0;
  for (auto v = values.rbegin(); v != values.rend(); ++v, y += static_cast<int>(2.1f * l.em)) {
    fill(image, l.x0 - 1, y - 1, l.x0 + side + 1, y + side + 1, kFrame);
    put_color(image, l.x0, y, l.x0 + side, y + side, c.color_of(*v));
    draw_text(image, static_cast<float>(l.x1) + 0.8f * l.em,
              static_cast<float>(y) + 0.5f * static_cast<float>(side) + 0.44f * l.em,
              fmt::format("{:.4g}", *v / scale.factor), l.style);
  }
}

}  // namespace

void draw_legend(Image& image, const Coloring& c) {
  const float m = em(image);
  LegendFrame l;
  l.em = m;
  l.x0 = image.width - static_cast<int>(7.6f * m), l.x1 = l.x0 + static_cast<int>(1.3f * m);
  l.y0 = static_cast<int>(0.24f * static_cast<float>(image.height));
  l.y1 = static_cast<int>(0.76f * static_cast<float>(image.height));
  l.style = {0.88f * m, 0.115f * m, 0.25f, 0.28f, 0.33f};
  const Ticks ticks = ticks_of(c.lo, c.hi, c.unit);
  if (c.classes.size() > 1)
    draw_swatches(image, c, l, c.classes);
  else if (c.hi > c.lo)
    draw_bar(image, c, l, ticks), mark_ends(image, c, l);
  else
    draw_swatches(image, c, l, {c.lo});
  const std::string label = ticks.unit.empty() ? c.label : c.label + " (" + ticks.unit + ")";
  const float right = static_cast<float>(image.width) - 1.4f * m;
  const float left = std::min(static_cast<float>(l.x0), right - text_width(label, l.style));
  draw_text(image, left, static_cast<float>(l.y0) - 1.8f * m, label, l.style);
}

}  // namespace scree::render
