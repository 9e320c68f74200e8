#include "geometry/hilbert.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/random.hpp"

namespace scree::geometry {
namespace {

constexpr int bits = 20;

struct Range {
  double low = 0, scale = 0;  // v -> (v - low) * scale in [0, 2^bits)
};

Range range_of(std::span<const Site> sites, int axis) {
  double low = sites[0].x[axis], high = low;
  for (const Site& s : sites) low = std::min(low, s.x[axis]), high = std::max(high, s.x[axis]);
  return {low, high > low ? (double(1u << bits) - 1) / (high - low) : 0};
}

std::uint32_t cell_of(double v, const Range& r) {
  // Clamped: rounding, and a scale that overflows for extents below the normal range.
  const double t = (v - r.low) * r.scale;
  return t >= 0 && t < double(1u << bits) ? static_cast<std::uint32_t>(t) : 0;
}

// Bit k of v (of 21) to bit 3k.
std::uint64_t every_third_bit(std::uint64_t v) {
  v = (v | v << 32) & 0x001f00000000ffff;
  v = (v | v << 16) & 0x001f0000ff0000ff;
  v = (v | v << 8) & 0x100f00f00f00f00f;
  v = (v | v << 4) & 0x10c30c30c30c30c3;
  return (v | v << 2) & 0x1249249249249249;
}

}  // namespace

// Skilling (2004): from the top bit down, undo the reflections and exchanges of the axes that the
// curve makes in each octant; then a Gray code across the axes. Masks instead of branches: every
// bit is a coin toss.
std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  std::uint32_t a[3] = {x, y, z};
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1) {
    const std::uint32_t below = q - 1;
    for (std::uint32_t& v : a) {
      const std::uint32_t set = (v & q) != 0 ? below : 0;
      const std::uint32_t t = (a[0] ^ v) & (below ^ set);
      a[0] ^= set | t;
      v ^= t;
    }
  }
  a[1] ^= a[0];
  a[2] ^= a[1];
  std::uint32_t t = 0;
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1) t ^= (a[2] & q) != 0 ? q - 1 : 0;
  return every_third_bit(a[0] ^ t) << 2 | every_third_bit(a[1] ^ t) << 1 |
         every_third_bit(a[2] ^ t);
}

std::vector<std::uint32_t> spatial_order(std::span<const Site> sites) {
  if (sites.empty()) return {};
  const Range rx = range_of(sites, 0), ry = range_of(sites, 1), rz = range_of(sites, 2);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed(sites.size());
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const Vec3& x = sites[i].x;
    keyed[i] = {hilbert_key(cell_of(x.x, rx), cell_of(x.y, ry), cell_of(x.z, rz)), i};
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::uint32_t> order(sites.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = keyed[i].second;
  return order;
}

std::vector<std::uint32_t> insertion_order(std::span<const Site> sites) {
  if (sites.empty()) return {};
  const Range rx = range_of(sites, 0), ry = range_of(sites, 1), rz = range_of(sites, 2);
  const CounterRandom random(0x5c2ee, 0);
  // Three random bits all zero: one round earlier, so the last round has 7/8 of the sites.
  const int last = (std::bit_width(sites.size()) + 2) / 3;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed(sites.size());
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const int earlier = std::min(std::countr_zero(random.words(i)[0]) / 3, last);
    const Vec3& x = sites[i].x;
    const std::uint64_t key = hilbert_key(cell_of(x.x, rx), cell_of(x.y, ry), cell_of(x.z, rz));
    keyed[i] = {std::uint64_t(last - earlier) << 60 | key, i};
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::uint32_t> order(sites.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = keyed[i].second;
  return order;
}

}  // namespace scree::geometry
