// One number that follows a table of times: a displacement, an angle, or the rate of one.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace scree {

enum class Interpolation {
  steps,   // rates only: each row holds until the next
  linear,  // straight between rows
  smooth,  // values: monotone cubic, at rest at both ends; rates: 3u^2 - 2u^3 between rows
};

// Before its first row a track of values stands at the first one and a track of rates stands still;
// behind its last row the last one goes on.
class KeyedTrack {
 public:
  struct At {
    double value = 0, rate = 0;
  };

  KeyedTrack() = default;
  // `times` rise; as many `rows`.
  static KeyedTrack of_values(std::span<const double> times, std::span<const double> rows,
                              Interpolation how);
  static KeyedTrack of_rates(std::span<const double> times, std::span<const double> rows,
                             Interpolation how);

  bool empty() const { return times_.empty(); }
  At at(double t) const;
  // The table from its beginning again and again, each time from where it has ended.
  At repeated(double t) const;

 private:
  At within(std::size_t row, double t) const;
  At of_value(std::size_t row, double h, double u) const;
  At of_rate(std::size_t row, double h, double u) const;

  std::vector<double> times_, rows_;
  std::vector<double> slopes_;  // of smooth values, at the rows
  std::vector<double> sums_;    // of rates: value at the rows
  Interpolation how_ = Interpolation::linear;
};

}  // namespace scree
