// Grains by size: which level of the grid a grain belongs to.
//
// What counts is the width of the cells that a grain asks for, 2 |r| + |reach|: below the reach,
// sizes make no difference. Widths are counted in bins of a quarter octave, found from the leading
// bits of the number; a level starts at the widest grain that has none yet and takes all bins down
// to half its width. So grains of nearly one size are one level wherever that size lies, and sizes
// that do not occur cost nothing. Neighbouring levels that cost less as one are then merged.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "detect/survey.hpp"

namespace scree::detect {

struct SizeClasses {
  static constexpr int kBins = 256;  // 64 octaves; smaller grains share the last bin
  static constexpr int kBinsPerLevel = 4;

  struct Level {
    std::uint32_t grains = 0;
    double r_max = 0;
  };
  std::vector<Level> levels;  // widest first
  std::array<std::uint8_t, kBins> level_of_bin{};
  double reach = 0;
  std::int64_t widest = 0;  // leading bits of the widest

  static std::int64_t leading_bits(double width) {
    return static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(width) >> 50);
  }
  int bin(double r) const {
    const std::int64_t b = widest - leading_bits(2 * std::abs(r) + reach);
    return static_cast<int>(b < kBins - 1 ? b : kBins - 1);
  }
  std::uint32_t level(double r) const { return level_of_bin[static_cast<std::size_t>(bin(r))]; }
};

// At most `max_levels` (1 to 255) classes of the ordinary grains, merged where that pays if
// `merge`. Precondition: 2 r_max + |reach| is finite.
void classify(const DetectInput& in, const Survey& s, int max_levels, bool merge, SizeClasses& out);

}  // namespace scree::detect
