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

// What a merger of two levels saves and costs, in nanoseconds of one core, roughly as measured. The
// grains are taken to lie as dense as a packing: where they do not, candidates are fewer still.
constexpr double kCandidate = 0.8;
constexpr double kHalfStencil = 11;  // volume that a grain searches, in cubes of the width
constexpr double kFineLooks = 100;   // a fine grain looks into a coarse level
constexpr double kCoarseLooks = 40;  // a coarse grain into a fine one,
constexpr double kPencil = 5;        // and for each pencil there
constexpr double kSolid = 0.5;

double width(const SizeClasses& c, double r) { return 2 * r + c.reach; }

double own_candidates(double grains, double w, double volume) {
  return grains * kCandidate * kHalfStencil * w * w * w * grains / volume;
}

bool better_as_one(const SizeClasses& c, const SizeClasses::Level& coarse,
                   const SizeClasses::Level& fine, double volume) {
  const double w_c = width(c, coarse.r_max), w_f = width(c, fine.r_max);
  const double across = (w_c + w_f) / w_f + 1;
  const double meet = std::min(kFineLooks * fine.grains,
                               coarse.grains * (kCoarseLooks + kPencil * across * across));
  const double n_c = coarse.grains, n_f = fine.grains;
  return own_candidates(n_c + n_f, w_c, volume) <
         own_candidates(n_c, w_c, volume) + own_candidates(n_f, w_f, volume) + meet;
}

// Levels that are better off as one, the widest first.
void merge_levels(SizeClasses& c, double volume) {
  std::vector<SizeClasses::Level> merged;
  std::vector<std::uint8_t> now(c.levels.size());
  for (std::size_t l = 0; l < c.levels.size(); ++l) {
    if (!merged.empty() && better_as_one(c, merged.back(), c.levels[l], volume))
      merged.back().grains += c.levels[l].grains;
    else
      merged.push_back(c.levels[l]);
    now[l] = static_cast<std::uint8_t>(merged.size() - 1);
  }
  for (std::uint8_t& l : c.level_of_bin) l = now[l];
  c.levels = std::move(merged);
}

}  // namespace

void classify(const DetectInput& in, const Survey& s, int max_levels, bool merge, SizeClasses& c) {
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
  double volume = 0;
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
    volume += 4.19 / kSolid * bin.grains * bin.r_max * bin.r_max * bin.r_max;
  }
  if (merge) merge_levels(c, volume);
}

}  // namespace scree::detect
