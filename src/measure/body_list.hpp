// Grains as wholes: a body of several balls, a bonded fragment, or a ball by itself.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "base/exact_math.hpp"
#include "measure/ball_volume.hpp"
#include "measure/totals.hpp"

namespace scree {

struct WholeGrain {
  std::uint32_t name = 0;  // of the body, or its id + 1
  std::uint32_t row = 0;   // of its ball with the lowest id
  Vec3 x{};                // centre: of mass where the body is rigid
  double volume = 0, mass = 0;
};

inline std::uint32_t name_of_grain(const Particles& p, std::uint32_t row) {
  return p.ws[row].body != 0 ? p.ws[row].body : p.id[row].value + 1;
}

// Of the ball, or in two dimensions of the disc, of this volume.
inline double diameter_of(double volume, Dimensions d) {
  return d == Dimensions::two ? std::sqrt(4 * volume / std::numbers::pi)
                              : exact::pow(6 * volume / std::numbers::pi, 1.0 / 3);
}

// In the order of the ids of their first balls. Sums over the balls of a body run by id.
inline std::vector<WholeGrain> whole_grains(const MeasureInput& in) {
  const Particles& p = in.particles;
  std::vector<WholeGrain> out;
  std::map<std::uint32_t, std::size_t> place;
  for (const std::uint32_t row : p.row_of()) {
    if (row == Particles::kNoRow || !is_grain(p, row)) continue;
    const double volume = ball_measure(p.xr[row].r, p.dimensions()) * in.solid(row);
    if (p.ws[row].body == 0) {
      out.push_back({p.id[row].value + 1, row, p.xr[row].x, volume, in.mass(row)});
      continue;
    }
    const auto [at, is_new] = place.emplace(p.ws[row].body, out.size());
    if (is_new) out.push_back({p.ws[row].body, row, p.xr[row].x - in.arm(row), 0, 0});
    out[at->second].volume += volume, out[at->second].mass += in.mass(row);
  }
  return out;
}

}  // namespace scree
