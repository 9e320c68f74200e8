// Many sums at once, a few columns per cell, of addends whose size is known before.
//
// Fixed point: every addend becomes a multiple of a unit that is 2^-85 of the greatest size of its
// column, and integers of 128 bits hold 2^40 of them. So the sums do not depend on order and
// grouping, at 16 bytes each: an ExactSum takes 560. What is below the unit is cut off, the same
// for v and -v.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace scree {

class FixedSums {
 public:
  // One bound per column: no addend is greater.
  FixedSums(std::size_t cells, const std::vector<double>& bounds)
      : columns_(bounds.size()), sums_(cells * bounds.size()) {
    for (const double b : bounds) {
      // Far below, all is cut off; far above, nothing fits: neither is a length, mass or force.
      const int power = b > 0 && std::isfinite(b) ? std::clamp(std::ilogb(b) + 1, -900, 900) : 0;
      unit_.push_back(std::ldexp(1.0, power - kBits));
      per_unit_.push_back(std::ldexp(1.0, kBits - power));
    }
  }

  void add(std::size_t cell, std::size_t column, double v) {
    const double scaled = v * per_unit_[column];
    if (!(std::abs(scaled) <= kGreatest)) [[unlikely]] {
      finite_ = false;
      return;
    }
    sums_[cell * columns_ + column] += static_cast<Int128>(scaled);
  }
  void operator+=(const FixedSums& o) {
    for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += o.sums_[k];
    finite_ = finite_ && o.finite_;
  }
  // Not a number where an addend was none, or broke its bound.
  double value(std::size_t cell, std::size_t column) const {
    return finite_ ? static_cast<double>(sums_[cell * columns_ + column]) * unit_[column]
                   : std::numeric_limits<double>::quiet_NaN();
  }

  // As many copies, one per thread, as are worth their memory.
  static int threads_for_memory(std::size_t cells, std::size_t columns, int threads) {
    constexpr double most = 512e6;
    const double one = 16.0 * static_cast<double>(cells) * static_cast<double>(columns);
    return std::max(1, std::min(threads, static_cast<int>(std::min(most / (one + 1), 1e6))));
  }

 private:
  __extension__ using Int128 = __int128;
  static constexpr int kBits = 85;
  static constexpr double kGreatest = 0x1p86;

  std::size_t columns_;
  std::vector<double> unit_, per_unit_;
  std::vector<Int128> sums_;
  bool finite_ = true;
};

}  // namespace scree
