// Losses of contacts, one after the other: plain twin of sim/kernel/exact_lanes.hpp, which says how
// they are cut into multiples of three quanta. Such multiples add up without rounding, so any
// number of threads, in any order, comes to the same sums.
#pragma once

#include <array>

#include "sim/contacts/law_of_contact.hpp"

namespace scree {

// The nearest number of 24 bits (Veltkamp).
HD double rounded_to_24_bits(double x) {
  const double c = x * (0x1p29 + 1);
  return c - (c - x);
}

// The sums of up to kMost contacts; flush() adds them to the totals: add_exact(channel, number).
class CutLosses {
 public:
  // A level's multiples are below 2^40 of its quantum: 2^13 of them fit into a double's 53 bits.
  static constexpr int kMost = 1 << 13;

  HD explicit CutLosses(const std::array<double, 3>& magic) : magic_(magic) {}

  template <class Add>
  HD void add(const ContactLosses& losses, const Add& add_exact) {
    for (int c = 0; c < kernel::kLosses; ++c)
      if (const double x = losses.channel[c]; x != 0) {
        if (cuts(x))
          for (int level = 0; level < 3; ++level) level_[c][level] += parts(x).of[level];
        else
          add_whole(c, x, add_exact);
      }
    if (++count_ == kMost) flush(add_exact);
  }
  // Not what is far beyond the scale, and nothing where there is no scale.
  HD bool cuts(double x) const {
    const double bound = 0x1p-20 * magic_[0];
    return magic_[0] > 0 && x <= bound && x >= -bound;
  }
  // What is cut, into multiples of the three quanta.
  struct Parts {
    double of[3];
  };
  HD Parts parts(double x) const {
    const double a = (x + magic_[0]) - magic_[0], rest = x - a;
    const double b = (rest + magic_[1]) - magic_[1];
    return {{a, b, ((rest - b) + magic_[2]) - magic_[2]}};
  }
  // What is not: by itself; where there is no scale, with 24 bits.
  template <class Add>
  HD void add_whole(int channel, double x, const Add& add_exact) const {
    add_exact(channel, magic_[0] > 0 ? x : rounded_to_24_bits(x));
  }

  template <class Add>
  HD void flush(const Add& add_exact) {
    each_level([&](int channel, int, double& level) {
      if (level != 0) add_exact(channel, level);
      level = 0;
    });
    count_ = 0;
  }
  // visit(channel, level, sum): a sum of up to kMost contacts is exact as a double.
  template <class Visit>
  HD void each_level(const Visit& visit) {
    for (int c = 0; c < kernel::kLosses; ++c)
      for (int level = 0; level < 3; ++level) visit(c, level, level_[c][level]);
  }

 private:
  std::array<double, 3> magic_;
  double level_[kernel::kLosses][3] = {};
  int count_ = 0;
};

}  // namespace scree
