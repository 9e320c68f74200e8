// Plots as SVG: well-formed whatever the data, ticks at round numbers.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "io/plot/drawing.hpp"
#include "io/plot/pdf_plot.hpp"
#include "io/plot/png_plot.hpp"
#include "io/plot/script_plot.hpp"
#include "io/plot/svg_plot.hpp"
#include "io/plot/ticks.hpp"
#include "io/render/pen.hpp"

namespace scree::plot {
namespace {

std::vector<double> places(const std::vector<Tick>& ticks) {
  std::vector<double> out;
  for (const Tick& t : ticks) out.push_back(t.at);
  return out;
}
std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> out;
  for (const Tick& t : ticks)
    if (!t.label.empty()) out.push_back(t.label);
  return out;
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

// Every `<name` is closed by `/>` or `</name>`, and no number is nan or inf.
void expect_well_formed(const std::string& svg) {
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_EQ(count(svg, "<text"), count(svg, "</text>"));
  EXPECT_EQ(count(svg, "<g "), count(svg, "</g>"));
  EXPECT_EQ(count(svg, "nan"), 0u);
  EXPECT_EQ(count(svg, "\"inf"), 0u);
  EXPECT_EQ(count(svg, "\"") % 2, 0u);
}

TEST(Ticks, are_round_numbers_within_the_axis) {
  EXPECT_EQ(labels(linear_ticks(0, 1, 5)),
            (std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels(linear_ticks(-30, 30, 6)),
            (std::vector<std::string>{"−30", "−20", "−10", "0", "10", "20", "30"}));
  EXPECT_EQ(labels(linear_ticks(0, 2e6, 4)).back(), "2.0·10⁶");
}

TEST(Ticks, of_a_logarithmic_axis_are_powers_of_ten) {
  EXPECT_EQ(labels(log_ticks(0.01, 100, 7)),
            (std::vector<std::string>{"0.01", "0.1", "1", "10", "100"}));
  EXPECT_EQ(labels(log_ticks(1e-15, 1e-11, 7)).front(), "10⁻¹⁵");
  // Many decades: thinned out.
  EXPECT_LE(labels(log_ticks(1e-100, 1e100, 7)).size(), 8u);
  EXPECT_EQ(labels(log_ticks(40, 900, 7)), (std::vector<std::string>{"50", "100", "200", "500"}));
  // Less than a decade: as a linear axis has them.
  EXPECT_GE(labels(log_ticks(2, 7, 5)).size(), 3u);
}

TEST(Ticks, lie_in_the_range_for_any_range) {
  EXPECT_TRUE(rc::check([] {
    const double a = *rc::gen::arbitrary<double>(), b = *rc::gen::arbitrary<double>();
    const double lo = std::min(a, b), hi = std::max(a, b);
    RC_PRE(std::isfinite(lo) && std::isfinite(hi) && hi > lo && std::isfinite(hi - lo));
    const double slack = 1e-5 * (hi - lo);
    for (const double t : places(linear_ticks(lo, hi, 6)))
      RC_ASSERT(t >= lo - slack && t <= hi + slack);
    RC_ASSERT(linear_ticks(lo, hi, 6).size() <= 20u);
  }));
}

TEST(SvgPlot, draws_a_line_points_bars_and_a_legend) {
  Plot p{.title = "a < b & c", .x = {.label = "x, m"}, .y = {.label = "y \"quoted\""}};
  p.series.push_back({.label = "theory", .x = {0, 1, 2}, .y = {0, 1, 4}, .mark = Mark::line});
  p.series.push_back({.label = "ours", .x = {0, 1}, .y = {0, 1.1}, .error = {0, 0.2}});
  const std::string svg = to_svg(p);
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "<polyline"), 2u);  // the line and its sign in the legend
  EXPECT_EQ(count(svg, "<circle"), 3u);    // two points and one in the legend
  EXPECT_EQ(count(svg, "a &lt; b &amp; c"), 1u);
  EXPECT_EQ(count(svg, ">theory</text>"), 1u);
}

TEST(SvgPlot, breaks_a_line_at_values_that_cannot_be_drawn) {
  const double nan = std::nan("");
  Plot p{.title = "", .x = {}, .y = {}};
  p.series.push_back(
      {.label = "", .x = {0, 1, 2, 3, 4}, .y = {0, 1, nan, 1, 0}, .mark = Mark::line});
  EXPECT_EQ(count(to_svg(p), "<polyline"), 2u);
  p.y.log = true;  // zeros go as well: single points are not lines
  EXPECT_EQ(count(to_svg(p), "<polyline"), 0u);
}

TEST(SvgPlot, without_values_says_so) {
  EXPECT_NE(to_svg({}).find("no values"), std::string::npos);
  Plot p;
  p.series.push_back({.label = "empty", .x = {}, .y = {}});
  p.y.log = true;
  expect_well_formed(to_svg(p));
}

TEST(SvgPlot, a_loop_has_arrows_in_its_direction_and_shade_inside) {
  Plot p;
  p.zero_lines = true;
  p.series.push_back({.label = "loop",
                      .x = {0, 1, 1, -1},
                      .y = {0, 0, 1, 1},
                      .mark = Mark::line,
                      .arrows = 4,
                      .filled = true});
  const std::string svg = to_svg(p);
  expect_well_formed(svg);
  const auto count = [&](const std::string& what) {
    int n = 0;
    for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(count("<polygon"), 1);
  EXPECT_EQ(count("<path d=\"M"), 4);
  EXPECT_EQ(count("stroke=\"#999999\""), 2);
  // The first leg runs to the right: the tip is right of the two other corners.
  double tip = 0, y = 0, a = 0, b = 0;
  const std::size_t at = svg.find("<path d=\"M");
  ASSERT_EQ(std::sscanf(svg.c_str() + at, "<path d=\"M%lf %lfL%lf %lfL%lf", &tip, &y, &a, &y, &b),
            5);
  EXPECT_GT(tip, a);
  EXPECT_GT(tip, b);
  p.series[0].arrows = 0;
  p.series[0].filled = p.zero_lines = false;
  EXPECT_EQ(to_svg(p).find("<path"), std::string::npos);
}

TEST(SvgPlot, is_well_formed_for_any_data) {
  EXPECT_TRUE(rc::check([] {
    Plot p;
    p.x.log = *rc::gen::arbitrary<bool>();
    p.y.log = *rc::gen::arbitrary<bool>();
    p.series.push_back({.label = *rc::gen::arbitrary<std::string>(),
                        .x = *rc::gen::arbitrary<std::vector<double>>(),
                        .y = *rc::gen::arbitrary<std::vector<double>>(),
                        .error = *rc::gen::arbitrary<std::vector<double>>(),
                        .mark = Mark::line_and_points,
                        .arrows = 3,
                        .filled = *rc::gen::arbitrary<bool>()});
    p.zero_lines = *rc::gen::arbitrary<bool>();
    const double huge = std::numeric_limits<double>::max();
    p.series.push_back({.label = "", .x = {-huge, huge, 0, 1e-320}, .y = {huge, -huge, 0, 1e-320}});
    const std::string svg = to_svg(p);
    RC_ASSERT(svg.find("\"nan") == std::string::npos && svg.find("\"inf") == std::string::npos);
    RC_ASSERT(svg.find("\"-nan") == std::string::npos && svg.find("\"-inf") == std::string::npos);
    RC_ASSERT(svg.ends_with("</svg>\n"));
  }));
}

TEST(Plot, as_a_png_has_its_line_where_the_svg_has_it) {
  Plot p{.title = "t", .x = {.label = "x", .lo = 0.0, .hi = 1.0}, .y = {.lo = 0.0, .hi = 1.0}};
  p.series.push_back({.label = "", .x = {0, 1}, .y = {0.5, 0.5}, .mark = Mark::line, .color = 2});
  const Plot both[] = {p, p};
  const auto png = to_png(both, 1);
  ASSERT_TRUE(png);
  EXPECT_TRUE(png->starts_with("\x89PNG"));
  // The line is the only thing of its colour; in the lower panel it lies one height further down.
  struct Lines : Canvas {
    std::vector<Polyline> ways;
    int texts = 0;
    void title(double, double, const std::string&) override { ++texts; }
    void text(double, double, const std::string&, Anchor) override { ++texts; }
    void upward_text(double, double, const std::string&) override {}
    void line(double, double, double, double, Tone) override {}
    void frame(double, double, double, double) override {}
    void bar(double, double, double, double, int) override {}
    void stroke(const Polyline& way, int, bool) override { ways.push_back(way); }
    void shade(const Polyline&, int) override {}
    void head(const Polyline&, int) override {}
    void mark(double, double, int, double) override {}
    void cell(double, double, double, double, unsigned) override {}
    void clip() override {}
    void unclip() override {}
  } lines;
  draw(p, lines);
  ASSERT_EQ(lines.ways.size(), 1u);
  const Area a = area_of(p);
  EXPECT_DOUBLE_EQ(lines.ways[0][0].second, 0.5 * (a.top + a.bottom));
  EXPECT_DOUBLE_EQ(lines.ways[0][1].first, a.right);
  const std::string svg = panels_to_svg(both);
  EXPECT_EQ(count(svg, "clipPath id"), 2u);
  EXPECT_EQ(count(svg, "\"area1\""), 1u);
  expect_well_formed(svg);
}

// What a reader of PDF relies on: the table of objects, the length of the content, text as it is.
TEST(PdfPlot, has_its_objects_where_its_table_says_and_texts_that_are_escaped) {
  Plot p{.title = "a (b) \\ c", .x = {.label = "10⁻⁶ µm²"}, .y = {.label = "ρ ± 1"}};
  p.series.push_back({.label = "one", .x = {0, 1}, .y = {-1, 1}, .mark = Mark::line_and_points});
  const Plot both[] = {p, p};
  const std::string pdf = to_pdf(both);
  ASSERT_TRUE(pdf.starts_with("%PDF-1.4\n"));
  ASSERT_TRUE(pdf.ends_with("%%EOF\n"));
  const std::size_t table = std::stoul(pdf.substr(pdf.find("startxref\n") + 10));
  ASSERT_EQ(pdf.substr(table, 9), "xref\n0 8\n");
  for (std::size_t k = 1; k < 8; ++k) {
    const std::size_t begin = std::stoul(pdf.substr(table + 9 + 20 * k, 10));
    EXPECT_EQ(pdf.substr(begin, 7), std::to_string(k) + " 0 obj");
  }
  const std::size_t length = std::stoul(pdf.substr(pdf.find("/Length ") + 8));
  const std::size_t content = pdf.find("stream\n") + 7;
  EXPECT_EQ(pdf.substr(content + length, 9), "endstream");
  EXPECT_NE(pdf.find("(a \\(b\\) \\\\ c) Tj"), std::string::npos);
  EXPECT_NE(pdf.find("(\\2266) Tj"), std::string::npos) << "a raised minus and a raised six";
  EXPECT_NE(pdf.find("/S 12.00 Tf 0.00 Ts (r) Tj"), std::string::npos) << "rho of Symbol";
  EXPECT_NE(pdf.find("( \\265m\\262) Tj"), std::string::npos);
  EXPECT_EQ(count(pdf.substr(content, length), " Tj\n") > 10, true);
}

TEST(PdfPlot, has_no_number_that_is_none_for_any_data) {
  EXPECT_TRUE(rc::check([] {
    Plot p;
    p.x.log = *rc::gen::arbitrary<bool>();
    p.title = *rc::gen::arbitrary<std::string>();
    p.series.push_back({.label = *rc::gen::arbitrary<std::string>(),
                        .x = *rc::gen::arbitrary<std::vector<double>>(),
                        .y = *rc::gen::arbitrary<std::vector<double>>(),
                        .mark = Mark::line_and_points});
    const Plot one[] = {p};
    const std::string pdf = to_pdf(one);
    RC_ASSERT(pdf.find(" nan ") == std::string::npos && pdf.find(" inf ") == std::string::npos);
    RC_ASSERT(to_script(one, "a\nb.py").find("\nb.py") == std::string::npos);
  }));
}

// Labels that are longer than their place.
TEST(Plot, wraps_legends_and_shortens_titles) {
  Plot p{.title = std::string(200, 'm'), .y = {.label = std::string(200, 'y')}};
  p.series.push_back({.label = "y = a x + b: a = 2.000 ± 0.013 N/m, b = 1.2345 ± 0.0012 N, and a "
                               "comment that is as long as the first half of it was",
                      .x = {0, 1},
                      .y = {0, 1},
                      .mark = Mark::line});
  for (int k = 0; k < 60; ++k) {
    p.series.push_back(p.series[0]);
    p.series.back().label = "run number " + std::to_string(k) + " with a longer name";
  }
  const std::string svg = to_svg(p);
  expect_well_formed(svg);
  EXPECT_NE(svg.find("…"), std::string::npos);
  EXPECT_EQ(svg.find(std::string(100, 'm')), std::string::npos);
  EXPECT_NE(svg.find("more</text>"), std::string::npos);
  const Area a = area_of(p);
  EXPECT_GT(a.bottom - a.top, 80);
}

TEST(Pen, fills_by_the_even_odd_rule_and_shares_pixels_at_edges) {
  render::Cover cover(0, 0, 8, 8);
  const auto box = [](float lo, float hi) -> std::vector<render::Segment> {
    return {{lo, lo, hi, lo}, {hi, lo, hi, hi}, {hi, hi, lo, hi}, {lo, hi, lo, lo}};
  };
  std::vector<render::Segment> edges = box(1, 7);
  for (const render::Segment& s : box(3, 5.5f)) edges.push_back(s);
  cover.fill(edges);
  EXPECT_EQ(cover.at(0, 4), 0);
  EXPECT_FLOAT_EQ(cover.at(1, 1), 1);
  EXPECT_EQ(cover.at(3, 3), 0) << "the hole";
  EXPECT_FLOAT_EQ(cover.at(5, 4), 0.5f);
  render::Image image(8, 8);
  cover.paint(image, {.red = 1}, {0, 0, 2, 2});
  EXPECT_EQ(image.at(1, 1)[1], 0);
  EXPECT_EQ(image.at(2, 2)[1], 255) << "outside of what is shown";
}

}  // namespace
}  // namespace scree::plot
