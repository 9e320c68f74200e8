#include "sim/lists/row_order.hpp"

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

// Where a grain is sorted to. The primitives of a body, whose ids are consecutive, all go to the
// first of them and so lie together.
const Vec3& place_of(const Particles& p, std::size_t s) {
  if (!(p.ws[s].flags & kMember)) return p.xr[s].x;
  return p.xr[p.row_of()[p.ws[s].body - 1]].x;
}

// Cells of about two diameters: finer ones would only shuffle grains that share cache lines.
class Grid {
 public:
  Grid(const Particles& p, std::span<const float> work, double mean_r, int slabs) {
    const Extent e = extent(p);
    lo_ = e.lo;
    double longest = 0;
    for (int k = 0; k < 3; ++k) {
      const double length = e.hi[k] - e.lo[k];
      if (length > longest) longest = length, along_ = k;
    }
    cell_ = std::max({4 * mean_r, longest / kMostCells, 1e-300});
    for (const int k : {across(0), across(1)}) {
      const std::uint64_t cells = cell_of(e.hi[k] - e.lo[k]) + 1;
      const std::uint64_t strips = std::max<std::uint64_t>((cells + kStrip / 2) / kStrip, 1);
      width_[k] = (cells + strips - 1) / strips;
      strips_[k] = (cells + width_[k] - 1) / width_[k];
    }
    if (strips_[across(0)] * strips_[across(1)] > 1)
      cut(p, work, e, std::min<std::uint64_t>(slabs, cell_of(longest) / kThinnest + 1));
  }

  std::uint64_t code(const Vec3& x) const {
    const auto next = std::upper_bound(cuts_.begin(), cuts_.end(), x[along_]);
    const double begin = next == cuts_.begin() ? lo_[along_] : *(next - 1);
    auto code = static_cast<std::uint64_t>(next - cuts_.begin());
    std::uint64_t within = 0;
    for (int m = 0; m < 2; ++m) {
      const int k = across(m);
      const std::uint64_t cell = cell_of(x[k] - lo_[k]);
      code = code * strips_[k] + cell / width_[k];
      within |= spread2(cell % width_[k]) << m;
    }
    return (code << kAlongBits | cell_of(x[along_] - begin)) << kWithinBits | within;
  }

 private:
  static constexpr int kAlongBits = 16, kWithinBits = 10;
  static constexpr double kMostCells = (1 << kAlongBits) - 1;
  static constexpr std::uint64_t kStrip = 16;    // cells; at most half as many again
  static constexpr std::uint64_t kThinnest = 2;  // slab, in cells

  int across(int m) const { return (along_ + 1 + m) % 3; }

  std::uint64_t cell_of(double along) const {
    // Of a grain that has flown off to nowhere (the step's check will name it): 0.
    const double at = along / cell_;
    return static_cast<std::uint64_t>(at > 0 ? std::min(at, kMostCells) : 0.0);
  }

  // Into slabs of as much work.
  void cut(const Particles& p, std::span<const float> work, const Extent& e, std::uint64_t slabs) {
    constexpr std::size_t kBins = 4096;
    std::vector<double> in_bin(kBins);
    const double lo = e.lo[along_], width = (e.hi[along_] - lo) / kBins;
    double all = 0, sum = 0;
    for (std::size_t s = 0; s < p.size(); ++s) {
      const double at = (p.xr[s].x[along_] - lo) / width;
      in_bin[at > 0 ? static_cast<std::size_t>(std::min(at, kBins - 1.0)) : 0] += work[s];
      all += work[s];
    }
    for (std::size_t b = 0; b + 1 < kBins && cuts_.size() + 1 < slabs; ++b) {
      sum += in_bin[b];
      const double wanted =
          all * static_cast<double>(cuts_.size() + 1) / static_cast<double>(slabs);
      if (sum >= wanted) cuts_.push_back(lo + static_cast<double>(b + 1) * width);
    }
  }

  Vec3 lo_;
  int along_ = 0;
  double cell_ = 1;
  std::uint64_t width_[3] = {1, 1, 1}, strips_[3] = {1, 1, 1};
  std::vector<double> cuts_;  // between slabs
};

}  // namespace

std::uint32_t first_large_row(const Particles& p) {
  auto row = static_cast<std::uint32_t>(p.size());
  if (row == 0) return 0;
  const double large = kLarge * mean_radius(p);
  while (row > 0 && p.xr[row - 1].r > large) --row;
  return row;
}

std::vector<std::uint32_t> curve_order(const Particles& p, std::span<const float> work,
                                       int threads) {
  std::vector<std::uint32_t> order(p.size());
  if (p.empty()) return order;
  const double mean_r = mean_radius(p);
  const Grid grid(p, work, mean_r, threads);
  const double large = kLarge * mean_r;
  struct Key {
    std::uint64_t code;
    std::uint32_t id, row;
  };
  std::vector<Key> keys(p.size());
#pragma omp parallel for schedule(static)
  for (std::size_t s = 0; s < keys.size(); ++s)
    keys[s] = {p.xr[s].r > large ? ~std::uint64_t{0} : grid.code(place_of(p, s)), p.id[s].value,
               static_cast<std::uint32_t>(s)};
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return a.code != b.code ? a.code < b.code : a.id < b.id;
  });
  for (std::size_t r = 0; r < keys.size(); ++r) order[r] = keys[r].row;
  return order;
}

}  // namespace scree
