#include "geometry/triangulation/hilbert.hpp"

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
template <class Word>
void every_third_bit(Word& v) {
  v = (v | v << 32) & 0x001f00000000ffff;
  v = (v | v << 16) & 0x001f0000ff0000ff;
  v = (v | v << 8) & 0x100f00f00f00f00f;
  v = (v | v << 4) & 0x10c30c30c30c30c3;
  v = (v | v << 2) & 0x1249249249249249;
}

// Eight cells at a time: each bit waits for the one before, and one key would be mostly waiting.
constexpr std::size_t lanes = 8;
typedef std::uint32_t Words __attribute__((vector_size(4 * lanes)));
typedef std::uint64_t Keys __attribute__((vector_size(8 * lanes)));

// Skilling (2004): from the top bit down, undo the reflections and exchanges of the axes that the
// curve makes in each octant; then a Gray code across the axes. Masks instead of branches: every
// bit is a coin toss.
void hilbert_keys(Words (&a)[3], Keys& out) {
  Words set;
  const auto where_set = [&set](const Words& v, std::uint32_t q) {
    set = reinterpret_cast<Words>((v & q) != 0) & (q - 1);
  };
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1)
    for (Words& v : a) {
      where_set(v, q);
      const Words t = (a[0] ^ v) & ((q - 1) ^ set);
      a[0] ^= set | t;
      v ^= t;
    }
  a[1] ^= a[0];
  a[2] ^= a[1];
  Words t{};
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1) where_set(a[2], q), t ^= set;
  out = Keys{};
  for (const Words& v : a) {
    Keys spread = __builtin_convertvector(v ^ t, Keys);
    every_third_bit(spread);
    out = out << 1 | spread;
  }
}

using Keyed = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

// Each site's key and row.
Keyed keyed_rows(std::span<const Site> sites) {
  const Range range[3] = {range_of(sites, 0), range_of(sites, 1), range_of(sites, 2)};
  Keyed keyed(sites.size());
  for (std::size_t first = 0; first < sites.size(); first += lanes) {
    const std::size_t count = std::min(lanes, sites.size() - first);
    Words a[3] = {};
    for (std::size_t i = 0; i < count; ++i)
      for (int k = 0; k < 3; ++k) a[k][i] = cell_of(sites[first + i].x[k], range[k]);
    Keys keys;
    hilbert_keys(a, keys);
    for (std::size_t i = 0; i < count; ++i)
      keyed[first + i] = {std::uint64_t{keys[i]}, static_cast<std::uint32_t>(first + i)};
  }
  return keyed;
}

std::vector<std::uint32_t> sorted_rows(Keyed& keyed) {
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::uint32_t> order(keyed.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = keyed[i].second;
  return order;
}

}  // namespace

std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  Words a[3] = {Words{} + x, Words{} + y, Words{} + z};
  Keys keys;
  hilbert_keys(a, keys);
  return keys[0];
}

std::vector<std::uint32_t> spatial_order(std::span<const Site> sites) {
  if (sites.empty()) return {};
  Keyed keyed = keyed_rows(sites);
  return sorted_rows(keyed);
}

std::vector<std::uint32_t> insertion_order(std::span<const Site> sites) {
  if (sites.empty()) return {};
  const CounterRandom random(0x5c2ee, 0);
  // Three random bits all zero: one round earlier, so the last round has 7/8 of the sites.
  const int last = (std::bit_width(sites.size()) + 2) / 3;
  Keyed keyed = keyed_rows(sites);
  for (auto& [key, row] : keyed) {
    const int earlier = std::min(std::countr_zero(random.words(row)[0]) / 3, last);
    key |= std::uint64_t(last - earlier) << 60;
  }
  return sorted_rows(keyed);
}

}  // namespace scree::geometry
