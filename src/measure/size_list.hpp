// Diameters of whole grains, for measures of size distributions.
#pragma once

#include <algorithm>
#include <vector>

#include "measure/body_list.hpp"

namespace scree {

struct SizedGrain {
  double diameter, mass;
};

// Ascending. A body that is not a ball has the diameter of the ball of its volume.
inline std::vector<SizedGrain> sorted_sizes(const MeasureInput& in) {
  std::vector<SizedGrain> out;
  for (const WholeGrain& g : whole_grains(in)) {
    const bool ball = in.solid(g.row) == 1 && in.particles.ws[g.row].body == 0;
    out.push_back(
        {ball ? 2 * in.particles.xr[g.row].r : diameter_of(g.volume, in.particles.dimensions()),
         g.mass});
  }
  std::sort(out.begin(), out.end(), [](const SizedGrain& a, const SizedGrain& b) {
    return a.diameter != b.diameter ? a.diameter < b.diameter : a.mass < b.mass;
  });
  return out;
}

}  // namespace scree
