#include "run/sweeps/sweep_panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "base/units.hpp"
#include "base/words.hpp"
#include "run/plots/column_expression.hpp"
#include "run/plots/plot_files.hpp"
#include "run/sweeps/sweep_folder.hpp"

namespace scree::run {
namespace {

constexpr std::size_t kFewResults = 6;

std::string last_step(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? path : path.substr(dot + 1);
}
std::string cell_text(double v) { return fmt::format("{}", v); }

// Values of a parameter with one unit: in SI, or as they stand where that is no SI unit ("30 deg").
struct ParameterValues {
  std::vector<double> values;
  std::string unit, legend;
};
ParameterValues parameter_values(const std::vector<std::string>& texts) {
  ParameterValues out;
  const ParameterAxis axis = parameter_axis(texts);
  std::optional<Dimension> dim;
  bool same = true;
  for (const std::string& t : texts) {
    const auto q = read_quantity(t);
    same = same && q && (!dim || *dim == q->dim);
    if (!same) break;
    dim = q->dim;
    out.values.push_back(q->value);
  }
  const bool angles = dim && dim->m == 0 && dim->kg == 0 && dim->s == 0;
  if (same && !angles) {
    out.unit = si_unit(*dim);
    return out;
  }
  out.values = axis.at;
  if (axis.numbered)
    out.legend = axis.unit;
  else
    out.unit = axis.unit;
  return out;
}

// One curve of a sweep: groups that differ in nothing but what the horizontal axis shows.
struct SweepCurve {
  std::string label;
  std::vector<std::size_t> groups;
};

std::string parameters_text(const SweepResults& s, const SweepGroup& g,
                            const std::vector<bool>& leave_out) {
  std::string out;
  for (std::size_t k = 0; k < s.varied.size(); ++k)
    if (!leave_out[k])
      out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", last_step(s.varied[k]), g.values[k]);
  return out;
}

// The name stands in the text, and is not a part of another one.
bool has_name(const std::string& text, const std::string& name) {
  const auto in_word = [&](std::size_t k) {
    const auto c = k < text.size() ? static_cast<unsigned char>(text[k]) : 0;
    return std::isalnum(c) || c == '_' || c == '.' || c >= 0x80;
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
    if ((at == 0 || !in_word(at - 1)) && !in_word(at + name.size())) return true;
  return false;
}

// A parameter is part of an expression that has its name.
std::vector<bool> named_in(const SweepResults& s, const std::string& text) {
  std::vector<bool> out;
  for (const std::string& path : s.varied)
    out.push_back(has_name(text, path) || has_name(text, last_step(path)));
  return out;
}

std::vector<SweepCurve> curves_of_sweep(const SweepResults& s, const std::string& against) {
  std::vector<SweepCurve> out;
  std::vector<bool> leave_out = named_in(s, against);
  // Over a result, all parameters would leave single points: the first is the way along the curve.
  if (std::none_of(leave_out.begin(), leave_out.end(), [](bool b) { return b; }) &&
      !leave_out.empty())
    leave_out[0] = true;
  for (std::size_t g = 0; g < s.groups.size(); ++g) {
    const std::string label = parameters_text(s, s.groups[g], leave_out);
    auto at =
        std::find_if(out.begin(), out.end(), [&](const SweepCurve& c) { return c.label == label; });
    if (at == out.end()) at = out.insert(out.end(), {label, {}});
    at->groups.push_back(g);
  }
  return out;
}

std::vector<double> rows_of(const std::vector<double>& all, const SweepGroup& g) {
  std::vector<double> out;
  for (const std::size_t r : g.rows) out.push_back(all[r]);
  return out;
}

PanelCurve panel_curve(const SweepResults& s, const SweepCurve& c, const TableCurve& x,
                       const TableCurve& y, bool joined) {
  struct Mean {
    double x, y, half;
  };
  std::vector<Mean> means;
  PanelCurve out;
  bool repeats = false, bars = false;
  for (const std::size_t g : c.groups) {
    const std::vector<double> xs = rows_of(x.values, s.groups[g]);
    const std::vector<double> ys = rows_of(y.values, s.groups[g]);
    const Statistic sx = statistic_of(xs), sy = statistic_of(ys);
    if (sx.number == 0 || sy.number == 0) continue;
    means.push_back({sx.mean, sy.mean, sy.number > 2 ? sy.confidence : 0});
    repeats = repeats || ys.size() > 1;
    bars = bars || sy.number > 2;
    out.all_x.insert(out.all_x.end(), xs.begin(), xs.end());
    out.all_y.insert(out.all_y.end(), ys.begin(), ys.end());
  }
  std::stable_sort(means.begin(), means.end(),
                   [](const Mean& a, const Mean& b) { return a.x < b.x; });
  for (const Mean& m : means) {
    out.x.push_back(m.x), out.y.push_back(m.y);
    if (bars) out.half_interval.push_back(m.half);
  }
  out.show_points = repeats;
  out.is_joined = joined;
  return out;
}

class SweepMaker {
 public:
  SweepMaker(const std::vector<SweepResults>& sweeps, const ColumnRequest& request)
      : sweeps_(sweeps), request_(request) {
    for (const SweepResults& s : sweeps) numbers_.push_back(numbers_of_sweep(s));
  }

  Result<DrawnPanels> make() {
    DrawnPanels out;
    const SweepResults& first = sweeps_.front();
    against_ = request_.against;
    if (against_.empty() || against_ == "time")
      against_ = first.varied.empty() ? "run" : first.varied.front();
    std::vector<std::string> results = request_.columns;
    for (std::size_t k = 0; request_.columns.empty() && k < first.results.size(); ++k)
      if (results.size() < kFewResults) results.push_back(first.results[k]);
    if (results.empty())
      return Error{"E0472", "no result differs between the runs", first.folder, ""};
    for (const std::string& r : results) {
      auto panel = panel_of(r);
      if (!panel) return panel.errors();
      PanelStyle style = request_.style;
      if (results.size() > 1) style.height = 340;
      if (auto done = add_panel(out, std::move(*panel), style); !done) return done.errors();
    }
    for (std::string& n : notes_)
      if (std::find(out.notes.begin(), out.notes.end(), n) == out.notes.end())
        out.notes.push_back(std::move(n));
    return out;
  }

 private:
  Result<CurvePanel> panel_of(const std::string& result) {
    const auto in_words = [](std::string s) {
      std::replace(s.begin(), s.end(), '_', ' ');
      return s;
    };
    CurvePanel panel;
    panel.y_name = result;
    const int varied = index_of(against_);
    panel.x_name = varied >= 0 ? last_step(against_) : against_;
    panel.title = in_words(result) + " over " + in_words(panel.x_name);
    if (sweeps_.size() == 1) panel.title += ": " + run_name(sweeps_[0].folder);
    for (std::size_t k = 0; k < sweeps_.size(); ++k) {
      const SweepResults& s = sweeps_[k];
      const DataTable& table = numbers_[k].table;
      const auto x = curve_of(table, against_, s.folder), y = curve_of(table, result, s.folder);
      for (const auto* found : {&x, &y})
        if (!*found)
          return found->error().code == "E0471"
                     ? Result<CurvePanel>(unknown_column(s, found->error()))
                     : Result<CurvePanel>(found->errors());
      tell_lost(s, against_, *x);
      tell_lost(s, result, *y);
      if (auto same = check_units(panel, x->unit, y->unit, s, result, k); !same)
        return same.errors();
      const bool numbered =
          varied >= 0 && !numbers_[k].numbered[static_cast<std::size_t>(varied)].empty();
      if (numbered)
        panel.x_name += " (" + numbers_[k].numbered[static_cast<std::size_t>(varied)] + ")";
      for (const SweepCurve& c : curves_of_sweep(s, against_)) {
        PanelCurve curve = panel_curve(s, c, *x, *y, !numbered);
        const std::string name = sweeps_.size() > 1 ? run_name(s.folder) : "";
        curve.label = name.empty() ? c.label : c.label.empty() ? name : name + ", " + c.label;
        if (!curve.x.empty()) panel.curves.push_back(std::move(curve));
      }
    }
    if (panel.curves.empty())
      return Error{"E0498",
                   fmt::format("no run of the sweep has a finite value of `{}` and of `{}`", result,
                               against_),
                   sweeps_[0].folder,
                   notes_.empty() ? "scree info SWEEP shows how its runs ended" : notes_.back()};
    return panel;
  }

  // Only of runs that completed: others have no results.
  void tell_lost(const SweepResults& s, const std::string& name, const TableCurve& c) {
    if (c.lost.reason.empty()) return;
    std::size_t lost = 0, all = 0;
    for (const SweepGroup& g : s.groups)
      for (const double v : rows_of(c.values, g)) ++all, lost += !std::isfinite(v);
    if (lost > 0)
      notes_.push_back(
          fmt::format("{}: `{}` has no finite value in {} of {} runs, first in row {}: {}",
                      s.folder, name, lost, all, c.lost.row + 1, c.lost.reason));
  }

  int index_of(const std::string& name) const {
    const auto& varied = sweeps_.front().varied;
    for (std::size_t k = 0; k < varied.size(); ++k)
      if (varied[k] == name || varied[k].ends_with("." + name)) return static_cast<int>(k);
    return -1;
  }

  static Error unknown_column(const SweepResults& s, Error e) {
    e.code = "E0472";
    e.location = s.folder;
    std::string hint = "results: " + list_words(s.results, 20);
    if (!s.varied.empty()) hint += "; varied: " + list_words(s.varied);
    e.hint = e.hint.starts_with("did you mean") ? e.hint + "; " + hint : hint;
    return e;
  }

  Result<Done> check_units(CurvePanel& panel, const std::string& x, const std::string& y,
                           const SweepResults& s, const std::string& result, std::size_t k) const {
    if (k == 0) panel.x_unit = x, panel.y_unit = y;
    const auto differ = [&](const std::string& what, const std::string& first,
                            const std::string& here) -> Result<Done> {
      if (first == here || first.empty() || here.empty()) return Done{};
      return Error{"E0496",
                   fmt::format("`{}` is in {} here and in {} in `{}`", what, here, first,
                               sweeps_.front().folder),
                   s.folder, "draw these sweeps apart"};
    };
    if (auto done = differ(against_, panel.x_unit, x); !done) return done;
    return differ(result, panel.y_unit, y);
  }

  const std::vector<SweepResults>& sweeps_;
  const ColumnRequest& request_;
  std::vector<SweepNumbers> numbers_;
  std::string against_;
  std::vector<std::string> notes_;
};

}  // namespace

SweepNumbers numbers_of_sweep(const SweepResults& s) {
  SweepNumbers out{s.table};
  DataTable& t = out.table;
  t.units.resize(t.names.size());
  for (const std::string& path : s.varied) {
    const auto c = static_cast<std::size_t>(s.table.column(path));
    std::vector<std::string> texts;
    for (const auto& row : s.table.cells) texts.push_back(row[c]);
    const ParameterValues p = parameter_values(texts);
    for (std::size_t r = 0; r < t.rows(); ++r) t.cells[r][c] = cell_text(p.values[r]);
    t.units[c] = p.unit;
    out.numbered.push_back(p.legend);
    const std::string name = last_step(path);
    const auto same = std::count_if(s.varied.begin(), s.varied.end(),
                                    [&](const std::string& v) { return last_step(v) == name; });
    if (same != 1 || t.column(name) >= 0) continue;
    t.names.push_back(name);
    t.units.push_back(p.unit);
    for (auto& row : t.cells) row.push_back(row[c]);
  }
  return out;
}

Result<DrawnPanels> sweep_panels(const std::vector<SweepResults>& sweeps,
                                 const ColumnRequest& request) {
  return SweepMaker(sweeps, request).make();
}

Result<std::vector<NamedSeries>> sweep_series(const SweepResults& s, bool with_name) {
  std::vector<NamedSeries> out;
  Errors errors;
  const int run = s.table.column("run");
  for (const SweepGroup& g : s.groups) {
    NamedSeries one;
    one.name = parameters_text(s, g, std::vector<bool>(s.varied.size()));
    if (with_name || one.name.empty())
      one.name = run_name(s.folder) + (one.name.empty() ? "" : ", " + one.name);
    bool first = true;
    for (const std::size_t r : g.rows) {
      const std::size_t number =
          run < 0 ? r + 1
                  : static_cast<std::size_t>(s.table.numbers(static_cast<std::size_t>(run))[r]);
      auto table = read_series(sweep_run_folder(s.folder, number));
      if (!table) {
        errors.insert(errors.end(), table.errors().begin(), table.errors().end());
        continue;
      }
      if (first)
        one.table = std::move(*table);
      else
        one.seeds.push_back(std::move(*table));
      first = false;
    }
    if (!first) out.push_back(std::move(one));
  }
  if (out.empty() && errors.empty())
    return Error{"E0472", "no run of the sweep has completed", s.folder, ""};
  if (out.empty()) return errors;
  return out;
}

}  // namespace scree::run
