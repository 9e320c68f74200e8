#include "run/plots/window_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "run/plots/column_expression.hpp"

namespace scree::run {
namespace {

using Take = ResultSpec::Take;

struct Points {
  std::vector<double> time, value;
};

double mean_of(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x;
  return sum / static_cast<double>(v.size());
}

// Of the straight line by least squares.
double slope_of(const Points& p) {
  const double t = mean_of(p.time), v = mean_of(p.value);
  double above = 0, below = 0;
  for (std::size_t k = 0; k < p.time.size(); ++k) {
    above += (p.time[k] - t) * (p.value[k] - v);
    below += (p.time[k] - t) * (p.time[k] - t);
  }
  return above / below;
}

double deviation_of(const std::vector<double>& v) {
  const double mean = mean_of(v);
  double sum = 0;
  for (const double x : v) sum += (x - mean) * (x - mean);
  return std::sqrt(sum / static_cast<double>(v.size() - 1));
}

double taken(const Points& p, Take take) {
  switch (take) {
    case Take::mean:
      return mean_of(p.value);
    case Take::slope:
      return slope_of(p);
    case Take::max:
      return *std::max_element(p.value.begin(), p.value.end());
    case Take::min:
      return *std::min_element(p.value.begin(), p.value.end());
    case Take::first:
      return p.value.front();
    case Take::last:
      return p.value.back();
    case Take::deviation:
      return deviation_of(p.value);
  }
  return 0;
}

// Of a slope; of a pure number only where it is one for certain: a column.
std::string per_second(const std::string& unit, bool is_column) {
  if (unit.empty()) return is_column ? "1/s" : "";
  const auto q = read_quantity("1 " + unit);
  if (!q || std::abs(q->value - 1) > 1e-12) return unit + "/s";
  Dimension d = q->dim;
  d.s = static_cast<std::int8_t>(d.s - 1);
  return si_unit(d);
}

WindowResult result_of(const ResultSpec& r, const DataTable& series) {
  WindowResult out;
  out.name = r.name;
  const std::string place = fmt::format("[[result]] `{}`", r.name);
  const auto fail = [&out](std::string why) {
    out.problem = std::move(why);
    return out;
  };
  const auto rows =
      r.where.empty() ? Result<DataTable>(series) : rows_where(series, r.where, place);
  if (!rows) return fail(rows.error().message);
  const auto curve = curve_of(*rows, r.of, place);
  if (!curve) return fail(curve.error().message);
  const int time = rows->column("time");
  if (time < 0) return fail("the series has no column `time`");
  const std::vector<double> t = rows->numbers(static_cast<std::size_t>(time));
  // Instants are multiples of the time step: a window ends with the row that rounding moved out.
  const double margin = 1e-9 * (t.empty() ? 0 : std::abs(t.back()));
  Points p;
  for (std::size_t k = 0; k < t.size(); ++k)
    if (t[k] >= r.from - margin && t[k] <= r.to + margin && std::isfinite(curve->values[k]))
      p.time.push_back(t[k]), p.value.push_back(curve->values[k]);
  out.rows = p.value.size();
  const bool is_column = series.column(r.of) >= 0;
  out.unit = r.take == Take::slope ? per_second(curve->unit, is_column) : curve->unit;
  const std::size_t least = r.take == Take::slope || r.take == Take::deviation ? 2 : 1;
  if (p.value.size() < least)
    return fail(p.value.empty() ? "no row of the series lies in its window"
                                : "one row of the series has no slope or deviation");
  if (r.take == Take::slope && !(p.time.back() > p.time.front()))
    return fail("the rows of its window have one time");
  out.value = taken(p, r.take);
  return out;
}

}  // namespace

std::vector<WindowResult> window_results(const std::vector<ResultSpec>& wanted,
                                         const DataTable& series) {
  std::vector<WindowResult> out;
  for (const ResultSpec& r : wanted) out.push_back(result_of(r, series));
  return out;
}

Errors unfit_results(const std::vector<ResultSpec>& wanted,
                     const std::vector<ColumnInfo>& columns) {
  DataTable none{names_of(columns), {}, {}};
  for (const ColumnInfo& c : columns) none.units.push_back(c.unit);
  Errors out;
  for (const ResultSpec& r : wanted) {
    const std::string place = fmt::format("[[result]] `{}`", r.name);
    if (const auto curve = curve_of(none, r.of, place + ", `of`"); !curve)
      out.push_back(curve.error());
    if (r.where.empty()) continue;
    if (const auto rows = rows_where(none, r.where, place + ", `where`"); !rows)
      out.push_back(rows.error());
  }
  return out;
}

Json results_json(const std::vector<WindowResult>& results) {
  Json out = Json::object();
  for (const WindowResult& r : results) {
    Json one{{"value", std::isfinite(r.value) ? Json(r.value) : Json(nullptr)},
             {"unit", r.unit},
             {"rows", r.rows}};
    if (!r.problem.empty()) one["problem"] = r.problem;
    out[r.name] = std::move(one);
  }
  return out;
}

}  // namespace scree::run
