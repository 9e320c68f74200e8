#include "io/plot/heat_map.hpp"

#include <algorithm>
#include <cmath>

#include "io/render/color.hpp"

namespace scree::plot {

HeatScale scale_of(const HeatMap& map) {
  double lo = 1e300, hi = -1e300;
  for (const double v : map.values)
    if (std::abs(v) <= 1e300) lo = std::min(lo, v), hi = std::max(hi, v);
  HeatScale s{map.lo.value_or(lo), map.hi.value_or(hi)};
  if (!(s.lo <= s.hi)) s = {0, 1};
  if (!(s.hi - s.lo > 1e-12 * std::max(std::abs(s.lo), std::abs(s.hi)))) {
    const double room = s.lo != 0 ? 0.1 * std::abs(s.lo) : 0.5;
    s.lo -= room, s.hi += room;
  }
  return s;
}

unsigned heat_color(double t) {
  const render::Vec c = render::map_color(static_cast<float>(std::clamp(t, 0.0, 1.0)));
  const auto byte = [](float v) {
    const float s = std::clamp(render::srgb_from_linear(v), 0.0f, 1.0f);
    return static_cast<unsigned>(std::lround(255 * s));
  };
  return byte(c.x) << 16 | byte(c.y) << 8 | byte(c.z);
}

}  // namespace scree::plot
