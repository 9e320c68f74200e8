// Every pair, tested: the oracle of all other detectors, and what they fall back to when the input
// leaves no finite distance to sort by. The only one that knows tilted boxes; for the others there
// is detect/cell_map.hpp.
#pragma once

#include "detect/detector.hpp"

namespace scree::detect {

inline void find_brute(const DetectInput& in, std::vector<RowPair>& pairs) {
  pairs.clear();
  const Vec3 length = in.box.lengths(), inverse = in.box.inverse_lengths();
  const auto n = static_cast<std::uint32_t>(in.xr.size());
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t b = a + 1; b < n; ++b) {
      if (in.ws[a].flags & in.ws[b].flags & kFixed) continue;
      const bool near = in.box.tilted()
                            ? spheres_within(in.box.nearest(in.xr[b].x - in.xr[a].x), in.xr[a].r,
                                             in.xr[b].r, in.reach)
                            : within_reach(in.xr[a], in.xr[b], in.reach, length, inverse);
      if (!near) continue;
      pairs.push_back(in.id[a] < in.id[b] ? RowPair{a, b} : RowPair{b, a});
    }
  }
}

}  // namespace scree::detect
