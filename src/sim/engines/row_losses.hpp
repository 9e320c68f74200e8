// Losses of contacts, one after the other: plain twin of sim/kernel/exact_lanes.hpp, which says how
// they are cut into multiples of three quanta. Such multiples add up without rounding, so any
// number of threads, in any order, comes to the same sums.
#pragma once

#include <array>

#include "base/exact_sum.hpp"
#include "sim/contacts/law_of_contact.hpp"

namespace scree {

// The nearest number of 24 bits (Veltkamp).
HD double rounded_to_24_bits(double x) {
  const double c = x * (0x1p29 + 1);
  return c - (c - x);
}

// The sums of up to kMost contacts; flush() puts them into the totals.
class CutLosses {
 public:
  // A level's multiples are below 2^40 of its quantum: 2^13 of them fit into a double's 53 bits.
  static constexpr int kMost = 1 << 13;
  using Sums = std::array<ExactSum, kernel::kLosses>;

  explicit CutLosses(const std::array<double, 3>& magic) : magic_(magic) {}

  void add(const ContactLosses& losses, Sums& sums) {
    for (std::size_t c = 0; c < kernel::kLosses; ++c)
      if (const double x = losses.channel[c]; x != 0) add(c, x, sums[c]);
    if (++count_ == kMost) flush(sums);
  }

  void flush(Sums& sums) {
    for (std::size_t c = 0; c < kernel::kLosses; ++c)
      for (double& level : level_[c]) sums[c].add(level), level = 0;
    count_ = 0;
  }

 private:
  // A loss far beyond the scale is added by itself; where there is no scale, each one with 24 bits.
  void add(std::size_t channel, double x, ExactSum& sum) {
    if (!(magic_[0] > 0)) return sum.add(rounded_to_24_bits(x));
    const double bound = 0x1p-20 * magic_[0];
    if (x > bound || x < -bound) return sum.add(x);
    const double a = (x + magic_[0]) - magic_[0], rest = x - a;
    const double b = (rest + magic_[1]) - magic_[1];
    level_[channel][0] += a;
    level_[channel][1] += b;
    level_[channel][2] += ((rest - b) + magic_[2]) - magic_[2];
  }

  const std::array<double, 3> magic_;
  double level_[kernel::kLosses][3] = {};
  int count_ = 0;
};

}  // namespace scree
