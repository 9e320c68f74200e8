#include "sim/rows.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr int kBitsPerAxis = 16;

// Bits of a 16-bit number with one gap each.
std::uint64_t spread2(std::uint64_t v) {
  v = (v | (v << 8)) & 0x00ff00ffull;
  v = (v | (v << 4)) & 0x0f0f0f0full;
  v = (v | (v << 2)) & 0x33333333ull;
  v = (v | (v << 1)) & 0x55555555ull;
  return v;
}

struct Extent {
  Vec3 lo, hi;
};

Extent extent(const Particles& p) {
  Extent e{p.xr[0].x, p.xr[0].x};
  for (const PositionRadius& g : p.xr)
    for (int k = 0; k < 3; ++k) {
      e.lo[k] = std::min(e.lo[k], g.x[k]);
      e.hi[k] = std::max(e.hi[k], g.x[k]);
    }
  return e;
}

double mean_radius(const Particles& p) {
  double sum = 0;
  for (const PositionRadius& g : p.xr) sum += g.r;
  return sum / static_cast<double>(p.size());
}

// In mean radii: such a grain touches others in four slices on both sides.
constexpr double kLarge = 8;

}  // namespace

std::uint32_t first_large_row(const Particles& p) {
  auto row = static_cast<std::uint32_t>(p.size());
  if (row == 0) return 0;
  const double large = kLarge * mean_radius(p);
  while (row > 0 && p.xr[row - 1].r > large) --row;
  return row;
}

std::vector<std::uint32_t> curve_order(const Particles& p) {
  std::vector<std::uint32_t> order(p.size());
  if (p.empty()) return order;
  const Extent e = extent(p);
  double longest = 0;
  for (int k = 0; k < 3; ++k) longest = std::max(longest, e.hi[k] - e.lo[k]);
  const double mean_r = mean_radius(p);
  // Cubes of about two diameters: finer cells would only shuffle grains that share cache lines.
  const double limit = static_cast<double>((1 << kBitsPerAxis) - 1);
  const double cell = std::max({4 * mean_r, longest / limit, 1e-300});
  int along = 0;
  for (int k = 1; k < 3; ++k)
    if (e.hi[k] - e.lo[k] > e.hi[along] - e.lo[along]) along = k;
  const double large = kLarge * mean_r;
  struct Key {
    std::uint64_t code;
    std::uint32_t id, row;
  };
  std::vector<Key> keys(p.size());
#pragma omp parallel for schedule(static)
  for (std::size_t s = 0; s < keys.size(); ++s) {
    std::uint64_t code = p.xr[s].r > large ? std::uint64_t{1} << 60 : 0;
    for (int k = 0; k < 3; ++k) {
      // Of a grain that has flown off to nowhere (the step's check will name it): 0.
      const double at = (p.xr[s].x[k] - e.lo[k]) / cell;
      const auto c = static_cast<std::uint64_t>(at > 0 ? std::min(at, limit) : 0.0);
      if (k == along)
        code |= c << 34;
      else
        code |= spread2(c) << (k == (along + 1) % 3 ? 0 : 1);
    }
    keys[s] = {code, p.id[s].value, static_cast<std::uint32_t>(s)};
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return a.code != b.code ? a.code < b.code : a.id < b.id;
  });
  for (std::size_t r = 0; r < keys.size(); ++r) order[r] = keys[r].row;
  return order;
}

}  // namespace scree
