#include "run/plots/column_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numbers>

#include "base/expression.hpp"
#include "base/words.hpp"

namespace scree::run {
namespace {

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Columns by their names, numbers with and without units.
class ColumnWords {
 public:
  ColumnWords(const DataTable& table, const std::string& place) : table_(table), place_(place) {}

  TermWords words() const {
    return {[this](std::string_view rest) { return value_length(rest); },
            [this](std::string_view value) { return term(value); }};
  }

 private:
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
    if (const std::size_t n = number_with_unit(rest)) return n;
    if (const std::size_t c = column_here(rest); c < table_.names.size())
      return table_.names[c].size();
    if (!called_function(rest).empty()) return 0;
    std::size_t n = 0;
    while (n < rest.size() && in_name(rest[n])) ++n;
    return n;  // a column that is not there
  }
  Result<Term> term(std::string_view text) const {
    if (number_with_unit(text) > 0) return number_term(text, table_.rows(), place_);
    if (text == "pi" && table_.column(text) < 0) return bare_term(std::numbers::pi, table_.rows());
    const auto column = column_called(table_, std::string(text), place_);
    if (!column) return column.errors();
    return term_in(table_.numbers(*column), table_.unit(*column));
  }

  const DataTable& table_;
  const std::string& place_;
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
    return TableCurve{table.numbers(*column), table.unit(*column), {}};
  }
  TableCurve out;
  auto term =
      evaluate_terms(text, ColumnWords(table, place).words(), place, Functions::exact, &out.lost);
  if (!term) return term.errors();
  out.values = std::move(term->values), out.unit = std::move(term->unit);
  return out;
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
