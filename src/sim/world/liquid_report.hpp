// How much liquid a world holds.
#pragma once

#include <cstddef>
#include <string_view>

namespace scree {

inline constexpr std::string_view kLiquidField = "liquid";  // of a wet grain, m^3

// m^3; exact sums (sim/engines/liquid.hpp).
struct LiquidReport {
  double total = 0;       // of all grains: films and bridges
  double in_bridges = 0;  // part of it
  std::size_t bridges = 0;
};

}  // namespace scree
