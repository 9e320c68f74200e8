#include "sim/rows.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr int kBitsPerAxis = 16;

std::uint64_t spread_bits(std::uint64_t v) {
  v = (v | (v << 32)) & 0x001f00000000ffffull;
  v = (v | (v << 16)) & 0x001f0000ff0000ffull;
  v = (v | (v << 8)) & 0x100f00f00f00f00full;
  v = (v | (v << 4)) & 0x10c30c30c30c30c3ull;
  v = (v | (v << 2)) & 0x1249249249249249ull;
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

}  // namespace

std::vector<std::uint32_t> curve_order(const Particles& p) {
  std::vector<std::uint32_t> order(p.size());
  if (p.empty()) return order;
  const Extent e = extent(p);
  double longest = 0, mean_r = 0;
  for (int k = 0; k < 3; ++k) longest = std::max(longest, e.hi[k] - e.lo[k]);
  for (const PositionRadius& g : p.xr) mean_r += g.r;
  mean_r /= static_cast<double>(p.size());
  // Cubes of about two diameters: finer cells would only shuffle grains that share cache lines.
  const double limit = static_cast<double>((1 << kBitsPerAxis) - 1);
  const double cell = std::max({4 * mean_r, longest / limit, 1e-300});
  struct Key {
    std::uint64_t code;
    std::uint32_t id, row;
  };
  std::vector<Key> keys(p.size());
#pragma omp parallel for schedule(static)
  for (std::size_t s = 0; s < keys.size(); ++s) {
    std::uint64_t code = 0;
    for (int k = 0; k < 3; ++k) {
      const double c = std::clamp((p.xr[s].x[k] - e.lo[k]) / cell, 0.0, limit);
      code |= spread_bits(static_cast<std::uint64_t>(c)) << k;
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
