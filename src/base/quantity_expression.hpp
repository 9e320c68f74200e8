// Arithmetic of quantities: "{outlet} / 2 + 3 mm", "sqrt({area} / pi)", in SI and with dimensions.
//
// Sums, min() and max() take quantities of one dimension; products and powers make new ones; roots
// need a dimension that has one; sin(), exp() and the like take plain numbers. Every function is
// correctly rounded (base/exact_math.hpp): the value has the same bits on every machine.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression.hpp"
#include "base/units.hpp"

namespace scree {

// A text is one where it has braces or calls a function of the table; any other text may be one,
// too, where it is not a quantity.
bool looks_like_expression(std::string_view text);

// What went wrong and which part of the text it is about. A fault that was told elsewhere (a
// variable that has a mistake of its own) has no message.
struct QuantityFault {
  TextPart at;
  Error error;
};
struct QuantityOutcome {
  std::optional<Quantity> value;
  QuantityFault fault;
};

// `name`: what stands in braces, without blanks around it. Answers with the value or why there is
// none.
struct NamedQuantity {
  std::optional<Quantity> value;
  std::optional<Error> error;  // empty where it was told already
};
using QuantityNames = std::function<NamedQuantity(std::string_view name)>;

// E0120: not an expression. E0121: no such name. E0123: dimensions that do not go together.
// E0124: no finite value. E0126: no such function, or not with so many values.
QuantityOutcome evaluate_quantity(std::string_view text, const QuantityNames& names);

// Names in braces of a text, in its order.
std::vector<std::string> names_in_braces(std::string_view text);

// "sqrt", "min", ...: for messages and documents.
std::vector<std::string> quantity_functions();

}  // namespace scree
