// Input for the predicates from harmless to nasty. Everything depends on (family, index) only.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/random.hpp"
#include "geometry/predicates/predicates.hpp"

namespace scree::geometry {

class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t stream) : random_(seed, stream) {}
  double unit() { return random_.uniform(counter_++); }
  double between(double a, double b) { return a + (b - a) * unit(); }
  int integer(int low, int high) {  // both ends belong
    return low + static_cast<int>(unit() * (high - low + 1));
  }

 private:
  CounterRandom random_;
  std::uint64_t counter_ = 0;
};

inline double moved_by_ulps(double v, int ulps) {
  for (; ulps > 0; --ulps) v = std::nextafter(v, std::numeric_limits<double>::infinity());
  for (; ulps < 0; ++ulps) v = std::nextafter(v, -std::numeric_limits<double>::infinity());
  return v;
}

enum class Family {
  random,        // in a unit cube, weights up to 0.1
  grains,        // radii 1 : 1000, near each other
  far,           // a small cluster 10^6 away
  coplanar,      // on a common oblique plane up to rounding, then 0 to 2 ulp
  cospherical,   // on a common sphere up to rounding, then 0 to 2 ulp
  lattice,       // integers: exact ties in masses
  soft_lattice,  // multiples of 0.1, which are not doubles, 0 to 2 ulp
  scales,        // each coordinate with its own power of two, 2^-40 to 2^40
};
inline constexpr std::array all_families{Family::random,       Family::grains,      Family::far,
                                         Family::coplanar,     Family::cospherical, Family::lattice,
                                         Family::soft_lattice, Family::scales};

inline const char* name(Family f) {
  constexpr const char* names[] = {"random",      "grains",  "far",          "coplanar",
                                   "cospherical", "lattice", "soft_lattice", "scales"};
  return names[static_cast<int>(f)];
}

inline Vec3 on_sphere(Draw& d) {
  const double z = d.between(-1, 1), t = d.between(0, 6.283185307179586);
  const double s = std::sqrt(1 - z * z);
  return {s * std::cos(t), s * std::sin(t), z};
}

inline Vec3 nudged(Draw& d, Vec3 v) {
  for (int k = 0; k < 3; ++k) v[k] = moved_by_ulps(v[k], d.integer(-2, 2));
  return v;
}

inline Site sample_site(Family f, Draw& d) {
  const Vec3 cube{d.unit(), d.unit(), d.unit()};
  const auto integers = [&] {
    return Vec3{1.0 * d.integer(-3, 3), 1.0 * d.integer(-3, 3), 1.0 * d.integer(-3, 3)};
  };
  switch (f) {
    case Family::random:
      return {cube, d.between(0, 0.1)};
    case Family::grains: {
      const double r = std::pow(10.0, d.between(-3, 0));
      return {(2 * r) * cube, r * r};
    }
    case Family::far:
      return {Vec3{1e6, -1e6, 1e6} + cube, d.between(0, 0.1)};
    case Family::coplanar:
      return {nudged(d, {cube.x, cube.y, 0.3 * cube.x + 0.7 * cube.y + 0.1}), 0};
    case Family::cospherical:
      return {nudged(d, 0.7 * on_sphere(d) + Vec3{0.1, 0.2, 0.3}), 0.25};
    case Family::lattice:
      return {integers(), 1.0 * d.integer(0, 1)};
    case Family::soft_lattice:
      return {nudged(d, 0.1 * (integers() + Vec3{4, 4, 4})), 0.01};  // zero has no useful ulp
    case Family::scales: {
      const auto any = [&] { return std::ldexp(d.between(-1, 1), d.integer(-40, 40)); };
      const Vec3 x{any(), any(), any()};
      return {x, any() * std::ldexp(1.0, d.integer(-40, 40))};
    }
  }
  return {};
}

inline std::array<Site, 5> sample(Family f, std::uint64_t index) {
  Draw d(7, index * 16 + static_cast<std::uint64_t>(f));
  std::array<Site, 5> s;
  for (Site& site : s) site = sample_site(f, d);
  return s;
}

}  // namespace scree::geometry
