// Outlets for the tests of grains that leave.
#pragma once

#include "worlds.hpp"

namespace scree::test {

inline Outlet outlet(const std::string& region, const ParamSet& given,
                     std::uint64_t check_every = 25) {
  const OutletRegionEntry* entry = find_outlet_region(region);
  Outlet o;
  o.name = region;
  o.region = std::shared_ptr<const OutletRegion>(
      std::move(*entry->make(*with_defaults(entry->info.params, given))));
  o.check_every = check_every;
  return o;
}

inline Outlet box(const Vec3& lo, const Vec3& hi, std::uint64_t check_every = 25) {
  ParamSet p;
  p.set("min", lo);
  p.set("max", hi);
  return outlet("box", p, check_every);
}

inline Outlet below(double height, std::uint64_t check_every = 25) {
  ParamSet p;
  p.set("height", height);
  return outlet("below", p, check_every);
}

// Three grains in a row, pressed together and spinning; the last of them is in the outlet.
inline World row_of_three() {
  World w = empty_world(linear_material(1e-3, 0.9, 0.5));
  for (int k = 0; k < 3; ++k)
    w.particles.add({.x = {0.0099 * k, 0, 0}, .radius = 0.005, .omega = {0, 0, 20}}, 2500);
  w.outlets = {box({0.0149, -1, -1}, {1, 1, 1})};
  return w;
}

}  // namespace scree::test
