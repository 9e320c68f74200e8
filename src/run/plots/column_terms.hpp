// Columns of numbers with what they measure, and their arithmetic: a pressure times an area is a
// force.
//
// Dimensions are those of base/quantity_algebra.hpp, as for [let] of a scene. Columns differ from
// quantities in three ways:
//   bare      a number without a unit. In a sum it has the unit of the other term ("kinetic - 3"),
//             in a product it is a plain number ("2 * lid.force_y" is in N).
//   loose     what such a number was multiplied with: "lid.position_y / 0.03" is in m as it stands,
//             but its author may mean a length by 0.03. So is a column without a unit: it
//             may be a plain number or not. Their sums with other dimensions are not refused;
//             they have no unit.
//   unknown   no dimension is known: "deg" and "%" are no SI units, roots of a force have none.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression.hpp"
#include "base/units.hpp"

namespace scree::run {

struct Term {
  std::vector<double> values;
  Quantity measure = {};  // its value says nothing
  bool is_known = true;   // `measure` is
  bool is_bare = false;
  bool is_loose = false;
  std::string unit = {};  // as the axis shows it
};

Term bare_term(double value, std::size_t rows);
// Of values in this unit; without one it is loose.
Term term_in(std::vector<double> values, const std::string& unit);

// Where arithmetic made a value that is not finite out of finite ones.
struct LostValue {
  std::size_t row = 0;
  std::string reason;  // "`b` is 0 in `a / b`"; empty: nowhere
};

// What stands for a value in the text.
struct TermWords {
  std::function<std::size_t(std::string_view rest)> value_length;  // as for read_expression()
  std::function<Result<Term>(std::string_view value)> value;
  std::string values = "a column or a number";
};

// Exact functions have the same bits on every machine and take microseconds; the fast ones are for
// what is evaluated again and again.
enum class Functions { exact, fast };

// E0488: not an expression. E0496: units that do not go together. Errors of words.value as they
// are.
Result<Term> evaluate_terms(std::string_view text, const TermWords& words, const std::string& place,
                            Functions functions, LostValue* lost = nullptr);

// Bytes at the start that are a number with its unit, where it has one: "3 mm" of "3 mm / time".
// 0: none begins here.
std::size_t number_with_unit(std::string_view rest);
Result<Term> number_term(std::string_view text, std::size_t rows, const std::string& place);

// "abs, atan, ...": for messages and documents.
std::vector<std::string> term_functions();

}  // namespace scree::run
