#include "detect/size_classes.hpp"

#include <omp.h>

#include <algorithm>

namespace scree::detect {
namespace {

using Bins = std::array<SizeClasses::Level, SizeClasses::kBins>;

// Counts of several threads add up to the same numbers in any order.
void count_bins(const DetectInput& in, const Survey& s, const SizeClasses& c, Bins& bins) {
  const auto n = static_cast<std::int64_t>(in.xr.size());
#pragma omp parallel if (n > 20000)
  {
    Bins mine{};
#pragma omp for schedule(static) nowait
    for (std::int64_t i = 0; i < n; ++i) {
      const auto row = static_cast<std::size_t>(i);
      if (!s.ordinary(row)) continue;
      const double r = in.xr[row].r, size = std::abs(r);
      SizeClasses::Level& bin = mine[static_cast<std::size_t>(c.bin(r))];
      ++bin.grains;
      bin.r_max = size > bin.r_max ? size : bin.r_max;
    }
#pragma omp critical(scree_size_classes)
    for (std::size_t b = 0; b < bins.size(); ++b) {
      bins[b].grains += mine[b].grains;
      bins[b].r_max = std::max(bins[b].r_max, mine[b].r_max);
    }
  }
}

}  // namespace

void classify(const DetectInput& in, const Survey& s, int max_levels, SizeClasses& c) {
  c.reach = std::abs(in.reach);
  const double widest = 2 * s.r_max + c.reach;
  c.widest = SizeClasses::leading_bits(widest);
  c.level_of_bin.fill(0);
  c.levels.clear();
  if (max_levels <= 1 || 2 * (2 * s.r_min + c.reach) >= widest) {
    c.levels.push_back({static_cast<std::uint32_t>(s.count), s.r_max});
    return;
  }
  Bins bins{};
  count_bins(in, s, c, bins);
  int taken = -1;  // last bin of the level that is open
  for (int b = 0; b < SizeClasses::kBins; ++b) {
    const SizeClasses::Level& bin = bins[static_cast<std::size_t>(b)];
    if (bin.grains == 0) continue;
    const bool full = static_cast<int>(c.levels.size()) == max_levels;
    if (b > taken && !full) {
      c.levels.push_back({0, bin.r_max});
      taken = b + SizeClasses::kBinsPerLevel - 1;
    }
    c.level_of_bin[static_cast<std::size_t>(b)] = static_cast<std::uint8_t>(c.levels.size() - 1);
    c.levels.back().grains += bin.grains;
    c.levels.back().r_max = std::max(c.levels.back().r_max, bin.r_max);
  }
}

}  // namespace scree::detect
