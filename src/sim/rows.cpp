#include "sim/rows.hpp"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

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

// Cells of about two diameters: finer ones would only shuffle grains that share cache lines.
class Grid {
 public:
  Grid(const Extent& e, double mean_r) : lo_(e.lo) {
    double longest = 0;
    for (int k = 0; k < 3; ++k) {
      const double length = e.hi[k] - e.lo[k];
      if (length > longest) longest = length, along_ = k;
    }
    cell_ = std::max({4 * mean_r, longest / kMostCells, 1e-300});
    for (int k = 0; k < 3; ++k) {
      const std::uint64_t cells = cell_of(e.hi[k], k) + 1;
      const std::uint64_t blocks = std::max<std::uint64_t>((cells + kBlock / 2) / kBlock, 1);
      width_[k] = (cells + blocks - 1) / blocks;
      blocks_[k] = (cells + width_[k] - 1) / width_[k];
    }
  }

  std::uint64_t code(const Vec3& x) const {
    const int u = (along_ + 1) % 3, v = (along_ + 2) % 3;
    std::uint64_t c[3], block = 0;
    for (int k = 0; k < 3; ++k) c[k] = cell_of(x[k], k);
    for (const int k : {along_, u, v}) block = block * blocks_[k] + c[k] / width_[k];
    const std::uint64_t within = spread2(c[u] % width_[u]) | spread2(c[v] % width_[v]) << 1;
    return (block * width_[along_] + c[along_] % width_[along_]) << 2 * kBits | within;
  }

 private:
  static constexpr double kMostCells = 65535;
  static constexpr std::uint64_t kBlock = 16;
  static constexpr int kBits = 5;  // of a cell's place in its block

  std::uint64_t cell_of(double x, int k) const {
    // Of a grain that has flown off to nowhere (the step's check will name it): 0.
    const double at = (x - lo_[k]) / cell_;
    return static_cast<std::uint64_t>(at > 0 ? std::min(at, kMostCells) : 0.0);
  }

  Vec3 lo_;
  int along_ = 0;
  double cell_ = 1;
  std::uint64_t width_[3] = {}, blocks_[3] = {};
};

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
  const double mean_r = mean_radius(p);
  const Grid grid(extent(p), mean_r);
  const double large = kLarge * mean_r;
  struct Key {
    std::uint64_t code;
    std::uint32_t id, row;
  };
  std::vector<Key> keys(p.size());
#pragma omp parallel for schedule(static)
  for (std::size_t s = 0; s < keys.size(); ++s)
    keys[s] = {p.xr[s].r > large ? ~std::uint64_t{0} : grid.code(p.xr[s].x), p.id[s].value,
               static_cast<std::uint32_t>(s)};
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return a.code != b.code ? a.code < b.code : a.id < b.id;
  });
  for (std::size_t r = 0; r < keys.size(); ++r) order[r] = keys[r].row;
  return order;
}

}  // namespace scree
