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

// Between two neighbouring sieves. Within it, mass is spread evenly over ln d, as on the paper of a
// sieve curve: the curve is a straight line there.
struct SieveClass {
  double lo = 0, hi = 0;  // diameters that just pass
  double share = 0;       // of the mass
};

struct SizeDistribution {
  enum class Kind { fixed, uniform, normal, lognormal, classes, sieve };
  Kind kind = Kind::fixed;
  double mean = 0;       // diameter: fixed, normal, lognormal (its mean)
  double deviation = 0;  // standard deviation: normal, lognormal
  // Bounds of uniform; truncation of normal and lognormal (0: at 3 deviations, of ln d for the
  // latter).
  double lo = 0, hi = 0;
  std::vector<SizeClass> classes;
  bool by_mass = false;  // shares of classes are mass shares (of equal density)
  std::vector<SieveClass> sieves;
  Dimensions dimensions = Dimensions::three;  // of the grains: what a volume is

  // Diameter of grain number `index`. Precondition: valid() is empty. Of a sieve curve sizes are
  // drawn by a sequence that fills it evenly: after n grains every interval of sizes holds its
  // number to within a few grains, where independent draws would be off by the square root of it.
  double sample(const CounterRandom& random, std::uint64_t index) const;
  double largest() const;
  double smallest() const;
  double mean_volume() const;  // expected volume of a grain, or area of a disc
  // Expected d^3, in two dimensions d^2.
  double mean_power() const;
  std::string valid() const;  // empty, or what is wrong
};

}  // namespace scree
