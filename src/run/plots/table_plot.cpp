#include "run/plots/table_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/params.hpp"
#include "base/words.hpp"
#include "run/folder/data_table.hpp"
#include "run/plots/series_plot.hpp"

namespace scree::run {
namespace {

constexpr std::size_t kMostInstants = 8;

bool is_grid(const MeasureTable& t) {
  return t.width() > 3 && t.columns[0].name == "x" && t.columns[1].name == "y" &&
         t.columns[2].name == "z";
}

bool changes(const MeasureTable& t, std::size_t column) {
  // What is not finite in any row has nothing to show.
  const double first = t.rows() > 0 ? t.at(0, column) : 0;
  for (std::size_t row = 1; row < t.rows(); ++row)
    if (const double v = t.at(row, column);
        v != first && (std::isfinite(v) || std::isfinite(first)))
      return true;
  return false;
}

// What one looks at first.
std::vector<std::string> first_columns(const MeasureTable& t) {
  std::vector<std::string> out;
  for (const char* wanted :
       {"solid_fraction", "velocity_x", "velocity_y", "velocity_z", "velocity_radial",
        "velocity_around", "velocity_along", "temperature", "pressure"})
    for (std::size_t c = t.keys; c < t.width(); ++c)
      if (t.columns[c].name == wanted && changes(t, c)) out.emplace_back(wanted);
  for (std::size_t c = t.keys; out.empty() && c < t.width(); ++c)
    if (changes(t, c) || c + 1 == t.width()) out.push_back(t.columns[c].name);
  return out;
}

std::string time_label(double t) { return fmt::format("t = {:.4g} s", t); }

// Where there are no grains, or only the tail of a kernel, nothing has a velocity.
TimedTable without_empty_rows(TimedTable t) {
  MeasureTable& m = t.table;
  const auto column = [&m](const char* name) {
    const auto at = std::find_if(m.columns.begin(), m.columns.end(),
                                 [name](const ColumnInfo& c) { return c.name == name; });
    return static_cast<std::size_t>(at - m.columns.begin());
  };
  const std::size_t by = std::min(column("grains"), column("mass_density"));
  if (by >= m.width()) return t;
  double most = 0;
  for (std::size_t row = 0; row < m.rows(); ++row) most = std::max(most, m.at(row, by));
  for (std::size_t c = m.keys; c < m.width(); ++c) {
    const std::string& n = m.columns[c].name;
    if (!n.starts_with("velocity_") && !n.starts_with("spin_") && n != "temperature") continue;
    for (std::size_t row = 0; row < m.rows(); ++row)
      if (!(m.at(row, by) > 0.01 * most)) m.values[row * m.width() + c] = std::nan("");
  }
  return t;
}

NamedSeries as_series(const TimedTable& timed, std::string name) {
  const TimedTable t = without_empty_rows(timed);
  std::string text = table_header(t.table);
  add_table_rows(t, text);
  DataTable table = read_table_text(text);
  table.units = {"s"};
  for (const ColumnInfo& c : t.table.columns) table.units.push_back(c.unit);
  return {std::move(name), std::move(table)};
}

Result<std::vector<plot::Plot>> curves(const std::vector<TimedTable>& tables,
                                       const TablePlotOptions& o,
                                       const std::vector<std::string>& columns) {
  std::vector<NamedSeries> series;
  const std::size_t step = (tables.size() + kMostInstants - 1) / kMostInstants;
  for (std::size_t k = (tables.size() - 1) % step; k < tables.size(); k += step)
    series.push_back(as_series(tables[k], tables.size() == 1
                                              ? o.title + ", " + time_label(tables[k].time)
                                              : time_label(tables[k].time)));
  return column_plots(series, columns, tables.back().table.columns[0].name);
}

// Places of the rows along one axis, ascending, each once.
std::vector<double> places(const MeasureTable& t, std::size_t axis) {
  std::vector<double> out;
  for (std::size_t row = 0; row < t.rows(); ++row) out.push_back(t.at(row, axis));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}
double step_of(const std::vector<double>& at, double otherwise) {
  return at.size() > 1 ? (at.back() - at.front()) / static_cast<double>(at.size() - 1) : otherwise;
}

// The axis that a plane is across, and where it lies.
struct Slice {
  std::size_t across = 2;
  double at = 0;
};

Result<Slice> slice_of(const MeasureTable& t, const std::string& text) {
  Slice s;
  std::array<std::vector<double>, 3> all{places(t, 0), places(t, 1), places(t, 2)};
  const auto wrong = [&text] {
    return Error{"E0677", fmt::format("`{}` is not a slice", text), "",
                 "x, y or z, with a place where it is not the middle: --slice \"z = 5 mm\""};
  };
  if (!text.empty()) {
    const std::string_view axis = trimmed(std::string_view(text).substr(0, text.find('=')));
    if (axis != "x" && axis != "y" && axis != "z") return wrong();
    s.across = static_cast<std::size_t>(axis[0] - 'x');
  } else {
    // The direction in which the grid is thinnest.
    for (std::size_t a = 0; a < 3; ++a)
      if (all[a].size() < all[s.across].size()) s.across = a;
  }
  const std::vector<double>& at = all[s.across];
  double wanted = 0.5 * (at.front() + at.back());
  if (const std::size_t equals = text.find('='); equals != std::string::npos) {
    const auto value = parse_param({.name = "slice", .dim = dim::length},
                                   trimmed(std::string_view(text).substr(equals + 1)));
    if (!value) return wrong();
    wanted = std::get<double>(*value);
    // One plane alone has no step: take that of another direction.
    const double room = step_of(at, step_of(all[(s.across + 1) % 3], 1));
    if (wanted < at.front() - room || wanted > at.back() + room)
      return Error{"E0677",
                   fmt::format("there are no rows at {} = {:.4g} m", "xyz"[s.across], wanted), "",
                   fmt::format("they lie from {:.4g} m to {:.4g} m", at.front(), at.back())};
  }
  s.at = *std::min_element(at.begin(), at.end(), [&](double a, double b) {
    return std::abs(a - wanted) < std::abs(b - wanted);
  });
  return s;
}

plot::Plot map_of(const TimedTable& timed, const TablePlotOptions& o, std::size_t column,
                  const Slice& s) {
  const MeasureTable& t = timed.table;
  // Right-handed where one can: x to the right, then y or z upwards.
  const std::size_t right = s.across == 0 ? 2 : 0, up = s.across == 1 ? 2 : 1;
  const std::vector<double> xs = places(t, right), ys = places(t, up);
  const double dx = step_of(xs, step_of(ys, 1)), dy = step_of(ys, dx);
  plot::HeatMap m{.columns = xs.size(), .rows = ys.size()};
  m.values.assign(xs.size() * ys.size(), std::nan(""));
  double greatest = 0;
  for (std::size_t row = 0; row < t.rows(); ++row) {
    if (t.at(row, s.across) != s.at) continue;
    const auto index = [&](const std::vector<double>& at, std::size_t axis) {
      return static_cast<std::size_t>(std::lower_bound(at.begin(), at.end(), t.at(row, axis)) -
                                      at.begin());
    };
    const double v = t.at(row, column);
    m.values[index(ys, up) * xs.size() + index(xs, right)] = v;
    if (std::isfinite(v)) greatest = std::max(greatest, std::abs(v));
  }
  const ReadableUnit unit = readable_unit(greatest, t.columns[column].unit);
  for (double& v : m.values) v *= unit.factor;
  const double length = std::max(std::abs(xs.front()), std::abs(xs.back())) +
                        std::max(std::abs(ys.front()), std::abs(ys.back()));
  const ReadableUnit metres = readable_unit(0.5 * length, "m");
  m.dx = dx * metres.factor, m.dy = dy * metres.factor;
  m.x = (xs.front() - 0.5 * dx) * metres.factor, m.y = (ys.front() - 0.5 * dy) * metres.factor;
  std::string words = t.columns[column].name;
  std::replace(words.begin(), words.end(), '_', ' ');
  m.label = unit.unit.empty() ? words : words + ", " + unit.unit;
  if (o.lo < o.hi) m.lo = o.lo * unit.factor, m.hi = o.hi * unit.factor;
  const auto axis = [&](std::size_t a, double from, double size, std::size_t n) {
    return plot::Axis{.label = fmt::format("{}, {}", "xyz"[a], metres.unit),
                      .lo = from,
                      .hi = from + size * static_cast<double>(n)};
  };
  plot::Plot p{.title = fmt::format("{}: {}, {}", words, o.title, time_label(timed.time)),
               .x = axis(right, m.x, m.dx, m.columns),
               .y = axis(up, m.y, m.dy, m.rows)};
  const double shape = m.dy * static_cast<double>(m.rows) / (m.dx * static_cast<double>(m.columns));
  p.width = 640;
  p.height = static_cast<int>(std::clamp(80 + 480 * shape, 180.0, 720.0));
  p.equal_scales = true;
  p.map = std::move(m);
  return p;
}

}  // namespace

Result<std::vector<plot::Plot>> table_plots(const std::vector<TimedTable>& tables,
                                            const TablePlotOptions& o) {
  if (tables.empty() || tables.back().table.rows() == 0)
    return Error{"E0677", "the table has no rows to plot", "", ""};
  const MeasureTable& last = tables.back().table;
  const std::vector<std::string> columns = o.columns.empty() ? first_columns(last) : o.columns;
  if (!is_grid(last)) return curves(tables, o, columns);
  const auto slice = slice_of(last, o.slice);
  if (!slice) return slice.errors();
  std::vector<plot::Plot> out;
  Errors errors;
  const DataTable names{.names = names_of(last.columns), .cells = {}};
  for (const std::string& c : columns) {
    const auto k = column_called(names, c, "");
    if (!k)
      errors.push_back(k.error());
    else
      out.push_back(map_of(without_empty_rows(tables.back()), o, *k, *slice));
  }
  if (!errors.empty()) return errors;
  return out;
}

}  // namespace scree::run
