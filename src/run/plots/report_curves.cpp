#include "run/plots/report_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/plots/series_plot.hpp"

namespace scree::run {
namespace {

// The columns of one measure or outlet.
class Family {
 public:
  Family(const DataTable& table, std::string name) : table_(table), name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  std::string path(const std::string& column) const { return name_ + "." + column; }
  bool has(const std::string& column) const { return table_.column(path(column)) >= 0; }
  bool changes(const std::string& column) const {
    return has(column) && !is_constant(table_, path(column)) && has_values(table_, path(column));
  }
  double range(const std::string& column) const {
    if (!has(column)) return 0;
    double lo = INFINITY, hi = -INFINITY;
    for (const double v : table_.numbers(static_cast<std::size_t>(table_.column(path(column)))))
      if (std::isfinite(v)) lo = std::min(lo, v), hi = std::max(hi, v);
    return hi > lo ? hi - lo : 0;
  }

 private:
  const DataTable& table_;
  std::string name_;
};

std::vector<std::string> families(const DataTable& t) {
  std::vector<std::string> out;
  for (const std::string& name : t.names)
    if (const std::size_t dot = name.rfind('.'); dot != std::string::npos)
      if (std::find(out.begin(), out.end(), name.substr(0, dot)) == out.end())
        out.push_back(name.substr(0, dot));
  return out;
}

// Of a cell: over the component that it is strained in most, shear or compression.
void add_cell(std::vector<ReportCurves>& out, const Family& f) {
  if (!f.has("stress_xx") || !f.has("strain_xx")) return;
  std::string axis;
  double most = 0;
  for (const char* a : {"xx", "yy", "zz", "xy", "xz", "yz"})
    if (const double r = f.range(std::string("strain_") + a); r > most) most = r, axis = a;
  if (axis.empty()) return;
  const bool shear = axis[0] != axis[1];
  const std::string strain = f.path("strain_" + axis);
  // Compression counts as positive, as on the paper of a triaxial test.
  const std::string over = shear ? strain : "0 - " + strain;
  const std::string label =
      shear ? "shear strain " + axis : "axial strain " + axis + " (compression positive)";
  const auto add = [&](std::vector<std::string> columns, const std::string& what) {
    std::erase_if(columns, [&](std::string& c) {
      if (!f.changes(c)) return true;
      c = f.path(c);
      return false;
    });
    if (!columns.empty())
      out.push_back({"Stress and strain", f.name(), std::move(columns), over,
                     what + (shear ? " over shear strain" : " over axial strain"), label});
  };
  if (shear)
    add({"stress_" + axis}, "Shear stress " + axis);
  else
    add({"q", "p"}, "Deviator q, mean stress p");
  add({"mu"}, shear ? "Friction μ" : "Mobilised friction μ");
  add({"volumetric_strain"}, "Volumetric strain");
  if (!shear && f.changes("q") && f.changes("p"))
    out.push_back(
        {"Stress and strain", f.name(), {f.path("q")}, f.path("p"), "Stress path: q over p"});
}

void add_flow(std::vector<ReportCurves>& out, const Family& f) {
  for (const auto& [column, title] :
       {std::pair{"mass_rate", "Mass flow"}, std::pair{"mass_out", "Mass that has left"}})
    if (f.changes(column))
      out.push_back(
          {"Flow", f.name(), {f.path(column)}, "time", fmt::format("{}: {}", title, f.name())});
}

// Indices from 0 to 1; what they are computed from is in series.csv.
void add_mixing(std::vector<ReportCurves>& out, const Family& f) {
  std::vector<std::string> columns;
  for (const char* index : {"lacey", "intensity"})
    if (f.changes(index)) columns.push_back(f.path(index));
  if (!columns.empty() && f.has("variance_mixed"))
    out.push_back({"Mixing", f.name(), std::move(columns), "time",
                   "Mixing index (Lacey) and intensity of segregation"});
}

// A wall that is moved against the grains.
void add_wall(std::vector<ReportCurves>& out, const Family& f) {
  std::string axis;
  double most = 0;
  for (const char* a : {"x", "y", "z"})
    if (const double r = f.range(std::string("position_") + a); r > most) most = r, axis = a;
  if (axis.empty()) return;
  for (const std::string& load : {std::string("pressure"), "force_" + axis})
    if (f.changes(load)) {
      out.push_back({"Load and way",
                     f.name(),
                     {f.path(load)},
                     f.path("position_" + axis),
                     fmt::format("{} over the position {} of {}",
                                 load == "pressure" ? "Pressure" : "Force", axis, f.name())});
      return;
    }
}

std::vector<std::size_t> even_frames(std::size_t n, std::size_t wanted) {
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < wanted; ++k)
    out.push_back(wanted > 1 ? k * (n - 1) / (wanted - 1) : 0);
  return out;
}

// What the grains have moved until each time of the series, in the mean.
std::vector<double> way_of(const std::vector<double>& time, const std::vector<double>& speed) {
  std::vector<double> way(time.size());
  for (std::size_t k = 1; k < time.size(); ++k) {
    const double step = 0.5 * (speed[k] + speed[k - 1]) * (time[k] - time[k - 1]);
    way[k] = way[k - 1] + (std::isfinite(step) ? std::max(step, 0.0) : 0);
  }
  return way;
}

}  // namespace

std::vector<ReportCurves> report_curves(const DataTable& table) {
  std::vector<ReportCurves> out;
  for (const std::string& name : families(table)) {
    const Family f(table, name);
    add_cell(out, f);
    add_flow(out, f);
    add_mixing(out, f);
    add_wall(out, f);
  }
  return out;
}

std::vector<std::size_t> telling_frames(const std::vector<double>& times, const DataTable& series,
                                        std::size_t wanted) {
  const std::size_t n = times.size();
  wanted = std::min(wanted, n);
  const int t = series.column("time"), v = series.column("mean_speed");
  if (t < 0 || v < 0 || series.rows() < 2 || wanted < 3) return even_frames(n, wanted);
  const std::vector<double> time = series.numbers(static_cast<std::size_t>(t));
  const std::vector<double> way = way_of(time, series.numbers(static_cast<std::size_t>(v)));
  if (!(way.back() > 0)) return even_frames(n, wanted);
  const auto way_at = [&](double at) {
    const auto k =
        static_cast<std::size_t>(std::lower_bound(time.begin(), time.end(), at) - time.begin());
    return way[std::min(k, way.size() - 1)];
  };
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < wanted; ++k) {
    const double goal = way.back() * static_cast<double>(k) / static_cast<double>(wanted - 1);
    // Each frame once, and as many left as are still to be chosen.
    const std::size_t first = out.empty() ? 0 : out.back() + 1, last = n - (wanted - k);
    std::size_t best = first;
    for (std::size_t f = first; f <= last; ++f)
      if (std::abs(way_at(times[f]) - goal) < std::abs(way_at(times[best]) - goal)) best = f;
    out.push_back(k == 0 ? 0 : k + 1 == wanted ? n - 1 : best);
  }
  return out;
}

}  // namespace scree::run
