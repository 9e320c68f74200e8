#include "base/quantity_expression.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <span>

#include "base/exact_math.hpp"
#include "base/quantity_algebra.hpp"
#include "base/words.hpp"

namespace scree {
namespace {

using Kind = ExpressionStep::Kind;

struct Operand {
  Quantity q;
  TextPart at;
};
using Arguments = std::span<const Operand>;
using Answer = QuantityOutcome;

Answer wrong(TextPart at, std::string code, std::string message, std::string hint = {}) {
  return {std::nullopt, {at, {std::move(code), std::move(message), "", std::move(hint)}}};
}
Answer right(double value, Dimension dim = {}, int cycles = 0) {
  return {Quantity{value, dim, cycles}, {}};
}

// Sums and comparisons: one dimension, and not an angular velocity with a frequency.
std::optional<Answer> unlike(const Operand& a, const Operand& b, std::string_view doing) {
  const bool rates = differ_as_rates(a.q, b.q);
  if (same_measure(a.q, b.q) && !rates) return std::nullopt;
  const bool plain = is_plain(a.q) != is_plain(b.q);
  const Operand& bare = is_plain(a.q) ? a : b;
  return wrong(plain ? bare.at : b.at, "E0123",
               std::string(doing) + " " + measure_word(a.q) + " and " + measure_word(b.q),
               plain   ? "give the number a unit: 3 mm, not 3"
               : rates ? "a cycle is 2 * pi of angle"
                       : "");
}
Quantity like_both(const Quantity& a, const Quantity& b, double value) {
  return {value, a.dim.angle != 0 ? a.dim : b.dim, a.cycles != 0 ? a.cycles : b.cycles};
}

struct QuantityFunction {
  std::string_view name;
  std::size_t least, most;
  Answer (*value)(Arguments, TextPart);
};

// Arguments of no dimension; angles are such.
std::optional<Answer> not_plain(Arguments x, std::string_view name) {
  for (const Operand& o : x)
    if (!is_plain(o.q))
      return wrong(
          o.at, "E0123",
          std::string(name) + "() takes a plain number or an angle, not " + measure_word(o.q),
          "divide it by another one of its kind");
  return std::nullopt;
}
template <double (*F)(double)>
Answer plain_function(Arguments x, TextPart at, std::string_view name) {
  (void)at;
  if (auto e = not_plain(x, name)) return *e;
  return right(F(x[0].q.value));
}
double rounded(double v) {  // halves up; v + 0.5 would be rounded itself
  const double below = std::floor(v);
  return v - below >= 0.5 ? below + 1 : below;
}
double floor_of(double v) { return std::floor(v); }
double ceil_of(double v) { return std::ceil(v); }
double arc_tangent(double v) { return exact::atan2(v, 1); }

Answer square_root(Arguments x, TextPart) {
  const Quantity& q = x[0].q;
  if (q.value < 0) return wrong(x[0].at, "E0124", "sqrt() of a negative value");
  auto out = powered(q, 0.5);
  if (!out)
    return wrong(x[0].at, "E0123", "sqrt() of " + measure_word(q) + " has no unit",
                 "of an area it is a length");
  out->value = std::sqrt(q.value);
  return {out, {}};
}
Answer absolute(Arguments x, TextPart) {
  Quantity q = x[0].q;
  q.value = std::abs(q.value);
  return {q, {}};
}
template <bool Greatest>
Answer extreme(Arguments x, TextPart) {
  Operand out = x[0];
  for (const Operand& o : x.subspan(1)) {
    if (auto e = unlike(out, o, Greatest ? "max() of" : "min() of")) return *e;
    const bool other = Greatest ? o.q.value > out.q.value : o.q.value < out.q.value;
    out.q = like_both(out.q, o.q, other ? o.q.value : out.q.value);
  }
  return {out.q, {}};
}
Answer two_argument_angle(Arguments x, TextPart) {
  if (auto e = unlike(x[0], x[1], "atan2() of")) return *e;
  return right(exact::atan2(x[0].q.value, x[1].q.value), dim::angle);
}
Answer hypotenuse(Arguments x, TextPart) {
  if (auto e = unlike(x[0], x[1], "hypot() of")) return *e;
  return {like_both(x[0].q, x[1].q, exact::hypot(x[0].q.value, x[1].q.value)), {}};
}
Answer logarithm(Arguments x, TextPart at) {
  if (is_plain(x[0].q) && !(x[0].q.value > 0))
    return wrong(x[0].at, "E0124", "log() of what is not greater than 0");
  return plain_function<exact::log>(x, at, "log");
}

constexpr QuantityFunction kFunctions[] = {
    {"abs", 1, 1, absolute},
    {"atan", 1, 1,
     [](Arguments x, TextPart) {
       if (auto e = not_plain(x, "atan")) return *e;
       return right(arc_tangent(x[0].q.value), dim::angle);
     }},
    {"atan2", 2, 2, two_argument_angle},
    {"ceil", 1, 1, [](Arguments x, TextPart at) { return plain_function<ceil_of>(x, at, "ceil"); }},
    {"cos", 1, 1,
     [](Arguments x, TextPart at) { return plain_function<exact::cos>(x, at, "cos"); }},
    {"exp", 1, 1,
     [](Arguments x, TextPart at) { return plain_function<exact::exp>(x, at, "exp"); }},
    {"floor", 1, 1,
     [](Arguments x, TextPart at) { return plain_function<floor_of>(x, at, "floor"); }},
    {"hypot", 2, 2, hypotenuse},
    {"log", 1, 1, logarithm},
    {"max", 1, 64, extreme<true>},
    {"min", 1, 64, extreme<false>},
    {"round", 1, 1,
     [](Arguments x, TextPart at) { return plain_function<rounded>(x, at, "round"); }},
    {"sin", 1, 1,
     [](Arguments x, TextPart at) { return plain_function<exact::sin>(x, at, "sin"); }},
    {"sqrt", 1, 1, square_root},
    {"tan", 1, 1,
     [](Arguments x, TextPart at) { return plain_function<exact::tan>(x, at, "tan"); }},
};

const QuantityFunction* find_function(std::string_view name) {
  for (const QuantityFunction& f : kFunctions)
    if (f.name == name) return &f;
  return nullptr;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  const std::string near = nearest_word(word, known);
  return near.empty() ? std::string() : "did you mean `" + near + "`?";
}

// Bytes of "{name}" at the start, 0 where it is not closed.
std::size_t braces_length(std::string_view rest) {
  const std::size_t close = rest.find_first_of("{}", 1);
  return close == std::string_view::npos || rest[close] != '}' ? 0 : close + 1;
}

std::size_t value_length(std::string_view rest) {
  if (rest.starts_with('{')) return braces_length(rest);
  if (const std::size_t n = quantity_length(rest)) return n;
  return called_function(rest).empty() ? leading_word(rest).size() : 0;
}

class QuantityEvaluation {
 public:
  QuantityEvaluation(std::string_view text, const QuantityNames& names)
      : text_(text), names_(names) {}

  QuantityOutcome run() {
    if (auto fault = unbalanced()) return *fault;
    const ExpressionReading reading =
        read_expression(text_, {value_length, "a number, a name in braces or `(`"});
    if (!reading.faults.empty()) return unreadable(reading.faults.front());
    for (const ExpressionStep& step : reading.steps) {
      Answer a = apply(step);
      if (!a.value) return a;
      Quantity q = with_cycles_cancelled(*a.value);
      const TextPart at = covered(step);
      if (too_large(q)) return wrong(at, "E0123", "the power of a unit is too large");
      if (!std::isfinite(q.value)) return wrong(at, "E0124", "`" + part(at) + "` is not finite");
      stack_.resize(stack_.size() - taken(step));
      stack_.push_back({q, at});
    }
    return {stack_.back().q, {}};
  }

 private:
  std::string part(TextPart at) const {
    return std::string(text_.substr(at.begin, at.end - at.begin));
  }
  static std::size_t taken(const ExpressionStep& s) {
    return s.kind == Kind::value    ? 0
           : s.kind == Kind::negate ? 1
           : s.kind == Kind::call   ? s.arguments
                                    : 2;
  }
  // An operation with what it acts on.
  TextPart covered(const ExpressionStep& s) const {
    TextPart at = s.at;
    if (s.kind == Kind::call) at.end = s.end;
    for (std::size_t k = stack_.size() - taken(s); k < stack_.size(); ++k)
      at = {std::min(at.begin, stack_[k].at.begin), std::max(at.end, stack_[k].at.end)};
    return at;
  }

  std::optional<QuantityOutcome> unbalanced() const {
    if (trimmed(text_).empty())
      return wrong({0, text_.size()}, "E0120", "the expression is empty",
                   "a number with its unit, or a name in braces: \"{outlet} / 2\"");
    std::size_t open = std::string_view::npos;
    for (std::size_t k = 0; k < text_.size(); ++k) {
      const bool inside = open != std::string_view::npos;
      if (text_[k] == '{' && !inside)
        open = k;
      else if (text_[k] == '{')
        return wrong({open, open + 1}, "E0120", "`{` is not closed", "close it: {name}");
      else if (text_[k] == '}' && !inside)
        return wrong({k, k + 1}, "E0120", "`}` without a `{` before it", "write {name}");
      else if (text_[k] == '}')
        open = std::string_view::npos;
    }
    if (open != std::string_view::npos)
      return wrong({open, open + 1}, "E0120", "`{` is not closed", "close it: {name}");
    return std::nullopt;
  }

  QuantityOutcome unreadable(const ExpressionFault& f) const {
    const std::string_view rest = text_.substr(f.at.begin);
    const bool comma = rest.size() > 1 && rest[0] == ',' && rest[1] >= '0' && rest[1] <= '9';
    if (comma)
      return wrong({f.at.begin, f.at.begin + 1}, "E0120", "a decimal comma",
                   "write a point: 0.5, not 0,5");
    if (rest.empty())
      return wrong({text_.size() - 1, text_.size()}, "E0120",
                   "the expression ends where " + f.wanted + " is expected");
    std::size_t length = std::max<std::size_t>(1, leading_word(rest).size());
    while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80)
      ++length;  // a whole character
    const std::string_view word = leading_word(rest);
    const bool is_unit = !word.empty() && read_quantity("1 " + std::string(word)).ok();
    const bool two_values =
        f.wanted.starts_with("an operator") && (value_length(rest) > 0 || rest[0] == '(');
    return wrong(
        {f.at.begin, f.at.begin + length}, "E0120",
        f.wanted + " is expected where `" + std::string(rest.substr(0, length)) + "` stands",
        rest[0] == '$' ? "names stand in braces alone: {width}"
        : is_unit      ? "a unit stands behind a number: * 1 " + std::string(word)
        : two_values   ? "a product needs its sign: 2 * {width}"
                       : "");
  }

  Answer apply(const ExpressionStep& step) {
    const std::size_t n = stack_.size();
    switch (step.kind) {
      case Kind::value:
        return value(step.at);
      case Kind::negate: {
        Quantity q = stack_[n - 1].q;
        q.value = -q.value;
        return {q, {}};
      }
      case Kind::call:
        return call(step);
      case Kind::power:
        return power(stack_[n - 2], stack_[n - 1], step.at);
      case Kind::add:
      case Kind::subtract:
        return sum(stack_[n - 2], stack_[n - 1], step.kind == Kind::subtract);
      default:
        return product(stack_[n - 2], stack_[n - 1], step.kind == Kind::divide);
    }
  }

  Answer value(TextPart at) const {
    const std::string_view text = text_.substr(at.begin, at.end - at.begin);
    if (text.starts_with('{')) return named(at, trimmed(text.substr(1, text.size() - 2)));
    if (text == "pi") return right(std::numbers::pi, dim::angle);
    if (quantity_length(text) == 0) return bare_word(at, text);
    auto q = read_quantity(text);
    if (q) return {*q, {}};
    Error e = q.error();
    // What looks like an unknown unit may be a name: "2 pi", "2 outlet".
    const std::string_view word = leading_word(trimmed(text.substr(number_length(text))));
    if (word == "pi" || names_(word).value)
      e.hint = "a product needs its sign: " + std::string(text.substr(0, number_length(text))) +
               " * " + (word == "pi" ? "pi" : "{" + std::string(word) + "}");
    return {std::nullopt, {at, std::move(e)}};
  }
  static std::size_t number_length(std::string_view text) {
    return std::min(text.find_first_not_of("0123456789.eE+-"), text.size());
  }

  Answer named(TextPart at, std::string_view name) const {
    if (name.empty())
      return wrong(at, "E0120", "no name stands between the braces", "write {name}");
    const NamedQuantity found = names_(name);
    if (found.value) return {found.value, {}};
    return {std::nullopt, {at, found.error.value_or(Error{})}};
  }

  Answer bare_word(TextPart at, std::string_view word) const {
    if (names_(word).value)
      return wrong(at, "E0121", "the name `" + std::string(word) + "` stands without braces",
                   "write {" + std::string(word) + "}");
    if (find_function(word))
      return wrong(at, "E0126", "`" + std::string(word) + "` is a function and takes values",
                   "write " + std::string(word) + "(...)");
    return wrong(at, "E0121", "there is nothing called `" + std::string(word) + "`",
                 "names of [let] stand in braces: {name}; the only word without them is pi");
  }

  Answer call(const ExpressionStep& step) const {
    const std::string name = part(step.at);
    const QuantityFunction* f = find_function(name);
    if (!f) {
      const std::vector<std::string> known = quantity_functions();
      const std::string near = did_you_mean(name, known);
      return wrong(step.at, "E0126", "there is no function `" + name + "`",
                   near.empty() ? "known: " + list_words(known, 40) : near);
    }
    const std::size_t n = step.arguments;
    if (n < f->least || n > f->most)
      return wrong(step.at, "E0126",
                   name + "() takes " + std::to_string(f->least) +
                       (f->most > f->least ? " or more values"
                        : f->most == 1     ? " value"
                                           : " values") +
                       ", not " + std::to_string(n));
    return f->value(Arguments(stack_).last(n), step.at);
  }

  Answer sum(const Operand& a, const Operand& b, bool subtract) const {
    if (auto e = unlike(a, b, subtract ? "the difference of" : "the sum of")) return *e;
    const double v = subtract ? a.q.value - b.q.value : a.q.value + b.q.value;
    return {like_both(a.q, b.q, v), {}};
  }

  Answer product(const Operand& a, const Operand& b, bool divide) const {
    if (divide && b.q.value == 0)
      return wrong(b.at, "E0124", "division by zero: `" + part(b.at) + "` is 0");
    Quantity q = divide ? over_dimension(a.q, b.q) : times_dimension(a.q, b.q);
    q.value = divide ? a.q.value / b.q.value : a.q.value * b.q.value;
    return {q, {}};
  }

  Answer power(const Operand& a, const Operand& b, TextPart at) const {
    if (!is_plain(b.q))
      return wrong(b.at, "E0123", "a power must be a plain number, not " + measure_word(b.q));
    auto out = powered(a.q, b.q.value);
    if (!out)
      return wrong(
          at, "E0123",
          measure_word(a.q) + " to the power of " + number_text(b.q.value) + " has no unit",
          "powers of units are whole");
    if (a.q.value == 0 && b.q.value < 0)
      return wrong(a.at, "E0124", "zero to a negative power: `" + part(a.at) + "` is 0");
    if (a.q.value < 0 && b.q.value != std::floor(b.q.value))
      return wrong(a.at, "E0124", "a root of a negative value: `" + part(a.at) + "` is below 0");
    out->value = exact::pow(a.q.value, b.q.value);
    return {out, {}};
  }

  std::string_view text_;
  const QuantityNames& names_;
  std::vector<Operand> stack_;
};

}  // namespace

std::vector<std::string> quantity_functions() {
  std::vector<std::string> out;
  for (const QuantityFunction& f : kFunctions) out.emplace_back(f.name);
  return out;
}

bool looks_like_expression(std::string_view text) {
  if (text.find_first_of("{}") != std::string_view::npos) return true;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const std::string_view word = leading_word(text.substr(k));
    if (word.empty()) continue;
    if (find_function(word) && called_function(text.substr(k)) == word) return true;
    k += word.size() - 1;
  }
  return false;
}

std::vector<std::string> names_in_braces(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t k = text.find('{'); k != std::string_view::npos; k = text.find('{', k + 1))
    if (const std::size_t n = braces_length(text.substr(k)))
      out.emplace_back(trimmed(text.substr(k + 1, n - 2)));
  return out;
}

QuantityOutcome evaluate_quantity(std::string_view text, const QuantityNames& names) {
  return QuantityEvaluation(text, names).run();
}

}  // namespace scree
