#include "run/plots/column_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/exact_math.hpp"
#include "base/expression.hpp"
#include "base/words.hpp"

namespace scree::run {
namespace {

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

struct Term {
  std::vector<double> values;
  std::string unit;
  bool literal = false;  // a number of the text: its unit is not known
};

// A number without a unit at the start of the text: its bytes, or 0.
std::size_t number_length(std::string_view rest) {
  double v = 0;
  if (rest.empty() || !(std::isdigit(static_cast<unsigned char>(rest[0])) || rest[0] == '.'))
    return 0;
  const auto r = std::from_chars(rest.data(), rest.data() + rest.size(), v);
  return r.ec != std::errc{} ? 0 : static_cast<std::size_t>(r.ptr - rest.data());
}

using Kind = ExpressionStep::Kind;

class ColumnExpression {
 public:
  ColumnExpression(const DataTable& table, std::string_view text, const std::string& place)
      : table_(table), text_(text), place_(place) {}

  Result<TableCurve> work_out() {
    const auto length = [this](std::string_view rest) { return value_length(rest); };
    const ExpressionReading reading = read_expression(text_, {length, "a column or a number"});
    if (!reading.faults.empty()) return unreadable(reading.faults.front());
    for (const ExpressionStep& step : reading.steps)
      if (auto error = apply(step)) return *error;
    return TableCurve{stack_.back().values, stack_.back().unit};
  }

 private:
  Error unreadable(const ExpressionFault& f) const {
    return {"E0488",
            f.at.begin < text_.size()
                ? fmt::format("`{}`: {} is expected where `{}` begins", text_, f.wanted,
                              text_.substr(f.at.begin, 20))
                : fmt::format("`{}`: {} is missing at the end", text_, f.wanted),
            place_, "columns and numbers with + - * / ^ ( ) and abs()"};
  }

  // The longest column that stands here; names may have blanks and dashes in them.
  std::size_t column_here(std::string_view rest) const {
    std::size_t best = table_.names.size(), length = 0;
    for (std::size_t c = 0; c < table_.names.size(); ++c) {
      const std::size_t n = table_.names[c].size();
      if (n > length && rest.starts_with(table_.names[c]) &&
          (n >= rest.size() || !in_name(rest[n])))
        best = c, length = n;
    }
    return best;
  }
  std::size_t value_length(std::string_view rest) const {
    if (const std::size_t n = number_length(rest)) return n;
    if (const std::size_t c = column_here(rest); c < table_.names.size())
      return table_.names[c].size();
    if (rest.starts_with("abs(")) return 0;
    std::size_t n = 0;
    while (n < rest.size() && in_name(rest[n])) ++n;
    return n;  // a column that is not there
  }

  std::optional<Error> apply(const ExpressionStep& step) {
    if (step.kind == Kind::value) return value(step.at);
    if (step.kind == Kind::negate) {
      for (double& v : stack_.back().values) v = -v;
    } else if (step.kind == Kind::call) {
      if (step.arguments != 1)
        return Error{"E0488", fmt::format("`{}`: abs() takes one value", text_), place_, ""};
      for (double& v : stack_.back().values) v = std::abs(v);
    } else {
      const Term b = std::move(stack_.back());
      stack_.pop_back();
      stack_.back() = combined(std::move(stack_.back()), b, step.kind);
    }
    return std::nullopt;
  }

  std::optional<Error> value(TextPart at) {
    const std::string_view text = text_.substr(at.begin, at.end - at.begin);
    if (number_length(text) > 0) {
      double v = 0;
      std::from_chars(text.data(), text.data() + text.size(), v);
      stack_.push_back({std::vector(table_.rows(), v), "", true});
      return std::nullopt;
    }
    const auto column = column_called(table_, std::string(text), place_);
    if (!column) return column.error();
    stack_.push_back({table_.numbers(*column), table_.unit(*column), false});
    return std::nullopt;
  }

  static Term combined(Term a, const Term& b, Kind op) {
    for (std::size_t k = 0; k < a.values.size(); ++k) {
      double& v = a.values[k];
      const double w = b.values[k];
      v = op == Kind::add        ? v + w
          : op == Kind::subtract ? v - w
          : op == Kind::multiply ? v * w
          : op == Kind::divide   ? v / w
                                 : exact::pow(v, w);
    }
    if (op == Kind::add || op == Kind::subtract)
      a.unit = a.unit == b.unit || b.literal ? a.unit : a.literal ? b.unit : "";
    else
      a.unit.clear();  // that of a ratio of equals, and else not one that has a name here
    a.literal = a.literal && b.literal;
    return a;
  }

  const DataTable& table_;
  std::string_view text_;
  std::string place_;
  std::vector<Term> stack_;
};

bool is_expression(const std::string& text) {
  return text.find_first_of("+-*/^()") != std::string::npos;
}

}  // namespace

Result<TableCurve> curve_of(const DataTable& table, const std::string& text,
                            const std::string& place) {
  if (table.column(text) >= 0 || !is_expression(text)) {
    const auto column = column_called(table, text, place);
    if (!column) return column.errors();
    return TableCurve{table.numbers(*column), table.unit(*column)};
  }
  return ColumnExpression(table, text, place).work_out();
}

Result<DataTable> rows_where(const DataTable& table, const std::string& condition,
                             const std::string& place) {
  struct Comparison {
    const char* sign;
    bool (*holds)(double, double);
  };
  static constexpr Comparison known[] = {
      {"<=", [](double a, double b) { return a <= b; }},
      {">=", [](double a, double b) { return a >= b; }},
      {"!=", [](double a, double b) { return a != b; }},
      {"==", [](double a, double b) { return a == b; }},
      {"<", [](double a, double b) { return a < b; }},
      {">", [](double a, double b) { return a > b; }},
      {"=", [](double a, double b) { return a == b; }},
  };
  for (const Comparison& c : known) {
    const std::size_t at = condition.find(c.sign);
    if (at == std::string::npos) continue;
    const std::string left(trimmed(std::string_view(condition).substr(0, at)));
    const std::string right(
        trimmed(std::string_view(condition).substr(at + std::string_view(c.sign).size())));
    // In parentheses, a number alone is an expression as well.
    const auto a = curve_of(table, table.column(left) >= 0 ? left : "(" + left + ")", place);
    const auto b = curve_of(table, table.column(right) >= 0 ? right : "(" + right + ")", place);
    if (!a) return a.errors();
    if (!b) return b.errors();
    DataTable out{table.names, {}, table.units};
    for (std::size_t k = 0; k < table.rows(); ++k)
      if (c.holds(a->values[k], b->values[k])) out.cells.push_back(table.cells[k]);
    return out;
  }
  return Error{"E0488", fmt::format("`{}` compares nothing", condition), place,
               "two expressions with <, <=, >, >=, = or != between them: \"time > 0.2\""};
}

}  // namespace scree::run
