// Size distributions of grains. Sampling depends on (seed, stream, index) alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dimensions.hpp"
#include "base/random.hpp"

namespace scree {

struct SizeClass {
  double diameter = 0;
  double share = 0;   // by number or by mass, see SizeDistribution::by_mass
  double spread = 0;  // relative half-width of a uniform variation (the thesis' +-2%)
};

struct SizeDistribution {
  enum class Kind { fixed, uniform, normal, lognormal, classes };
  Kind kind = Kind::fixed;
  double mean = 0;       // diameter: fixed, normal, lognormal (its mean)
  double deviation = 0;  // standard deviation: normal, lognormal
  // Bounds of uniform; truncation of normal and lognormal (0: at 3 deviations, of ln d for the
  // latter).
  double lo = 0, hi = 0;
  std::vector<SizeClass> classes;
  bool by_mass = false;  // shares of classes are mass shares (of equal density)
  Dimensions dimensions = Dimensions::three;  // of the grains: what a volume is

  // Diameter of grain number `index`. Precondition: valid() is empty.
  double sample(const CounterRandom& random, std::uint64_t index) const;
  double largest() const;
  double smallest() const;
  double mean_volume() const;  // expected volume of a grain, or area of a disc
  // Expected d^3, in two dimensions d^2.
  double mean_power() const;
  std::string valid() const;  // empty, or what is wrong
};

}  // namespace scree
