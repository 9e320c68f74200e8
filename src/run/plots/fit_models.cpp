#include "run/plots/fit_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/words.hpp"
#include "io/atomic_file.hpp"
#include "run/plots/column_terms.hpp"
#include "run/plots/series_plot.hpp"

namespace scree::run {
namespace {

using Vector = std::vector<double>;
using Curve = std::function<Vector(const Vector& x, const Vector& parameters)>;

// A curve with names for its parameters and where they begin.
struct Model {
  std::string formula;
  std::vector<std::string> names, units;
  std::vector<Vector> starts;  // the best of them is taken
  Curve curve;
};

Error no_fit(std::string message, std::string hint = {}) {
  return {"E0497", std::move(message), "--fit", std::move(hint)};
}

struct StraightLine {
  double slope = 0, offset = 0;
};
StraightLine line_through(const Vector& x, const Vector& y) {
  const double n = static_cast<double>(x.size());
  double mx = 0, my = 0, xx = 0, xy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) mx += x[k] / n, my += y[k] / n;
  for (std::size_t k = 0; k < x.size(); ++k)
    xx += (x[k] - mx) * (x[k] - mx), xy += (x[k] - mx) * (y[k] - my);
  const double slope = xx > 0 ? xy / xx : 0;
  return {slope, my - slope * mx};
}

// Of y over x to the power p, where both units are known.
std::string unit_over(const std::string& y, const std::string& x, int p) {
  if (x.empty()) return y;
  const TermWords words{[](std::string_view rest) -> std::size_t {
                          return rest[0] == 'q' || rest[0] == 'w' ? 1 : number_with_unit(rest);
                        },
                        [&](std::string_view value) -> Result<Term> {
                          if (value == "q") return term_in({1}, y);
                          if (value == "w") return term_in({1}, x);
                          return number_term(value, 1, "");
                        }};
  const auto unit = evaluate_terms(fmt::format("q / w^{}", p), words, "", Functions::fast);
  return unit ? unit->unit : "";
}

Model linear_model(const FitPoints& p) {
  const StraightLine l = line_through(p.x, p.y);
  return {"y = a x + b",
          {"a", "b"},
          {unit_over(p.y_unit, p.x_unit, 1), p.y_unit},
          {{l.slope, l.offset}},
          [](const Vector& x, const Vector& q) {
            Vector y;
            for (const double v : x) y.push_back(q[0] * v + q[1]);
            return y;
          }};
}

Result<Model> power_model(const FitPoints& p) {
  const double least = *std::min_element(p.x.begin(), p.x.end());
  if (!(least > 0))
    return no_fit(
        fmt::format("a power law of `{}` needs x above 0; the least x is {:.4g}", p.name, least),
        "leave these points out: --where \"... > 0\"");
  Vector lx, ly;
  for (std::size_t k = 0; k < p.x.size(); ++k)
    if (p.y[k] > 0) lx.push_back(std::log(p.x[k])), ly.push_back(std::log(p.y[k]));
  const StraightLine l = line_through(lx, ly);
  const Vector start = lx.size() > 1 ? Vector{std::exp(l.offset), l.slope} : Vector{1, 1};
  return Model{"y = a x^n",
               {"a", "n"},
               {"", ""},
               {start, {-start[0], start[1]}},
               [](const Vector& x, const Vector& q) {
                 Vector y;
                 for (const double v : x) y.push_back(q[0] * std::pow(v, q[1]));
                 return y;
               }};
}

Model beverloo_model(const FitPoints& p) {
  Vector root;
  for (const double v : p.y) root.push_back(std::pow(std::max(v, 0.0), 0.4));
  const StraightLine l = line_through(p.x, root);
  const double least = *std::min_element(p.x.begin(), p.x.end());
  Vector start{std::pow(std::max(l.slope, 1e-30), 2.5), l.slope > 0 ? -l.offset / l.slope : 0};
  std::vector<Vector> starts{start, {start[0], 0}, {start[0], 0.5 * least}};
  return {"y = A (x − x0)^2.5",
          {"A", "x0"},
          {"", p.x_unit},
          std::move(starts),
          [](const Vector& x, const Vector& q) {
            Vector y;
            for (const double v : x) y.push_back(q[0] * std::pow(std::max(v - q[1], 0.0), 2.5));
            return y;
          }};
}

// ------------------------------------------------------------------ the user's own

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}
std::size_t fit_value_length(std::string_view rest) {
  if (const std::size_t n = number_with_unit(rest)) return n;
  if (!called_function(rest).empty()) return 0;
  std::size_t n = 0;
  while (n < rest.size() && is_word(rest[n])) ++n;
  return n;
}

// Words that are parameters, in their order. E0488 where the text is no expression.
Result<std::vector<std::string>> parameters_of(const std::string& text) {
  std::vector<std::string> out;
  const TermWords words{
      fit_value_length,
      [&](std::string_view value) -> Result<Term> {
        if (number_with_unit(value) > 0) return number_term(value, 0, "--fit");
        const std::string name(value);
        if (name != "x" && name != "pi" && std::find(out.begin(), out.end(), name) == out.end())
          out.push_back(name);
        return bare_term(1, 0);
      },
      "x, a parameter or a number"};
  if (const auto read = evaluate_terms(text, words, "--fit", Functions::fast); !read)
    return read.errors();
  return out;
}

Vector worked_out(const std::string& text, const std::vector<std::string>& names, const Vector& x,
                  const Vector& parameters) {
  const TermWords words{fit_value_length, [&](std::string_view value) -> Result<Term> {
                          if (value == "x") return Term{.values = x, .is_bare = true};
                          if (value == "pi") return bare_term(std::numbers::pi, x.size());
                          for (std::size_t k = 0; k < names.size(); ++k)
                            if (value == names[k]) return bare_term(parameters[k], x.size());
                          auto number = number_term(value, x.size(), "--fit");
                          // In SI like x and the parameters: dimensions of these are not known.
                          if (number) return Term{.values = number->values, .is_bare = true};
                          return number;
                        }};
  const auto y = evaluate_terms(text, words, "--fit", Functions::fast);
  return y ? y->values : Vector(x.size(), std::nan(""));
}

double squares(const Vector& a, const Vector& b) {
  double s = 0;
  for (std::size_t k = 0; k < a.size(); ++k) s += (a[k] - b[k]) * (a[k] - b[k]);
  return std::isfinite(s) ? s : std::numeric_limits<double>::infinity();
}

// Evenly chosen points, enough to find the way to the minimum: a series may have a million.
constexpr std::size_t kFewPointsOfFit = 1000;
FitPoints some_of(const FitPoints& p) {
  if (p.x.size() <= kFewPointsOfFit) return p;
  FitPoints out{{}, {}, p.x_unit, p.y_unit, p.name, p.x_name};
  for (std::size_t k = 0; k < kFewPointsOfFit; ++k) {
    const std::size_t at = k * (p.x.size() - 1) / (kFewPointsOfFit - 1);
    out.x.push_back(p.x[at]), out.y.push_back(p.y[at]);
  }
  return out;
}

// Where nothing is known: 1, the sizes of x and of y, and one over that of x, all of these for
// every parameter; the five that are nearest to the points.
std::vector<Vector> starts_for(const FitPoints& p, const Curve& curve, const Vector& given) {
  double sx = 0, sy = 0;
  for (const double v : p.x) sx = std::max(sx, std::abs(v));
  for (const double v : p.y) sy = std::max(sy, std::abs(v));
  Vector sizes{1};
  if (sx > 0) sizes.insert(sizes.end(), {sx, 0.1 * sx, 1 / sx});
  if (sy > 0) sizes.push_back(sy);
  std::vector<Vector> all{given};
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (std::isfinite(given[k])) continue;
    std::vector<Vector> more;
    for (const Vector& one : all)
      for (const double s : sizes) {
        more.push_back(one);
        more.back()[k] = s;
        if (more.size() > 5000) break;
      }
    all = std::move(more);
  }
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t k = 0; k < all.size(); ++k)
    order.emplace_back(squares(curve(p.x, all[k]), p.y), k);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Vector> out;
  for (std::size_t k = 0; k < std::min<std::size_t>(5, order.size()); ++k)
    out.push_back(all[order[k].second]);
  return out;
}

Result<Model> users_model(const FitRequest& request, const FitPoints& p) {
  auto names = parameters_of(request.model);
  if (!names) return names.errors();
  if (names->empty())
    return no_fit("`" + request.model + "` has no parameter to fit",
                  "linear, power, beverloo, or an expression of x: \"a * exp(-x / tau)\"");
  // The name of the axis would be fitted as a parameter.
  if (std::find(names->begin(), names->end(), p.x_name) != names->end())
    return no_fit(fmt::format("`{}`: `{}` is the horizontal axis", request.model, p.x_name),
                  "it is called x in a fit: \"a * exp(-x / tau)\"");
  if (names->size() > 8) return no_fit("more than 8 parameters: " + list_words(*names));
  Model m{"y = " + request.model, *names, std::vector<std::string>(names->size()), {}, {}};
  m.curve = [text = request.model, list = *names](const Vector& x, const Vector& q) {
    return worked_out(text, list, x, q);
  };
  Vector given(names->size(), std::nan(""));
  for (const auto& [name, value] : request.start)
    if (const auto at = std::find(names->begin(), names->end(), name); at != names->end())
      given[static_cast<std::size_t>(at - names->begin())] = value;
  m.starts = starts_for(some_of(p), m.curve, given);
  return m;
}

Result<Model> model_of(const FitRequest& request, const FitPoints& p) {
  if (request.model == "linear") return linear_model(p);
  if (request.model == "power") return power_model(p);
  if (request.model == "beverloo") return beverloo_model(p);
  // One word is a name that is not known rather than a constant.
  const bool word = std::all_of(request.model.begin(), request.model.end(), is_word);
  if (word && request.model != "x") {
    const std::vector<std::string> known{"linear", "power", "beverloo"};
    const std::string near = nearest_word(request.model, known);
    return no_fit("there is no fit `" + request.model + "`",
                  near.empty() ? "linear, power, beverloo, or an expression of x: \"a + b * x^2\""
                               : "did you mean `" + near + "`?");
  }
  return users_model(request, p);
}

Result<Done> check_start(const FitRequest& request, const Model& m) {
  for (const auto& [name, value] : request.start)
    if (std::find(m.names.begin(), m.names.end(), name) == m.names.end())
      return Error{"E0497", fmt::format("the fit has no parameter `{}`", name), "--start",
                   "it has " + list_words(m.names)};
  return Done{};
}

FitPoints finite_points(const FitPoints& given) {
  FitPoints p{{}, {}, given.x_unit, given.y_unit, given.name, given.x_name};
  for (std::size_t k = 0; k < given.x.size(); ++k)
    if (std::isfinite(given.x[k]) && std::isfinite(given.y[k]))
      p.x.push_back(given.x[k]), p.y.push_back(given.y[k]);
  return p;
}

// The best of all starts, with every point or, of many points, with some of them; what has no
// finite start or no minimum is told by the first.
Result<CurveFit> best_of_starts(const Model& m, const FitPoints& p) {
  const FitFunction f = [&](const Vector& q) { return m.curve(p.x, q); };
  Result<CurveFit> best = no_fit("nothing to begin with");
  for (std::size_t k = 0; k < m.starts.size(); ++k) {
    auto fit = fit_curve(f, p.y, m.starts[k], m.names);
    if (k == 0 || (fit && (!best || fit->sum_of_squares < best->sum_of_squares)))
      best = std::move(fit);
  }
  return best;
}
Result<CurveFit> best_fit(const Model& m, const FitPoints& p) {
  auto rough = best_of_starts(m, some_of(p));
  if (!rough || p.x.size() <= kFewPointsOfFit) return rough;
  const FitFunction f = [&](const Vector& q) { return m.curve(p.x, q); };
  return fit_curve(f, p.y, rough->parameters, m.names);
}

}  // namespace

std::string with_interval(double value, double half) {
  if (!std::isfinite(half)) return fmt::format("{:.4g}", value);
  const double size = std::max(std::abs(value), half);
  const int power = size > 0 ? static_cast<int>(std::floor(std::log10(size))) : 0;
  const bool scientific = power >= 5 || power < -3;
  const double scale = scientific ? std::pow(10.0, power) : 1;
  const double v = value / scale, h = half / scale;
  const int digits = h > 0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(h))), 0, 12) : 4;
  std::string text = fmt::format("{:.{}f} ± {:.{}f}", v, digits, h, digits);
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return scientific ? fmt::format("({})e{}", text, power) : text;
}

std::string FittedCurve::legend() const {
  constexpr std::size_t kLongest = 90;
  std::string out = formula.size() > kLongest ? formula.substr(0, kLongest) + "…" : formula;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double v = fit.parameters[k];
    const ReadableUnit unit = readable_unit(std::abs(v), units[k]);
    out += fmt::format("{} {} = {}", k == 0 ? ":" : ",", names[k],
                       with_interval(v * unit.factor, fit.intervals[k] * unit.factor));
    if (!unit.unit.empty()) out += " " + unit.unit;
  }
  return out;
}

Result<FittedCurve> fit_model(const FitRequest& request, const FitPoints& given) {
  const FitPoints p = finite_points(given);
  if (p.x.size() < 2)
    return no_fit(fmt::format("`{}` has {}", given.name,
                              p.x.empty() ? "no point with finite values" : "one point alone"),
                  "a fit needs more points than it has parameters");
  const auto [least, greatest] = std::minmax_element(p.x.begin(), p.x.end());
  if (*least == *greatest)
    return no_fit(
        fmt::format("all {} points of `{}` are at x = {:.4g}", p.x.size(), given.name, *least),
        "no curve goes through points above each other");
  auto model = model_of(request, p);
  if (!model) return model.errors();
  if (auto right = check_start(request, *model); !right) return right.errors();
  for (Vector& s : model->starts)
    for (std::size_t k = 0; k < s.size(); ++k)
      for (const auto& [name, value] : request.start)
        if (name == model->names[k]) s[k] = value;
  auto fit = best_fit(*model, p);
  if (!fit) {
    Errors e = fit.errors();
    e.front().message = "`" + given.name + "`: " + e.front().message;
    return e;
  }
  FittedCurve out{model->names, model->units, std::move(*fit), {}, model->formula};
  out.at = [curve = model->curve, q = out.fit.parameters](const Vector& x) { return curve(x, q); };
  return out;
}

Result<std::pair<std::string, double>> start_value(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name(trimmed(std::string_view(text).substr(0, equals)));
  const auto q = equals == std::string::npos || name.empty()
                     ? Result<Quantity>(no_fit(""))
                     : read_quantity(std::string_view(text).substr(equals + 1));
  if (!q)
    return Error{"E0497", fmt::format("`{}` is not the start of a parameter", text), "--start",
                 "NAME=VALUE: --start tau=0.1"};
  return std::pair{name, q->value};
}

}  // namespace scree::run
