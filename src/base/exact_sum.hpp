// The exact sum of doubles. Any order and any grouping of the addends gives the same value, so sums
// over grains or contacts do not depend on threads, detectors or the order of rows.
//
// The sum is one long integer of 2^-1074, the smallest double: digits of 32 bits, each in 64 bits,
// so that carries have to be passed on once in 2^30 additions only (a superaccumulator; Kulisch).
// An addend touches three digits. Many addends are cheaper to collect first: base/bulk_sum.hpp, and
// in kernels, with rounding that is known to be exact, sim/kernel/exact_lanes.hpp.
#pragma once

#include <array>
#include <cstdint>

namespace scree {

class ExactSum {
 public:
  // 2^-1074 up to the largest double, and two digits for carries.
  static constexpr int kDigits = 68;
  using Digits = std::array<std::int64_t, kDigits>;

  // Not inline: kernels are compiled for instruction sets that other code must not use.
  void add(double v);
  void add(const ExactSum& other);
  // count 2^(power - 1074). Precondition: 0 <= power <= 2045.
  void add_multiple(std::int64_t count, int power);
  ExactSum& operator+=(double v) { return add(v), *this; }
  ExactSum& operator+=(const ExactSum& other) { return add(other), *this; }

  // The double nearest to the sum, ties to even. After an addend that is not finite: what adding
  // those up gives.
  double value() const;
  // One form for one sum: all digits but the last are in [0, 2^32).
  Digits digits() const;
  static ExactSum of(const Digits& digits);
  bool operator==(const ExactSum& other) const;

 private:
  void pass_carries();

  Digits digit_{};
  std::uint64_t additions_ = 0;  // since carries were passed on, in addends below 2^32 a digit
  double not_finite_ = 0;        // sum of the addends that are not finite
};

}  // namespace scree
