#include "base/units.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "base/exact_math.hpp"
#include "base/words.hpp"

namespace scree {
namespace {

// To SI: value * 10^ten * scale. Powers of ten are kept apart and applied by the decimal reader, so
// that "7 mm" has the same bits as 0.007.
struct UnitSymbol {
  std::string_view symbol;
  int ten;
  double scale;
  Dimension dim;
  int cycles;  // exponent of "per cycle": Hz
  bool prefixable;
};

constexpr double kPi = std::numbers::pi;
constexpr UnitSymbol kUnits[] = {
    {"m", 0, 1, dim::length, 0, true},
    {"g", -3, 1, dim::mass, 0, true},
    {"s", 0, 1, dim::time, 0, true},
    {"N", 0, 1, dim::force, 0, true},
    {"Pa", 0, 1, dim::pressure, 0, true},
    {"J", 0, 1, dim::energy, 0, true},
    {"W", 0, 1, {2, 1, -3}, 0, true},
    {"Hz", 0, 1, dim::frequency, 1, true},
    {"bar", 5, 1, dim::pressure, 0, true},
    {"L", -3, 1, dim::volume, 0, true},
    {"l", -3, 1, dim::volume, 0, true},
    {"t", 3, 1, dim::mass, 0, false},
    {"min", 0, 60, dim::time, 0, false},
    {"h", 0, 3600, dim::time, 0, false},
    {"in", 0, 0.0254, dim::length, 0, false},
    {"ft", 0, 0.3048, dim::length, 0, false},
    {"rad", 0, 1, dim::angle, 0, true},
    {"deg", 0, kPi / 180, dim::angle, 0, false},
    {"°", 0, kPi / 180, dim::angle, 0, false},
    {"rpm", 0, 2 * kPi / 60, dim::angular_velocity, 0, false},
    {"%", -2, 1, dim::none, 0, false},
};

struct Prefix {
  std::string_view symbol;
  int ten;
};
constexpr Prefix kPrefixes[] = {{"n", -9}, {"u", -6}, {"µ", -6}, {"μ", -6}, {"m", -3},
                                {"c", -2}, {"d", -1}, {"k", 3},  {"M", 6},  {"G", 9}};

// Words that people write for a unit, for the hint only.
struct Spelling {
  std::string_view word, unit;
};
constexpr Spelling kSpellings[] = {
    {"meter", "m"},       {"meters", "m"},       {"metre", "m"},        {"metres", "m"},
    {"millimeter", "mm"}, {"millimeters", "mm"}, {"millimetre", "mm"},  {"millimetres", "mm"},
    {"centimeter", "cm"}, {"centimeters", "cm"}, {"centimetre", "cm"},  {"centimetres", "cm"},
    {"micron", "um"},     {"microns", "um"},     {"micrometer", "um"},  {"micrometre", "um"},
    {"inch", "in"},       {"inches", "in"},      {"foot", "ft"},        {"feet", "ft"},
    {"gram", "g"},        {"grams", "g"},        {"kilogram", "kg"},    {"kilograms", "kg"},
    {"kgs", "kg"},        {"ton", "t"},          {"tonne", "t"},        {"tons", "t"},
    {"sec", "s"},         {"secs", "s"},         {"second", "s"},       {"seconds", "s"},
    {"msec", "ms"},       {"usec", "us"},        {"minute", "min"},     {"minutes", "min"},
    {"hour", "h"},        {"hours", "h"},        {"hr", "h"},           {"degree", "deg"},
    {"degrees", "deg"},   {"radian", "rad"},     {"radians", "rad"},    {"newton", "N"},
    {"newtons", "N"},     {"pascal", "Pa"},      {"hertz", "Hz"},       {"joule", "J"},
    {"percent", "%"},     {"millisecond", "ms"}, {"milliseconds", "ms"}};

struct Unit {
  double scale = 1;
  int ten = 0, m = 0, kg = 0, s = 0, angle = 0, cycles = 0;
};

Unit unit_of(const UnitSymbol& u, int prefix) {
  return {u.scale, u.ten + prefix, u.dim.m, u.dim.kg, u.dim.s, u.dim.angle, u.cycles};
}

Unit powered(const Unit& u, int p) {
  Unit r{1, u.ten * p, u.m * p, u.kg * p, u.s * p, u.angle * p, u.cycles * p};
  for (int k = 0; k < std::abs(p); ++k) r.scale *= u.scale;
  if (p < 0) r.scale = 1 / r.scale;
  return r;
}

Unit product(const Unit& a, const Unit& b) {
  return {a.scale * b.scale, a.ten + b.ten,     a.m + b.m,          a.kg + b.kg,
          a.s + b.s,         a.angle + b.angle, a.cycles + b.cycles};
}

// value * 10^ten through the decimal reader: correctly rounded.
double times_ten(double value, int ten) {
  if (ten == 0 || value == 0) return value;
  const std::string text = number_text(value);
  const std::size_t e = text.find('e');
  const int own = e == std::string::npos ? 0 : std::atoi(text.c_str() + e + 1);
  const std::string joined = text.substr(0, e) + "e" + std::to_string(own + ten);
  double out = 0;
  const auto r = std::from_chars(joined.data(), joined.data() + joined.size(), out);
  // Out of range: let the product over- or underflow.
  return r.ec == std::errc{} ? out : value * exact::pow(10.0, ten);
}

std::optional<Unit> find_unit(std::string_view symbol) {
  for (const UnitSymbol& u : kUnits)
    if (u.symbol == symbol) return unit_of(u, 0);
  for (const Prefix& p : kPrefixes) {
    if (!symbol.starts_with(p.symbol)) continue;
    for (const UnitSymbol& u : kUnits)
      if (u.prefixable && symbol.substr(p.symbol.size()) == u.symbol) return unit_of(u, p.ten);
  }
  return std::nullopt;
}

std::string unit_hint(std::string_view symbol) {
  for (const Spelling& s : kSpellings)
    if (edit_distance(symbol, s.word) <= (s.word.size() > 5 ? 1 : 0))
      return "write `" + std::string(s.unit) + "`";
  std::vector<std::string> known;
  for (const UnitSymbol& u : kUnits) {
    known.emplace_back(u.symbol);
    if (!u.prefixable) continue;
    for (const Prefix& p : kPrefixes)
      known.push_back(std::string(p.symbol) + std::string(u.symbol));
  }
  const std::string near = symbol.size() > 1 ? nearest_word(symbol, known) : std::string();
  if (!near.empty()) return "did you mean `" + near + "`?";
  return "known: m g s N Pa J W Hz bar L with n u m c d k M G; t min h in ft deg rad rpm %";
}

// A cursor over the text after the number; errors are kept in `error`.
class UnitParser {
 public:
  UnitParser(std::string_view whole, std::string_view rest) : whole_(whole), rest_(rest) {}

  std::optional<Unit> parse() {
    const auto u = expression(0);
    if (u && !rest_.empty()) return fail("cannot read `" + std::string(rest_) + "`", "");
    return u;
  }
  Error error() const { return error_; }

 private:
  static constexpr int kDeepest = 20;

  std::optional<Unit> fail(const std::string& what, const std::string& hint) {
    error_ = {"E0111", "\"" + std::string(whole_) + "\": " + what, "", hint};
    return std::nullopt;
  }
  bool skip(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void blanks() {
    while (skip(" ") || skip("\t") || skip(" ")) {
    }
  }

  std::optional<Unit> expression(int depth) {
    if (depth > kDeepest) return fail("too many parentheses", "");
    auto u = factor(depth);
    while (u) {
      blanks();
      if (rest_.empty() || rest_.front() == ')') break;
      const bool divide = skip("/");
      if (!divide) (void)(skip("*") || skip("·") || skip("⋅"));
      blanks();
      const auto next = factor(depth);
      if (!next) return std::nullopt;
      u = product(*u, divide ? powered(*next, -1) : *next);
    }
    return u;
  }

  std::optional<Unit> factor(int depth) {
    std::optional<Unit> u;
    if (skip("(")) {
      blanks();
      u = expression(depth + 1);
      if (!u) return u;
      blanks();
      if (!skip(")")) return fail("a `)` is missing", "");
    } else if (skip("1")) {
      u = Unit{};
    } else {
      const std::string_view symbol = take_symbol();
      if (symbol.empty())
        return fail(rest_.empty() ? "the unit ends too early"
                                  : "cannot read `" + std::string(rest_) + "` as a unit",
                    "");
      u = find_unit(symbol);
      if (!u) return fail("unknown unit `" + std::string(symbol) + "`", unit_hint(symbol));
    }
    return with_power(*u);
  }

  std::string_view take_symbol() {
    std::size_t n = 0;
    while (n < rest_.size() && is_symbol_byte(n)) ++n;
    const std::string_view s = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return s;
  }
  // Letters, %, and bytes of non-ASCII letters other than the operators and superscripts.
  bool is_symbol_byte(std::size_t n) const {
    const auto c = static_cast<unsigned char>(rest_[n]);
    if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%';
    for (const std::string_view stop : {"·", "⋅", "²", "³", "¹", "⁻", " "}) {
      for (std::size_t k = 0; k < stop.size(); ++k)
        if (n >= k && rest_.substr(n - k).starts_with(stop)) return false;
    }
    return true;
  }

  std::optional<Unit> with_power(const Unit& u) {
    const bool caret = skip("^") || skip("**");
    int sign = skip("⁻") ? -1 : 1;
    if (skip("²")) return powered(u, 2 * sign);
    if (skip("³")) return powered(u, 3 * sign);
    if (skip("¹")) return powered(u, sign);
    const bool digit = !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9';
    const bool negative = rest_.size() > 1 && rest_[0] == '-' && rest_[1] >= '0' && rest_[1] <= '9';
    if (!digit && !negative) {
      if (caret || sign < 0) return fail("`^` needs a whole number after it", "");
      return u;
    }
    int p = 0;
    const auto r = std::from_chars(rest_.data(), rest_.data() + rest_.size(), p);
    if (r.ec != std::errc{} || std::abs(p) > 9) return fail("the power is too large", "");
    rest_.remove_prefix(static_cast<std::size_t>(r.ptr - rest_.data()));
    return powered(u, p);
  }

  std::string_view whole_, rest_;
  Error error_;
};

struct Named {
  Dimension dim;
  std::string_view unit, word;
};
constexpr Named kNamed[] = {
    {dim::none, "", "a plain number"},
    {dim::length, "m", "a length"},
    {dim::area, "m^2", "an area"},
    {dim::volume, "m^3", "a volume"},
    {dim::mass, "kg", "a mass"},
    {dim::time, "s", "a time"},
    {dim::frequency, "Hz", "a frequency"},
    {dim::angle, "rad", "an angle"},
    {dim::angular_velocity, "rad/s", "an angular velocity"},
    {dim::velocity, "m/s", "a velocity"},
    {dim::acceleration, "m/s^2", "an acceleration"},
    {dim::force, "N", "a force"},
    {dim::torque, "N m", "an energy or torque"},
    {dim::pressure, "Pa", "a pressure"},
    {dim::density, "kg/m^3", "a density"},
    {dim::stiffness, "N/m", "a stiffness"},
    {dim::damping, "kg/s", "a damping (N s/m) or mass flow"},
    {dim::rotational_damping, "N m s", "a rotational damping"},
};

Error wrong_dimension(std::string_view text, Dimension found, Dimension expected) {
  std::string m = "\"" + std::string(text) + "\" is " + dimension_word(found);
  m += ", but " + dimension_word(expected) + " is expected";
  const std::string unit = si_unit(expected);
  return {"E0112", m, "", unit.empty() ? "write it without a unit" : "give it in " + unit};
}

// The number at the start, with an optional "x 10^n"; advances `rest` behind it.
std::optional<double> take_number(std::string_view& rest) {
  if (rest.starts_with('+')) rest.remove_prefix(1);
  double value = 0;
  const auto r = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (r.ec != std::errc{} || !std::isfinite(value)) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(r.ptr - rest.data()));

  std::string_view tail = rest;
  const auto skip = [&tail](std::string_view t) {
    return tail.starts_with(t) ? (tail.remove_prefix(t.size()), true) : false;
  };
  while (skip(" ")) {
  }
  if (!skip("×") && !skip("x") && !skip("*") && !skip("·")) return value;
  while (skip(" ")) {
  }
  if (!skip("10")) return value;
  int power = 1;
  if (skip("^")) {
    (void)skip("+");
    const auto p = std::from_chars(tail.data(), tail.data() + tail.size(), power);
    if (p.ec != std::errc{}) return std::nullopt;
    tail.remove_prefix(static_cast<std::size_t>(p.ptr - tail.data()));
  } else {
    static constexpr std::string_view kSuper[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const bool negative = skip("⁻");
    int digits = 0, number = 0;
    for (bool more = true; more && digits < 4;) {
      more = false;
      for (int d = 0; d < 10 && !more; ++d)
        if (skip(kSuper[d])) number = 10 * number + d, ++digits, more = true;
    }
    if (negative && digits == 0) return std::nullopt;
    if (digits > 0) power = negative ? -number : number;
  }
  rest = tail;
  return times_ten(value, power);
}

Error not_a_number(std::string_view text, Dimension expected) {
  const std::string unit = si_unit(expected);
  const std::string example = unit.empty() ? "0.5" : "1 " + unit;
  return {"E0110", "\"" + std::string(text) + "\" does not begin with a finite number", "",
          "write " + dimension_word(expected) + " like \"" + example + "\""};
}

}  // namespace

std::string si_unit(Dimension d) {
  for (const Named& n : kNamed)
    if (n.dim == d) return std::string(n.unit);
  std::string above, below;
  const auto append = [&](std::string_view symbol, int p) {
    if (p == 0) return;
    std::string& s = p > 0 ? above : below;
    if (!s.empty()) s += ' ';
    s += symbol;
    if (std::abs(p) != 1) s += "^" + std::to_string(std::abs(p));
  };
  append("kg", d.kg);
  append("m", d.m);
  append("s", d.s);
  if (below.empty()) return above;
  const bool several = below.find(' ') != std::string::npos;
  return (above.empty() ? "1" : above) + "/" + (several ? "(" + below + ")" : below);
}

std::string dimension_word(Dimension d) {
  for (const Named& n : kNamed) {
    if (!(n.dim == d)) continue;
    const bool known = n.unit.empty() || n.word.find('(') != std::string_view::npos;
    return std::string(n.word) + (known ? "" : " (" + std::string(n.unit) + ")");
  }
  const std::string unit = si_unit(d);
  return unit.empty() ? "a plain number" : "a quantity in " + unit;
}

Result<Quantity> read_quantity(std::string_view given, Dimension expected) {
  const std::string_view text = trimmed(given);
  std::string_view rest = text;
  const auto value = take_number(rest);
  if (!value) return not_a_number(text, expected);
  if (rest.starts_with(',') && rest.size() > 1 && rest[1] >= '0' && rest[1] <= '9')
    return Error{"E0110", "\"" + std::string(text) + "\" has a decimal comma", "",
                 "write a point: 0.5, not 0,5"};
  rest = trimmed(rest);
  if (rest.empty()) return Quantity{*value, dim::none, 0};
  UnitParser parser(text, rest);
  const auto unit = parser.parse();
  if (!unit) return parser.error();
  const auto small = [](int p) { return static_cast<std::int8_t>(std::clamp(p, -99, 99)); };
  const double si = times_ten(*value, unit->ten) * unit->scale;
  if (!std::isfinite(si)) return not_a_number(text, expected);
  return Quantity{
      si, {small(unit->m), small(unit->kg), small(unit->s), small(unit->angle)}, unit->cycles};
}

std::optional<Error> wrong_quantity(std::string_view text, const Quantity& q, Dimension expected) {
  const Dimension found = q.dim;
  const bool same = found.m == expected.m && found.kg == expected.kg && found.s == expected.s;
  if (!same) return wrong_dimension(text, found, expected);
  if (expected == dim::frequency && found.angle != 0)
    return wrong_dimension(text, dim::angular_velocity, expected);
  if (expected == dim::angular_velocity && q.cycles != 0)
    return Error{"E0112",
                 "\"" + std::string(text) + "\" counts cycles, but an angular velocity is expected",
                 "", "1 Hz is 60 rpm or 6.2832 rad/s"};
  return std::nullopt;
}

Result<double> parse_quantity(std::string_view given, Dimension expected) {
  const std::string_view text = trimmed(given);
  const auto q = read_quantity(text, expected);
  if (!q) return q.errors();
  std::string_view rest = text;
  (void)take_number(rest);
  const bool dimensionless = expected.m == 0 && expected.kg == 0 && expected.s == 0;
  if (trimmed(rest).empty()) {
    if (dimensionless) return q->value;
    return Error{"E0113",
                 "\"" + std::string(text) + "\" has no unit, but " + dimension_word(expected) +
                     " is expected",
                 "",
                 "write \"" + std::string(text) + " " + si_unit(expected) + "\", or " +
                     std::string(text) + " without quotes, which is SI"};
  }
  if (auto error = wrong_quantity(text, *q, expected)) return *error;
  return q->value;
}

}  // namespace scree
