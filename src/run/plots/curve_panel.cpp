#include "run/plots/curve_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/plot/drawing.hpp"
#include "run/plots/series_plot.hpp"

namespace scree::run {
namespace {

using Vector = std::vector<double>;
constexpr const char* kBarsLabel = "mean over seeds; bar: its 95 % interval (Student's t)";
constexpr std::size_t kMostDrawnPoints = 2000, kFewPoints = 30;

double size_of(const Vector& values) {
  double size = 0;
  for (const double v : values)
    if (std::isfinite(v)) size = std::max(size, std::abs(v));
  return size;
}
std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}
std::string label_with(const std::string& what, const std::string& unit) {
  return what.empty() || unit.empty() ? what + unit : what + ", " + unit;
}

// The whole panel in one pair of units.
struct Units {
  ReadableUnit x, y;
};
Units units_of(const CurvePanel& p) {
  double x = 0, y = 0;
  for (const PanelCurve& c : p.curves)
    for (const auto& [of_x, of_y] : {std::pair{&c.x, &c.y}, std::pair{&c.mean_x, &c.mean_y}})
      x = std::max(x, size_of(*of_x)), y = std::max(y, size_of(*of_y));
  return {readable_unit(x, p.x_unit), readable_unit(y, p.y_unit)};
}
Vector in_unit(Vector values, const ReadableUnit& unit) {
  for (double& v : values) v *= unit.factor;
  return values;
}

std::size_t unusable(const Vector& values) {
  return static_cast<std::size_t>(
      std::count_if(values.begin(), values.end(), [](double v) { return v <= 0; }));
}

// On a logarithmic axis there is no place for 0 and below.
Result<Done> check_log(DrawnPanels& to, const CurvePanel& p, bool of_x) {
  for (const PanelCurve& c : p.curves) {
    const Vector& values = of_x ? c.x : c.y;
    const std::string name = of_x ? p.x_name : c.label.empty() ? p.y_name : c.label;
    const std::size_t lost = unusable(values);
    if (lost == 0) continue;
    double least = INFINITY, greatest = -INFINITY;
    for (const double v : values)
      if (std::isfinite(v)) least = std::min(least, v), greatest = std::max(greatest, v);
    const std::string unit = of_x ? p.x_unit : p.y_unit;
    if (!(greatest > 0))
      return Error{"E0498", fmt::format("no value of `{}` is above 0", name),
                   of_x ? "--log-x" : "--log",
                   fmt::format("they go from {:.4g} to {:.4g}{}{}: draw \"abs(...)\", or without a "
                               "logarithmic axis",
                               least, greatest + 0.0, unit.empty() ? "" : " ", unit)};
    to.notes.push_back(fmt::format(
        "{} of {} points of `{}` are not above 0 (the least is {:.4g}{}{}) and are not on the "
        "logarithmic axis",
        lost, values.size(), name, least, unit.empty() ? "" : " ", unit));
  }
  return Done{};
}

// 200 points over where the fitted points are, evenly along the axis.
Vector fit_range(const Vector& x, bool log) {
  double lo = INFINITY, hi = -INFINITY;
  for (const double v : x)
    if (std::isfinite(v) && (!log || v > 0)) lo = std::min(lo, v), hi = std::max(hi, v);
  Vector out;
  for (int k = 0; k <= 200; ++k)
    out.push_back(log ? lo * std::pow(hi / lo, k / 200.0) : lo + (hi - lo) * k / 200.0);
  return out;
}

Result<Done> add_fits(DrawnPanels& to, plot::Plot& out, const CurvePanel& p, const PanelCurve& c,
                      int color, const PanelStyle& style, const Units& units) {
  // Beside one curve each fit has a colour; beside several that of its curve.
  int fit_color = color;
  for (const FitRequest& request : style.fits) {
    if (p.curves.size() == 1) ++fit_color;
    const Vector& x = c.all_x.empty() ? c.x : c.all_x;
    const Vector& y = c.all_x.empty() ? c.y : c.all_y;
    auto fitted = fit_model(
        request, {x, y, p.x_unit, p.y_unit, c.label.empty() ? p.y_name : c.label, p.x_name});
    if (!fitted) return fitted.errors();
    const Vector at = fit_range(x, style.log_x);
    const std::string of = p.curves.size() > 1 ? c.label + ": " : "";
    out.series.push_back({.label = of + fitted->legend(),
                          .x = in_unit(at, units.x),
                          .y = in_unit(fitted->at(at), units.y),
                          .mark = plot::Mark::dashed,
                          .color = fit_color});
    to.fits.push_back({c.label.empty() ? p.y_name : c.label, std::move(*fitted)});
  }
  return Done{};
}

}  // namespace

Result<Done> add_panel(DrawnPanels& to, CurvePanel p, const PanelStyle& style) {
  if (style.log_x)
    if (auto good = check_log(to, p, true); !good) return good;
  if (style.log_y)
    if (auto good = check_log(to, p, false); !good) return good;
  const Units units = units_of(p);
  plot::Plot out{.title = p.title,
                 .x = {.label = label_with(spaced(p.x_name), units.x.unit), .log = style.log_x},
                 .y = {.label = label_with(spaced(p.y_name), units.y.unit), .log = style.log_y}};
  // An expression that is longer than the axis stands in the title.
  if (out.y.label.size() > 38 && !units.y.unit.empty()) out.y.label = units.y.unit;
  out.zero_lines = true;
  out.width = 760;
  int color = 1;
  bool bars_told = false;
  for (PanelCurve& c : p.curves) {
    const bool alone = p.curves.size() == 1;
    Vector x = in_unit(c.x, units.x), y = in_unit(c.y, units.y);
    thin_out(x, y, kMostDrawnPoints);
    // A few points would be lost as a line; those of a fit are to be seen beside it.
    const bool few = x.size() < kFewPoints;
    const auto mark = !c.is_joined || (few && !style.fits.empty()) ? plot::Mark::points
                      : few                                        ? plot::Mark::line_and_points
                                                                   : plot::Mark::line;
    const bool bars_only = c.show_points && !c.half_interval.empty();
    plot::Series curve{.label = alone ? "" : c.label,
                       .x = std::move(x),
                       .y = std::move(y),
                       .mark = mark,
                       .color = color};
    if (bars_only) {  // means are the curve
      curve.error = in_unit(c.half_interval, units.y);
      if (!bars_told) curve.label += (curve.label.empty() ? "" : "; ") + std::string(kBarsLabel);
      bars_told = true;
    }
    out.series.push_back(std::move(curve));
    if (!bars_only && !c.half_interval.empty()) {
      out.series.push_back({.label = bars_told ? "" : kBarsLabel,
                            .x = in_unit(c.mean_x, units.x),
                            .y = in_unit(c.mean_y, units.y),
                            .error = in_unit(c.half_interval, units.y),
                            .mark = plot::Mark::points,
                            .color = color});
      bars_told = true;
    }
    if (c.show_points && !c.all_x.empty())
      out.series.push_back({.label = "",
                            .x = in_unit(c.all_x, units.x),
                            .y = in_unit(c.all_y, units.y),
                            .mark = plot::Mark::points,
                            .color = color,
                            .small = true});
    if (auto good = add_fits(to, out, p, c, color, style, units); !good) return good;
    ++color;
  }
  if (style.height > 0) out.height = style.height;
  // A long legend takes no room from the curves.
  out.height += 18 * std::max(0, plot::legend_rows(out) - 2);
  to.plots.push_back(std::move(out));
  return Done{};
}

}  // namespace scree::run
