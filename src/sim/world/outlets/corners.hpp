// A box along the axes, for regions in and around it.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/region_params.hpp"
#include "sim/world/outlet.hpp"

namespace scree::outlet_regions {

inline constexpr ParamInfo kCorners[] = {region_params::kLowerCorner, region_params::kUpperCorner};

struct Corners {
  Vec3 lo, hi;

  static Result<Corners> make(const ParamSet& p) {
    const Corners c{p.vector("min"), p.vector("max")};
    for (int k = 0; k < 3; ++k)
      if (!(c.hi[k] > c.lo[k]) || !std::isfinite(c.hi[k] - c.lo[k]))
        return Error{"E0512", std::string("`max` must be above `min` in ") + "xyz"[k], "",
                     "a box without a volume holds no grain", Subject::of_key("max")};
    return c;
  }
};

}  // namespace scree::outlet_regions
