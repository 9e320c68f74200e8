#include "run/plots/series_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "state/energy_report.hpp"

namespace scree::run {
namespace {

constexpr std::size_t kMostPoints = 2000;

struct Prefix {
  double factor = 1;
  const char* letter = "";
};

// So that the greatest value has one to three digits. Kilograms, seconds and rates read well as
// they are or in few steps.
Prefix series_prefix(double size, const std::string& unit) {
  constexpr Prefix up_down[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"},  {1, ""},
                                {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}, {1e-12, "p"}};
  const bool takes = unit == "J" || unit == "N" || unit == "m/s" || unit == "m" || unit == "Pa" ||
                     unit == "s" || unit == "N m";
  if (!takes || !(size > 0)) return {};
  for (const Prefix& p : up_down)
    if (size >= p.factor && !(unit == "s" && p.factor > 1) && !(unit == "m/s" && p.factor > 1))
      return p;
  return {};
}

double greatest_of(const std::vector<double>& v) {
  double size = 0;
  for (const double x : v)
    if (std::isfinite(x)) size = std::max(size, std::abs(x));
  return size;
}
std::string axis_label(const std::string& what, const std::string& unit) {
  return what.empty() || unit.empty() ? what + unit : what + ", " + unit;
}
std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

struct Line {
  std::string label;
  std::vector<double> x, y;
};

// One panel of lines that share both units.
plot::Plot panel(const std::string& title, const std::string& x_name, const std::string& x_unit,
                 const std::string& y_name, const std::string& y_unit, std::vector<Line> lines) {
  double x_size = 0, y_size = 0;
  for (const Line& l : lines)
    x_size = std::max(x_size, greatest_of(l.x)), y_size = std::max(y_size, greatest_of(l.y));
  const ReadableUnit sx = readable_unit(x_size, x_unit), sy = readable_unit(y_size, y_unit);
  plot::Plot out{.title = title,
                 .x = {.label = axis_label(in_words(x_name), sx.unit)},
                 .y = {.label = axis_label(in_words(y_name), sy.unit)}};
  out.zero_lines = true;
  out.width = 760;
  int color = 1;
  for (Line& l : lines) {
    for (double& v : l.x) v *= sx.factor;
    for (double& v : l.y) v *= sy.factor;
    thin_out(l.x, l.y, kMostPoints);
    // A few points would be lost as a line.
    const auto mark = l.x.size() < 30 ? plot::Mark::line_and_points : plot::Mark::line;
    out.series.push_back({.label = l.label,
                          .x = std::move(l.x),
                          .y = std::move(l.y),
                          .mark = mark,
                          .color = color++});
  }
  if (out.series.size() == 1) out.series[0].label.clear();
  return out;
}

std::vector<double> sum_of(const DataTable& t, std::string_view prefix) {
  std::vector<double> out(t.rows());
  for (std::size_t c = 0; c < t.names.size(); ++c) {
    if (!t.names[c].starts_with(prefix)) continue;
    const std::vector<double> v = t.numbers(c);
    for (std::size_t k = 0; k < v.size(); ++k) out[k] += v[k];
  }
  return out;
}

std::vector<double> column_or_zero(const DataTable& t, const char* name) {
  const int c = t.column(name);
  return c < 0 ? std::vector<double>(t.rows()) : t.numbers(static_cast<std::size_t>(c));
}

std::vector<double> from_start(std::vector<double> v) {
  if (v.empty()) return v;
  const double first = v.front();
  for (double& x : v) x -= first;
  return v;
}

// "work_walls" is drawn as "work of walls".
std::string work_label(std::string_view channel) {
  constexpr std::string_view work = "work_";
  if (!channel.starts_with(work)) return std::string(channel);
  return "work of " + std::string(channel.substr(work.size()));
}

}  // namespace

ReadableUnit readable_unit(double greatest, const std::string& unit) {
  const Prefix p = series_prefix(greatest, unit);
  return {1 / p.factor, p.letter + unit};
}

void thin_out(std::vector<double>& x, std::vector<double>& y, std::size_t most) {
  const std::size_t n = x.size();
  if (n <= most || most < 8) return;
  const std::size_t buckets = most / 4;
  std::vector<double> xs, ys;
  for (std::size_t b = 0; b < buckets; ++b) {
    const std::size_t first = b * n / buckets, last = (b + 1) * n / buckets - 1;
    // Ends of the bucket and its extremes, in their order.
    std::size_t low = first, high = first;
    for (std::size_t k = first; k <= last; ++k) {
      if (y[k] < y[low] || std::isnan(y[low])) low = k;
      if (y[k] > y[high] || std::isnan(y[high])) high = k;
    }
    std::size_t chosen[] = {first, std::min(low, high), std::max(low, high), last};
    for (std::size_t k = 0; k < 4; ++k)
      if (k == 0 || chosen[k] != chosen[k - 1])
        xs.push_back(x[chosen[k]]), ys.push_back(y[chosen[k]]);
  }
  x = std::move(xs), y = std::move(ys);
}

plot::Plot energy_plot(const NamedSeries& run) {
  const DataTable& t = run.table;
  const std::vector<double> time = column_or_zero(t, "time");
  std::vector<Line> lines;
  const auto add = [&](const std::string& label, std::vector<double> v) {
    lines.push_back({label, time, std::move(v)});
  };
  add("kinetic", column_or_zero(t, "kinetic"));
  add("rotational", column_or_zero(t, "rotational"));
  add("potential, from the start", from_start(column_or_zero(t, "potential")));
  add("stored in contacts", sum_of(t, "stored_"));
  add("lost", sum_of(t, "lost_"));
  for (const EnergyChannel& c : kEnergyChannels)
    if (c.side == EnergySide::put_in) add(work_label(c.name), column_or_zero(t, c.name.data()));
  add("residual", column_or_zero(t, "residual"));
  double greatest = 0;
  for (const Line& l : lines) greatest = std::max(greatest, greatest_of(l.y));
  // What no eye could tell from the zero line.
  std::erase_if(lines, [&](const Line& l) { return greatest_of(l.y) < 1e-4 * greatest; });
  if (lines.size() == 1) lines[0].label.clear();
  plot::Plot out = panel(run.name.empty() ? "Energy" : "Energy: " + run.name, "time", "s", "energy",
                         "J", std::move(lines));
  return out;
}

std::vector<plot::Plot> energy_plots(const std::vector<NamedSeries>& runs) {
  if (runs.size() == 1) return {energy_plot(runs[0])};
  std::vector<plot::Plot> out;
  const auto add = [&](const char* title, auto values) {
    std::vector<Line> lines;
    for (const NamedSeries& r : runs)
      lines.push_back({r.name, column_or_zero(r.table, "time"), values(r.table)});
    plot::Plot p = panel(title, "time", "s", "energy", "J", std::move(lines));
    p.height = 300;
    out.push_back(std::move(p));
  };
  add("Kinetic energy", [](const DataTable& t) { return column_or_zero(t, "kinetic"); });
  add("Energy stored in contacts", [](const DataTable& t) { return sum_of(t, "stored_"); });
  add("Energy lost", [](const DataTable& t) { return sum_of(t, "lost_"); });
  return out;
}

bool is_constant(const DataTable& table, const std::string& name) {
  const int c = table.column(name);
  if (c < 0) return true;
  const std::vector<double> v = table.numbers(static_cast<std::size_t>(c));
  return std::all_of(v.begin(), v.end(), [&](double x) { return x == v.front(); });
}

bool has_values(const DataTable& table, const std::string& name) {
  const int c = table.column(name);
  if (c < 0) return false;
  const std::vector<double> v = table.numbers(static_cast<std::size_t>(c));
  return std::any_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

std::vector<std::vector<std::string>> report_groups(const DataTable& table) {
  std::vector<std::vector<std::string>> out;
  const auto there = [&](const char* name) { return table.column(name) >= 0; };
  if (there("mean_speed") && there("greatest_speed"))
    out.push_back({"mean_speed", "greatest_speed"});
  if (there("coordination")) out.push_back({"coordination"});
  // Measures and outlets: `name.column`. A profile of many columns is not a set of curves over
  // time.
  constexpr std::size_t kMostCurves = 8;
  std::string family;
  for (const std::string& name : table.names) {
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos) continue;
    if (name.substr(0, dot) != family || out.empty()) {
      family = name.substr(0, dot);
      out.emplace_back();
    }
    if (out.back().size() < kMostCurves && !is_constant(table, name) && has_values(table, name))
      out.back().push_back(name);
  }
  std::erase_if(out, [](const auto& group) { return group.empty(); });
  return out;
}

}  // namespace scree::run
