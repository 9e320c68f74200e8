// What a quantity measures after arithmetic: a pressure times an area is a force.
//
// For numbers (base/quantity_expression.hpp) and for columns of numbers that share a unit
// (run/plots/column_expression.hpp): values are computed there, dimensions here.
#pragma once

#include <optional>
#include <string>

#include "base/units.hpp"

namespace scree {

// Without a dimension; an angle counts as a plain number.
bool is_plain(const Quantity& q);
// One dimension; angles and cycles are not looked at.
bool same_measure(const Quantity& a, const Quantity& b);
// An angular velocity and a frequency: a turn is 2 pi of angle, their sum has no meaning.
bool differ_as_rates(const Quantity& a, const Quantity& b);
// "a length (m)"; rates of turning and of cycles differ.
std::string measure_word(const Quantity& q);

// The dimension of a product or of a ratio; the value is that of `a`.
Quantity times_dimension(const Quantity& a, const Quantity& b);
Quantity over_dimension(const Quantity& a, const Quantity& b);
// The dimension to the power p; nothing where it is not whole or too large.
std::optional<Quantity> powered(const Quantity& q, double p);
// A turn per cycle: an angle times cycles is an angle, so that 2 pi f is an angular velocity.
Quantity with_cycles_cancelled(Quantity q);
// Powers that no physical quantity has.
bool too_large(const Quantity& q);

}  // namespace scree
