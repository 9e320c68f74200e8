#include "run/plots/column_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>

#include "base/exact_math.hpp"
#include "base/quantity_algebra.hpp"
#include "base/words.hpp"

namespace scree::run {
namespace {

using Kind = ExpressionStep::Kind;

// Units that people write, where the base has none of its own.
std::string unit_text(const Quantity& q) {
  constexpr Dimension power{2, 1, -3}, viscosity{-1, 1, -1};
  Dimension d = q.dim;
  d.angle = d == dim::angle || d == dim::angular_velocity ? d.angle : std::int8_t{0};
  if (d == dim::frequency && q.cycles == 0) return "1/s";
  if (d == power) return "W";
  if (d == viscosity) return "Pa s";
  return si_unit(d);
}

Term unknown(Term t, std::string unit = {}) {
  t.is_known = t.is_bare = false;
  t.unit = std::move(unit);
  return t;
}
Term measured(Term t, const Quantity& q) {
  const Quantity cancelled = with_cycles_cancelled(q);
  if (too_large(cancelled)) return unknown(std::move(t));
  t.measure = cancelled, t.is_known = true, t.is_bare = false;
  t.unit = unit_text(cancelled);
  return t;
}
// That of `a` with the unit of `b`.
Term with_unit_of(Term a, const Term& b) {
  a.measure = b.measure, a.is_known = b.is_known, a.is_bare = b.is_bare, a.unit = b.unit;
  return a;
}

bool is_firm(const Term& t) { return t.is_known && !t.is_loose && !t.is_bare; }

// The unit of a sum, of min() and of max(); nothing where there can be none.
std::optional<Term> like_both(Term a, const Term& b) {
  if (a.is_bare && b.is_bare) return a;
  if (a.is_bare || b.is_bare) {
    const Term other = a.is_bare ? b : a;
    const bool certain = is_firm(other) || (other.is_known && is_plain(other.measure)) ||
                         (!other.is_known && !other.is_loose);
    a.is_loose = other.is_loose;
    return certain ? with_unit_of(std::move(a), other) : unknown(std::move(a));
  }
  const bool same = a.unit == b.unit;
  if (is_firm(a) && is_firm(b) &&
      (!same_measure(a.measure, b.measure) || differ_as_rates(a.measure, b.measure)))
    return std::nullopt;
  a.is_loose = a.is_loose || b.is_loose;
  if (a.is_known && b.is_known && same_measure(a.measure, b.measure))
    return a;  // "J" and "N m" are the same: the first is kept
  return unknown(std::move(a), same && !a.is_known && !b.is_known ? a.unit : "");
}

Term product_of(Term a, const Term& b, bool divide) {
  if (a.is_bare && b.is_bare) return a;
  const bool loose = a.is_loose || b.is_loose || a.is_bare || b.is_bare;
  if (divide && !a.unit.empty() && a.unit == b.unit)
    a = measured(std::move(a), Quantity{});
  else if (b.is_bare)
    a.is_bare = false;
  else if (a.is_bare && !divide)
    a = with_unit_of(std::move(a), b);
  else if (a.is_known && b.is_known)
    a = measured(std::move(a), divide ? over_dimension(a.measure, b.measure)
                                      : times_dimension(a.measure, b.measure));
  else
    a = unknown(std::move(a));
  a.is_loose = loose;
  return a;
}

Term power_of(Term a, const Term& b) {
  if (a.is_bare && b.is_bare) return a;
  const double p = b.values.empty() ? 1 : b.values.front();
  const auto q = a.is_known && b.is_bare ? powered(a.measure, p) : std::nullopt;
  a.is_loose = a.is_loose || a.is_bare || b.is_loose;
  if (q) return p == 1 ? a : measured(std::move(a), *q);
  if (a.is_known && is_plain(a.measure)) return measured(std::move(a), Quantity{});
  return unknown(std::move(a));
}

enum class Takes { any, alike, plain };

struct Function {
  std::string_view name;
  std::size_t least, most;
  Takes takes;
  double (*exact)(std::span<const double>);
  double (*fast)(std::span<const double>);
};
using Values = std::span<const double>;

constexpr Function kFunctions[] = {
    {"abs", 1, 1, Takes::any, [](Values v) { return std::abs(v[0]); },
     [](Values v) { return std::abs(v[0]); }},
    {"atan", 1, 1, Takes::plain, [](Values v) { return exact::atan2(v[0], 1); },
     [](Values v) { return std::atan(v[0]); }},
    {"atan2", 2, 2, Takes::alike, [](Values v) { return exact::atan2(v[0], v[1]); },
     [](Values v) { return std::atan2(v[0], v[1]); }},
    {"cos", 1, 1, Takes::plain, [](Values v) { return exact::cos(v[0]); },
     [](Values v) { return std::cos(v[0]); }},
    {"exp", 1, 1, Takes::plain, [](Values v) { return exact::exp(v[0]); },
     [](Values v) { return std::exp(v[0]); }},
    {"hypot", 2, 2, Takes::alike, [](Values v) { return exact::hypot(v[0], v[1]); },
     [](Values v) { return std::hypot(v[0], v[1]); }},
    {"log", 1, 1, Takes::plain, [](Values v) { return exact::log(v[0]); },
     [](Values v) { return std::log(v[0]); }},
    {"log10", 1, 1, Takes::plain, [](Values v) { return exact::log(v[0]) / std::numbers::ln10; },
     [](Values v) { return std::log10(v[0]); }},
    {"max", 1, 64, Takes::alike, [](Values v) { return *std::max_element(v.begin(), v.end()); },
     [](Values v) { return *std::max_element(v.begin(), v.end()); }},
    {"min", 1, 64, Takes::alike, [](Values v) { return *std::min_element(v.begin(), v.end()); },
     [](Values v) { return *std::min_element(v.begin(), v.end()); }},
    {"sin", 1, 1, Takes::plain, [](Values v) { return exact::sin(v[0]); },
     [](Values v) { return std::sin(v[0]); }},
    {"sqrt", 1, 1, Takes::any, [](Values v) { return std::sqrt(v[0]); },
     [](Values v) { return std::sqrt(v[0]); }},
    {"tan", 1, 1, Takes::plain, [](Values v) { return exact::tan(v[0]); },
     [](Values v) { return std::tan(v[0]); }},
};
const Function* find_function(std::string_view name) {
  for (const Function& f : kFunctions)
    if (f.name == name) return &f;
  return nullptr;
}

// Powers that need no function are as exact and take no time.
double raised(double v, double p, Functions functions) {
  if (p == 2) return v * v;
  if (p == 1) return v;
  if (p == -1) return 1 / v;
  return functions == Functions::exact ? exact::pow(v, p) : std::pow(v, p);
}

class Evaluation {
 public:
  Evaluation(std::string_view text, const TermWords& words, const std::string& place,
             Functions functions, LostValue* lost)
      : text_(text), words_(words), place_(place), functions_(functions), lost_(lost) {}

  Result<Term> run() {
    const ExpressionReading reading = read_expression(text_, {words_.value_length, words_.values});
    if (!reading.faults.empty()) return unreadable(reading.faults.front());
    for (const ExpressionStep& step : reading.steps) {
      if (step.kind == Kind::value) {
        auto value = words_.value(text_.substr(step.at.begin, step.at.end - step.at.begin));
        if (!value) return value.errors();
        stack_.push_back({std::move(*value), step.at});
      } else if (auto error = apply(step)) {
        return *error;
      }
    }
    return std::move(stack_.back().term);
  }

 private:
  struct Entry {
    Term term;
    TextPart at;
  };

  Error unreadable(const ExpressionFault& f) const {
    return {
        "E0488",
        f.at.begin < text_.size() ? fmt::format("`{}`: {} is expected where `{}` begins", text_,
                                                f.wanted, text_.substr(f.at.begin, 20))
                                  : fmt::format("`{}`: {} is missing at the end", text_, f.wanted),
        place_, "columns and numbers with + - * / ^ ( ) and " + list_words(term_functions(), 40)};
  }
  std::string part(TextPart at) const {
    return std::string(text_.substr(at.begin, at.end - at.begin));
  }
  std::string whole(const Entry& e) const {
    return e.at.end - e.at.begin > 60 ? part({e.at.begin, e.at.begin + 57}) + "..." : part(e.at);
  }
  Error unlike(const Entry& a, const Entry& b, std::string_view doing) const {
    return {"E0496",
            fmt::format("`{}`: the {} of {} and {}", text_, doing, measure_word(a.term.measure),
                        measure_word(b.term.measure)),
            place_,
            fmt::format("`{}` is in {}, `{}` in {}", whole(a), unit_name(a.term), whole(b),
                        unit_name(b.term))};
  }
  static std::string unit_name(const Term& t) { return t.unit.empty() ? "no unit" : t.unit; }

  std::optional<Error> apply(const ExpressionStep& step) {
    if (step.kind == Kind::negate) {
      for (double& v : stack_.back().term.values) v = -v;
      stack_.back().at.begin = step.at.begin;
      return std::nullopt;
    }
    if (step.kind == Kind::call) return call(step);
    const Entry b = std::move(stack_.back());
    stack_.pop_back();
    return combine(stack_.back(), b, step.kind);
  }

  std::optional<Error> combine(Entry& a, const Entry& b, Kind op) {
    const bool subtract = op == Kind::subtract;
    Term unit = a.term;
    unit.values.clear();
    if (op == Kind::add || subtract) {
      auto both = like_both(std::move(unit), b.term);
      if (!both) return unlike(a, b, subtract ? "difference" : "sum");
      unit = std::move(*both);
    } else if (op == Kind::power) {
      if (is_firm(b.term) && !is_plain(b.term.measure))
        return Error{"E0496",
                     fmt::format("`{}`: a power must be a plain number, not {}", text_,
                                 measure_word(b.term.measure)),
                     place_, fmt::format("`{}` is in {}", whole(b), b.term.unit)};
      unit = power_of(std::move(unit), b.term);
    } else {
      unit = product_of(std::move(unit), b.term, op == Kind::divide);
    }
    for (std::size_t k = 0; k < a.term.values.size(); ++k) {
      double& v = a.term.values[k];
      const double before = v, w = b.term.values[k];
      v = op == Kind::add        ? v + w
          : subtract             ? v - w
          : op == Kind::multiply ? v * w
          : op == Kind::divide   ? v / w
                                 : raised(v, w, functions_);
      if (!std::isfinite(v) && std::isfinite(before) && std::isfinite(w))
        note_loss(k, op == Kind::divide && w == 0 ? fmt::format("`{}` is 0", whole(b))
                     : op == Kind::power
                         ? fmt::format("`{}` is {:.4g}, to the power {:.4g}", whole(a), before, w)
                         : fmt::format("`{}` is {:.4g}", whole(b), w));
    }
    unit.values = std::move(a.term.values);
    a = {std::move(unit), {a.at.begin, b.at.end}};
    return std::nullopt;
  }

  std::optional<Error> call(const ExpressionStep& step) {
    const std::string name = part(step.at);
    const Function* f = find_function(name);
    const std::size_t n = step.arguments;
    if (!f) {
      std::vector<std::string> known;
      for (const Function& g : kFunctions) known.emplace_back(g.name);
      const std::string near = nearest_word(name, known);
      return Error{
          "E0488", fmt::format("`{}`: there is no function `{}`", text_, name), place_,
          near.empty() ? "known: " + list_words(known, 40) : "did you mean `" + near + "`?"};
    }
    if (n < f->least || n > f->most)
      return Error{"E0488",
                   fmt::format("`{}`: {}() takes {}{}, not {}", text_, name, f->least,
                               f->most > f->least ? " or more values"
                               : f->most == 1     ? " value"
                                                  : " values",
                               n),
                   place_, ""};
    const std::size_t first = stack_.size() - n;
    Term unit = stack_[first].term;
    unit.values.clear();
    for (std::size_t k = 1; k < n; ++k) {
      auto both = like_both(unit, stack_[first + k].term);
      if (!both) return unlike(stack_[first], stack_[first + k], "comparison");
      unit = std::move(*both);
    }
    if (f->takes == Takes::plain && !unit.is_bare && !unit.is_loose &&
        (unit.is_known ? !is_plain(unit.measure) : !unit.unit.empty()))
      return Error{"E0496",
                   fmt::format("`{}`: {}() takes a plain number or an angle in rad, not {}", text_,
                               name, unit.is_known ? measure_word(unit.measure) : unit.unit),
                   place_, "divide by another value of this unit"};
    const bool keeps = f->takes == Takes::any || name == "max" || name == "min" || name == "hypot";
    if (!keeps && !unit.is_bare) unit = measured(std::move(unit), Quantity{});
    if (name == "sqrt" && !unit.is_bare) {
      const auto root = unit.is_known ? powered(unit.measure, 0.5) : std::nullopt;
      unit = root ? measured(std::move(unit), *root) : unknown(std::move(unit));
    }
    compute(*f, step, first);
    unit.values = std::move(stack_[first].term.values);
    stack_.resize(first + 1);
    stack_[first] = {std::move(unit), {step.at.begin, step.end}};
    return std::nullopt;
  }

  // Into the first of its arguments.
  void compute(const Function& f, const ExpressionStep& step, std::size_t first) {
    const std::size_t n = step.arguments;
    const auto function = functions_ == Functions::exact ? f.exact : f.fast;
    std::vector<double> v(n);
    for (std::size_t row = 0; row < stack_[first].term.values.size(); ++row) {
      bool finite = true;
      for (std::size_t k = 0; k < n; ++k) {
        v[k] = stack_[first + k].term.values[row];
        finite = finite && std::isfinite(v[k]);
      }
      double& out = stack_[first].term.values[row];
      out = finite ? function(v) : std::nan("");
      if (finite && !std::isfinite(out))
        note_loss(row, fmt::format("{}() of {:.4g}", f.name, v[0]));
    }
  }

  void note_loss(std::size_t row, const std::string& reason) {
    if (lost_ && lost_->reason.empty()) *lost_ = {row, reason};
  }

  std::string_view text_;
  const TermWords& words_;
  std::string place_;
  Functions functions_;
  LostValue* lost_;
  std::vector<Entry> stack_;
};

}  // namespace

Term bare_term(double value, std::size_t rows) {
  return {.values = std::vector(rows, value), .is_bare = true};
}

Term term_in(std::vector<double> values, const std::string& unit) {
  Term out{.values = std::move(values), .unit = unit};
  if (unit.empty()) {
    out.is_loose = true;
    return out;
  }
  const auto q = read_quantity("1 " + unit);
  out.is_known = q && std::abs(q->value - 1) < 1e-12;
  if (out.is_known) out.measure = *q;
  return out;
}

std::size_t number_with_unit(std::string_view rest) {
  if (rest.empty() || !((rest[0] >= '0' && rest[0] <= '9') || rest[0] == '.')) return 0;
  std::size_t n = quantity_length(rest);
  // A word behind the number may be a column: as much of it as is a unit.
  while (n > 0 && !read_quantity(rest.substr(0, n))) {
    const std::size_t cut = rest.substr(0, n).find_last_of(" /*(");
    if (cut == std::string_view::npos || cut == 0) return n;
    n = cut;
    while (n > 0 && (rest[n - 1] == ' ' || rest[n - 1] == '/' || rest[n - 1] == '*')) --n;
  }
  return n;
}

Result<Term> number_term(std::string_view text, std::size_t rows, const std::string& place) {
  const auto q = read_quantity(text);
  if (!q) {
    Error e = q.error();
    e.location = place;
    return e;
  }
  const bool has_unit = text.find_first_not_of("0123456789.eE+-") != std::string_view::npos;
  if (!has_unit) return bare_term(q->value, rows);
  Term out{.values = std::vector(rows, q->value), .measure = *q};
  out.unit = unit_text(*q);
  return out;
}

Result<Term> evaluate_terms(std::string_view text, const TermWords& words, const std::string& place,
                            Functions functions, LostValue* lost) {
  return Evaluation(text, words, place, functions, lost).run();
}

std::vector<std::string> term_functions() {
  std::vector<std::string> out;
  for (const Function& f : kFunctions) out.push_back(std::string(f.name) + "()");
  return out;
}

}  // namespace scree::run
