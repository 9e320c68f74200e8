// Between the filter and the expansions: two cheaper methods for a certain sign of the power test.
// Both say `uncertain` (predicates.hpp) where they do not apply.
#pragma once

#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {

// Exact, for coordinates relative to p that are integers of at most 22 bits in a common unit: sites
// of a lattice, where ties are the rule.
int integer_power_test(const Site& a, const Site& b, const Site& c, const Site& d, const Site& p);

// About 100 bits: decides what differs from a tie by some ulps of the input.
int double_double_power_test(const Site& a, const Site& b, const Site& c, const Site& d,
                             const Site& p);

}  // namespace scree::geometry
