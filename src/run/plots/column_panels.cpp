#include "run/plots/column_panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "run/plots/column_expression.hpp"
#include "run/plots/statistic.hpp"

namespace scree::run {
namespace {

using Vector = std::vector<double>;
constexpr std::size_t kInstants = 200, kBars = 15;

std::string without_underscores(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// Of one column of one run.
struct FoundCurve {
  Vector x, y;
  std::string x_unit, y_unit;
};

// Linear between rows; NaN beyond them.
double value_at(const Vector& time, const Vector& values, double t) {
  const auto at = std::lower_bound(time.begin(), time.end(), t);
  if (at == time.end() || (at == time.begin() && *at != t)) return std::nan("");
  const auto k = static_cast<std::size_t>(at - time.begin());
  if (*at == t) return values[k];
  const double share = (t - time[k - 1]) / (time[k] - time[k - 1]);
  return values[k - 1] + share * (values[k] - values[k - 1]);
}

Vector times_of(const DataTable& t) {
  const int c = t.column("time");
  return c < 0 ? Vector{} : t.numbers(static_cast<std::size_t>(c));
}

// Means at the instants of the first run.
PanelCurve mean_curve(const std::vector<Vector>& times, const std::vector<FoundCurve>& found) {
  PanelCurve out;
  const std::size_t n = times[0].size(), step = std::max<std::size_t>(1, n / kInstants);
  const std::size_t every = std::max<std::size_t>(1, n / step / kBars);
  for (std::size_t k = 0, number = 0; k < n; k += step, ++number) {
    Vector xs, ys;
    for (std::size_t r = 0; r < found.size(); ++r) {
      xs.push_back(value_at(times[r], found[r].x, times[0][k]));
      ys.push_back(value_at(times[r], found[r].y, times[0][k]));
    }
    const Statistic x = statistic_of(xs), y = statistic_of(ys);
    if (x.number == 0 || y.number == 0) continue;
    out.x.push_back(x.mean), out.y.push_back(y.mean);
    if (y.number < 3 || number % every != every / 2) continue;
    out.mean_x.push_back(x.mean), out.mean_y.push_back(y.mean);
    out.half_interval.push_back(y.confidence);
  }
  for (const FoundCurve& f : found) {
    out.all_x.insert(out.all_x.end(), f.x.begin(), f.x.end());
    out.all_y.insert(out.all_y.end(), f.y.begin(), f.y.end());
  }
  return out;
}

class PanelMaker {
 public:
  PanelMaker(const std::vector<NamedSeries>& runs, const ColumnRequest& request)
      : runs_(runs), request_(request) {}

  Result<DrawnPanels> make() {
    for (const std::string& name : request_.columns) add_column(name);
    tell_empty();
    if (!errors_.empty()) return errors_;
    for (Panel& p : panels_) {
      PanelStyle style = request_.style;
      style.height = panels_.size() > 1 ? 300 : 0;
      if (auto done = add_panel(out_, finished(p), style); !done) return done.errors();
    }
    return std::move(out_);
  }

 private:
  struct Panel {
    std::string unit, family, name, title;  // family: the measure, where no unit is known
    std::vector<PanelCurve> curves;
    Errors empty = {};  // of curves without a finite value
  };

  // A panel may lack a curve (a measure that has no value in one run), but not all of them.
  void tell_empty() {
    for (const Panel& p : panels_)
      for (const Error& e : p.empty)
        if (p.curves.empty())
          note(e);
        else
          out_.notes.push_back(fmt::format("{}: {}; {}", e.location, e.message, e.hint));
  }

  // Of one column, or of columns that all runs lack, the first complaint says it all.
  void note(const Error& e) {
    const bool told = std::any_of(errors_.begin(), errors_.end(), [&](const Error& other) {
      return other.message == e.message && other.location == e.location;
    });
    if (!told && errors_.size() < 10) errors_.push_back(e);
  }

  Panel& panel_for(const std::string& name) {
    const auto first = curve_of(runs_.front().table, name, runs_.front().name);
    const std::string unit = first ? first->unit : "";
    const bool plain = runs_.front().table.column(name) >= 0;
    const std::size_t dot = name.rfind('.');
    const bool share = name.ends_with("_finer") || name.ends_with("_share");  // of one whole
    const std::string family = share                                ? "share"
                               : !unit.empty()                      ? ""
                               : !plain || dot == std::string::npos ? name
                                                                    : name.substr(0, dot);
    auto at = std::find_if(panels_.begin(), panels_.end(),
                           [&](const Panel& p) { return p.unit == unit && p.family == family; });
    if (at == panels_.end()) at = panels_.insert(panels_.end(), Panel{unit, family, name, "", {}});
    if (at->name != name) at->name.clear();
    at->title += (at->title.empty() ? "" : ", ") + without_underscores(name);
    return *at;
  }

  void add_column(const std::string& name) {
    Panel& panel = panel_for(name);
    for (const NamedSeries& r : runs_) {
      std::vector<FoundCurve> found;
      std::vector<Vector> times;
      for (std::size_t k = 0; k <= r.seeds.size(); ++k) {
        const DataTable& table = k == 0 ? r.table : r.seeds[k - 1];
        if (auto curve = find(table, name, r.name, panel.empty)) {
          found.push_back(std::move(*curve));
          times.push_back(times_of(table));
        }
      }
      if (found.empty()) continue;
      check_units(panel, found.front(), name, r.name);
      PanelCurve curve =
          found.size() > 1 && !times.front().empty()
              ? mean_curve(times, found)
              : PanelCurve{"", std::move(found.front().x), std::move(found.front().y)};
      curve.label = runs_.size() == 1              ? without_underscores(name)
                    : request_.columns.size() == 1 ? r.name
                                                   : without_underscores(name) + ", " + r.name;
      panel.curves.push_back(std::move(curve));
    }
  }

  std::optional<FoundCurve> find(const DataTable& table, const std::string& name,
                                 const std::string& run, Errors& empty) {
    auto x = curve_of(table, request_.against, run), y = curve_of(table, name, run);
    for (const auto* found : {&x, &y})
      if (!*found) note(found->error());
    if (!x || !y) return std::nullopt;
    const bool good = tell_lost(*x, request_.against, table, run, empty);
    if (!tell_lost(*y, name, table, run, empty) || !good) return std::nullopt;
    return FoundCurve{std::move(x->values), std::move(y->values), x->unit, y->unit};
  }

  // False where nothing is left to draw.
  bool tell_lost(const TableCurve& c, const std::string& name, const DataTable& table,
                 const std::string& run, Errors& empty) {
    const auto lost = static_cast<std::size_t>(std::count_if(
        c.values.begin(), c.values.end(), [](double v) { return !std::isfinite(v); }));
    if (lost == 0 || c.values.empty()) return true;
    const Vector time = times_of(table);
    const std::string where = c.lost.row < time.size()
                                  ? fmt::format(" at time = {:.4g} s", time[c.lost.row])
                                  : fmt::format(" in row {}", c.lost.row + 1);
    if (lost == c.values.size()) {
      empty.push_back(
          {"E0498", fmt::format("`{}` has no finite value in any of its {} rows", name, lost), run,
           c.lost.reason.empty() ? "its cells are empty or `nan`"
                                 : "the first: " + c.lost.reason + where});
      return false;
    }
    if (!c.lost.reason.empty())
      out_.notes.push_back(fmt::format("{}: `{}` has no finite value in {} of {} rows, first{}: {}",
                                       run, name, lost, c.values.size(), where, c.lost.reason));
    return true;
  }

  // Curves of different units have no common axis.
  void check_units(const Panel& panel, const FoundCurve& c, const std::string& name,
                   const std::string& run) {
    const auto differ = [&](const std::string& what, const std::string& first,
                            const std::string& here) {
      if (first == here || first.empty() || here.empty()) return;
      note({"E0496",
            fmt::format("`{}` is in {} here and in {} in `{}`", what, here, first,
                        runs_.front().name),
            run, "draw these runs apart, or a column that has one unit in all of them"});
    };
    differ(name, panel.unit, c.y_unit);
    if (x_unit_.empty()) x_unit_ = c.x_unit;
    differ(request_.against, x_unit_, c.x_unit);
  }

  CurvePanel finished(Panel& p) const {
    const std::string y = p.name.empty() ? p.family : p.name;
    std::string title = p.name.empty() && p.family.empty() ? "" : without_underscores(y);
    if (title.empty()) title = p.title;
    if (request_.against != "time") title += " over " + without_underscores(request_.against);
    if (runs_.size() == 1 && !runs_[0].name.empty()) title += ": " + runs_[0].name;
    return {title, request_.against, x_unit_, y, p.unit, std::move(p.curves)};
  }

  const std::vector<NamedSeries>& runs_;
  const ColumnRequest& request_;
  std::vector<Panel> panels_;
  std::string x_unit_;
  Errors errors_;
  DrawnPanels out_;
};

}  // namespace

Result<DrawnPanels> column_panels(const std::vector<NamedSeries>& runs,
                                  const ColumnRequest& request) {
  return PanelMaker(runs, request).make();
}

Result<std::vector<plot::Plot>> column_plots(const std::vector<NamedSeries>& runs,
                                             const std::vector<std::string>& columns,
                                             const std::string& against) {
  auto drawn = column_panels(runs, {columns, against});
  if (!drawn) return drawn.errors();
  return std::move(drawn->plots);
}

}  // namespace scree::run
