// Which part of space a table covers: as given, else one period, else what the grains take up now.
#pragma once

#include <algorithm>

#include "measure/totals.hpp"

namespace scree {

struct SpaceExtent {
  Vec3 low{}, high{};
};

namespace detail {
struct ExtentTotals {
  Vec3 low{range::inf, range::inf, range::inf}, high{-range::inf, -range::inf, -range::inf};
  void operator+=(const ExtentTotals& o) {
    for (int a = 0; a < 3; ++a)
      low[a] = std::min(low[a], o.low[a]), high[a] = std::max(high[a], o.high[a]);
  }
};
}  // namespace detail

// Of all balls of grains; a unit cube about the origin where there is none.
inline SpaceExtent grain_extent(const MeasureInput& in) {
  const auto look = [&in](std::uint32_t s, detail::ExtentTotals& t) {
    const PositionRadius& g = in.particles.xr[s];
    const Vec3 r{g.r, g.r, g.r};
    t += detail::ExtentTotals{g.x - r, g.x + r};
  };
  const auto all = grain_totals(in, detail::ExtentTotals{}, look);
  if (!is_finite(all.low) || !is_finite(all.high)) return {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
  SpaceExtent e{all.low, all.high};
  for (int a = 0; a < 3; ++a)  // a point has no size
    if (!(e.high[a] > e.low[a])) e.low[a] -= 0.5, e.high[a] += 0.5;
  return e;
}

// With one period along periodic directions.
inline SpaceExtent space_extent(const MeasureInput& in) {
  SpaceExtent e = grain_extent(in);
  for (int a = 0; a < 3; ++a)
    if (in.box.periodic[a]) e.low[a] = in.box.lo[a], e.high[a] = in.box.hi[a];
  return e;
}

}  // namespace scree
