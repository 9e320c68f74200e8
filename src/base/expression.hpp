// Arithmetic as people write it: "{outlet} / 2 + 3 mm", "abs(cell.stress_xy) / cell.stress_yy".
//
//   sum     = product (("+" | "-") product)*
//   product = signed (("*" | "/" | "×" | "·") signed)*
//   signed  = ("-" | "+") signed | power
//   power   = operand [("^" | "**") signed]                -2^2 is -4, 2^3^2 is 2^9
//   operand = value | "(" sum ")" | name "(" [sum ("," sum)*] ")"
//
// What a value is, the caller says: a number with its unit, a variable in braces, a column of a
// table. The text becomes a list of steps in the order in which a stack works them off, so that
// neither a reader nor a text of any length can exhaust the stack of calls.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace scree {

// Bytes of the text.
struct TextPart {
  std::size_t begin = 0, end = 0;
};

struct ExpressionStep {
  enum class Kind { value, negate, add, subtract, multiply, divide, power, call };
  Kind kind = Kind::value;
  TextPart at;                // of the value, the operator's sign, the name of the function
  std::size_t arguments = 0;  // of a function: how many it takes from the stack
  std::size_t end = 0;        // of a function: behind its parenthesis
};

// Where an expression cannot be read, and what would have to stand there.
struct ExpressionFault {
  TextPart at;  // empty at the end of the text
  std::string wanted;
};

struct ExpressionWords {
  // How many bytes at the start of this rest of the text are one value; 0: none begins here.
  std::function<std::size_t(std::string_view)> value_length;
  std::string values;  // what a value is called in messages: "a number or a column"
};

struct ExpressionReading {
  std::vector<ExpressionStep> steps;
  std::vector<ExpressionFault> faults;  // none or one
};
ExpressionReading read_expression(std::string_view text, const ExpressionWords& words);

// The name of a function that is called at the start of this text: letters, digits and "_" up to
// "("; else empty.
std::string_view called_function(std::string_view rest);
// The word that begins there: a letter, then letters, digits and "_"; else empty.
std::string_view leading_word(std::string_view rest);

}  // namespace scree
