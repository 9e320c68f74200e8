#include "run/plots/column_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

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

class ExpressionReader {
 public:
  ExpressionReader(const DataTable& table, std::string_view text, const std::string& place)
      : table_(table), text_(text), place_(place) {}

  Result<TableCurve> read() {
    const Term t = sum();
    skip_blanks();
    if (!error_ && at_ < text_.size()) fail("an operator (+ - * /)");
    if (error_) return *error_;
    return TableCurve{t.values, t.unit};
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool takes(char c) {
    skip_blanks();
    if (error_ || at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void fail(const std::string& wanted) {
    if (error_) return;
    error_ =
        Error{"E0488",
              at_ < text_.size() ? fmt::format("`{}`: {} is expected where `{}` begins", text_,
                                               wanted, text_.substr(at_, 20))
                                 : fmt::format("`{}`: {} is missing at the end", text_, wanted),
              place_, "columns and numbers with + - * / ( ) and abs()"};
  }

  Term combine(Term a, const Term& b, char op) const {
    for (std::size_t k = 0; k < a.values.size(); ++k) {
      double& v = a.values[k];
      const double w = b.values[k];
      v = op == '+' ? v + w : op == '-' ? v - w : op == '*' ? v * w : v / w;
    }
    const bool sum = op == '+' || op == '-';
    if (sum)
      a.unit = a.unit == b.unit || b.literal ? a.unit : a.literal ? b.unit : "";
    else
      a.unit.clear();  // that of a ratio of equals, and else not one that has a name here
    a.literal = a.literal && b.literal;
    return a;
  }
  Term sum() {
    Term t = product();
    for (;;) {
      const char op = takes('+') ? '+' : takes('-') ? '-' : 0;
      if (op == 0) return t;
      t = combine(std::move(t), product(), op);
    }
  }
  Term product() {
    Term t = factor();
    for (;;) {
      const char op = takes('*') ? '*' : takes('/') ? '/' : 0;
      if (op == 0) return t;
      t = combine(std::move(t), factor(), op);
    }
  }
  Term factor() {
    // Every level of parentheses or signs is a call: no text may exhaust the stack.
    if (++depth_ > 200) fail("an expression that is less deep");
    Term t = error_ ? nothing() : plain_factor();
    --depth_;
    return t;
  }
  Term plain_factor() {
    if (takes('-')) {
      Term t = factor();
      for (double& v : t.values) v = -v;
      return t;
    }
    if (takes('(')) {
      Term t = sum();
      if (!takes(')')) fail("`)`");
      return t;
    }
    skip_blanks();
    if (auto number = literal()) return {std::vector(table_.rows(), *number), "", true};
    return named();
  }
  std::optional<double> literal() {
    double v = 0;
    if (at_ >= text_.size() ||
        !(std::isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.'))
      return std::nullopt;
    const auto r = std::from_chars(text_.data() + at_, text_.data() + text_.size(), v);
    if (r.ec != std::errc{}) return std::nullopt;
    at_ = static_cast<std::size_t>(r.ptr - text_.data());
    return v;
  }
  // The longest column that stands here; names may have blanks and dashes in them.
  Term named() {
    std::size_t best = table_.names.size(), length = 0;
    for (std::size_t c = 0; c < table_.names.size(); ++c) {
      const std::string& n = table_.names[c];
      const std::size_t end = at_ + n.size();
      if (n.size() > length && text_.substr(at_).starts_with(n) &&
          (end >= text_.size() || !in_name(text_[end])))
        best = c, length = n.size();
    }
    if (length > 0) {
      at_ += length;
      return {table_.numbers(best), table_.unit(best), false};
    }
    std::size_t end = at_;
    while (end < text_.size() && in_name(text_[end])) ++end;
    const std::string word(text_.substr(at_, end - at_));
    if (word == "abs" && text_.substr(end).starts_with("(")) {
      at_ = end + 1;
      Term t = sum();
      for (double& v : t.values) v = std::abs(v);
      if (!takes(')')) fail("`)`");
      return t;
    }
    if (word.empty()) {
      fail("a column or a number");
    } else if (!error_) {
      error_ = column_called(table_, word, place_).error();
    }
    return nothing();
  }
  Term nothing() const { return {std::vector<double>(table_.rows()), "", true}; }

  const DataTable& table_;
  std::string_view text_;
  std::string place_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<Error> error_;
};

bool is_expression(const std::string& text) {
  return text.find_first_of("+-*/()") != std::string::npos;
}

}  // namespace

Result<TableCurve> curve_of(const DataTable& table, const std::string& text,
                            const std::string& place) {
  if (table.column(text) >= 0 || !is_expression(text)) {
    const auto column = column_called(table, text, place);
    if (!column) return column.errors();
    return TableCurve{table.numbers(*column), table.unit(*column)};
  }
  return ExpressionReader(table, text, place).read();
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
