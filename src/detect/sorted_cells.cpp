// Laying the cells and sorting grains into them; the search is in sorted_cells_search.cpp.
#include "detect/sorted_cells.hpp"

#include <omp.h>

#include <numeric>
#include <utility>

#include "detect/brute_force.hpp"
#include "detect/lazarevic.hpp"

namespace scree::detect {
namespace {

constexpr int kBucketBits = 11;              // cells of a bucket at least: 8 kB of counters
constexpr std::uint32_t kMaxBuckets = 2048;  // streams that one pass writes at once
constexpr double kCellsPerGrain = 6;         // empty space may cost this much
constexpr double kFewCells = 4096;
constexpr std::uint64_t kCrowd = 64;  // mean population that a grain finds in its cell

// The key of a grain is its cell, and whether it is fixed: flags are read in row order, not again
// in cell order, where each would cost a cache line.
constexpr std::uint32_t kFixedBit = 0x80000000u;
constexpr std::uint32_t kCellBits = kFixedBit - 1;

// Bare pointers: a store of a byte might alias the vectors themselves, which would be read again
// for every grain.
struct CellPointers {
  double *x, *y, *z, *r;
  std::uint32_t *slot, *id, *cell;
  std::uint8_t* fixed;
  explicit CellPointers(CellArrays& a)
      : x(a.x.data()),
        y(a.y.data()),
        z(a.z.data()),
        r(a.r.data()),
        slot(a.slot.data()),
        id(a.id.data()),
        cell(a.cell.data()),
        fixed(a.fixed.data()) {}
};

int team_size(std::size_t grains) { return grains < 4000 ? 1 : omp_get_max_threads(); }

}  // namespace

SortedCells::SortedCells(int max_levels)
    : max_levels(max_levels), scan_(scan_functions().front()) {}
SortedCells::~SortedCells() = default;

void SortedCells::find(const DetectInput& in, std::vector<RowPair>& pairs) {
  if (nothing_can_pair(in)) return pairs.clear();
  survey(in, survey_);
  if (!std::isfinite(2 * survey_.r_max + std::abs(in.reach))) return find_brute(in, pairs);
  if (survey_.count > 1) {
    classify(in, survey_, max_levels, merge_levels, classes_);
    plan(in);
    sort(in);
    if (crowded()) {
      if (!sparse_) sparse_ = std::make_unique<Lazarevic>();
      return sparse_->find(in, pairs);
    }
    search(in, pairs);
  } else {
    pairs.clear();
  }
  add_stray_pairs(in, survey_, pairs);
}

void SortedCells::plan(const DetectInput& in) {
  constants_ = {in.reach, in.box.lengths(), in.box.inverse_lengths()};
  levels_.assign(classes_.levels.size(), {});
  cells_ = 0;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    LevelGrid& g = levels_[l];
    g.grains = classes_.levels[l].grains;
    g.r_max = classes_.levels[l].r_max;
    g.first_cell = cells_;
    plan_level(in, g);
    cells_ += g.cells;
  }
}

void SortedCells::plan_level(const DetectInput& in, LevelGrid& g) const {
  const double distance = 2 * g.r_max + std::abs(in.reach);
  g.axis[0] = plan_axis(in, survey_, 0, distance, cells_per_reach);
  g.axis[1] = plan_axis(in, survey_, 1, distance, 1);
  g.axis[2] = plan_axis(in, survey_, 2, distance, 1);
  g.per_reach = cells_per_reach;
  const double few = levels_.size() == 1 ? kFewCells : kFewCells / 8;
  const double most = 0x1p30 / static_cast<double>(levels_.size());
  const double budget = std::min(std::max(kCellsPerGrain * g.grains, few), most);
  const auto total = [&g] { return static_cast<double>(g.axis[0].n) * g.axis[1].n * g.axis[2].n; };
  while (total() > budget) {
    std::max_element(g.axis, g.axis + 3, [](const auto& a, const auto& b) {
      return a.n < b.n;
    })->shrink();
    g.shrunk = true;
  }
  g.cells = g.axis[0].n * g.axis[1].n * g.axis[2].n;
  for (int k = 0; k < 3; ++k) {
    const int reach_cells = k == 0 ? g.per_reach : 1;
    const auto n = static_cast<int>(g.axis[k].n);
    if (g.axis[k].cyclic && n < 2 * reach_cells + 1) g.tight = true;
    // Straight differences are nearest images while they stay below half a period.
    if (g.axis[k].periodic && (g.axis[k].wrap || n < 2 * reach_cells + 3)) g.image = true;
  }
}

// Two passes of a stable counting sort, coarse then fine: the first deals grains into buckets of
// neighbouring cells (a histogram per thread, no atomics), the second sorts each bucket within the
// first-level cache. The order does not depend on the number of threads.
void SortedCells::sort(const DetectInput& in) {
  const std::size_t rows = in.xr.size();
  const int threads = team_size(rows);
  const bool one_level = levels_.size() == 1;
  bucket_shift_ = kBucketBits;
  while ((cells_ >> bucket_shift_) >= kMaxBuckets) ++bucket_shift_;
  const std::uint32_t buckets = ((cells_ - 1) >> bucket_shift_) + 1;
  start_.resize(std::size_t{cells_} + 1);
  start_[cells_] = static_cast<std::uint32_t>(survey_.count);
  key_.resize(rows);
  keyed_.resize(survey_.count);
  grains_.resize(survey_.count);
  bucket_start_.assign(buckets + 1, 0);
  bucket_squares_.assign(buckets, 0);
  std::vector<std::uint32_t> histogram(static_cast<std::size_t>(threads) * buckets);
#pragma omp parallel num_threads(threads)
  {
    const auto t = static_cast<std::size_t>(omp_get_thread_num());
    const auto team = static_cast<std::size_t>(omp_get_num_threads());
    const std::size_t from = rows * t / team, to = rows * (t + 1) / team;
    std::uint32_t* mine = histogram.data() + t * buckets;
    for (std::size_t i = from; i < to; ++i) {
      if (!survey_.ordinary(i)) continue;
      const LevelGrid& g = levels_[one_level ? 0 : classes_.level(in.xr[i].r)];
      const std::uint32_t cell = g.cell_of(in.xr[i].x);
      key_[i] = cell | (in.ws[i].flags & kFixed ? kFixedBit : 0);
      ++mine[cell >> bucket_shift_];
    }
#pragma omp barrier
#pragma omp single
    {
      std::uint32_t sum = 0;
      for (std::uint32_t b = 0; b < buckets; ++b) {
        bucket_start_[b] = sum;
        for (std::size_t u = 0; u < team; ++u)
          sum += std::exchange(histogram[u * buckets + b], sum);
      }
      bucket_start_[buckets] = sum;
    }
    for (std::size_t i = from; i < to; ++i) {
      if (!survey_.ordinary(i)) continue;
      keyed_[mine[(key_[i] & kCellBits) >> bucket_shift_]++] = {key_[i],
                                                                static_cast<std::uint32_t>(i)};
    }
#pragma omp barrier
#pragma omp for schedule(dynamic, 4)
    for (std::uint32_t b = 0; b < buckets; ++b) sort_bucket(in, b);
  }
}

// Cell ends first, then grains from last to first, each moving its cell's mark down: the marks
// end as cell starts, and no bucket writes outside its own cells.
void SortedCells::sort_bucket(const DetectInput& in, std::uint32_t bucket) {
  const std::uint32_t first = bucket << bucket_shift_;
  const auto last = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(cells_, (std::uint64_t{bucket} + 1) << bucket_shift_));
  std::uint32_t* const start = start_.data();
  std::fill(start + first, start + last, 0u);
  const std::uint32_t from = bucket_start_[bucket], to = bucket_start_[bucket + 1];
  for (std::uint32_t k = from; k < to; ++k) ++start[keyed_[k].key & kCellBits];
  std::uint32_t sum = from;
  std::uint64_t squares = 0;
  for (std::uint32_t c = first; c < last; ++c) {
    squares += std::uint64_t{start[c]} * start[c];
    sum += start[c];
    start[c] = sum;
  }
  bucket_squares_[bucket] = squares;
  const CellPointers to_grains(grains_);
  for (std::uint32_t k = to; k-- > from;) {
    const auto [key, row] = keyed_[k];
    const std::uint32_t at = --start[key & kCellBits];
    const PositionRadius& g = in.xr[row];
    to_grains.x[at] = g.x.x;
    to_grains.y[at] = g.x.y;
    to_grains.z[at] = g.x.z;
    to_grains.r[at] = g.r;
    to_grains.slot[at] = row;
    to_grains.id[at] = in.id[row].value;
    to_grains.cell[at] = key & kCellBits;
    to_grains.fixed[at] = key & kFixedBit ? 0xff : 0;
  }
}

// Folded or widened cells can hold many grains that are far apart; then only a table of the
// occupied cubes keeps the search linear.
bool SortedCells::crowded() const {
  if (std::none_of(levels_.begin(), levels_.end(), [](const auto& g) { return g.shrunk; }))
    return false;
  const std::uint64_t squares =
      std::accumulate(bucket_squares_.begin(), bucket_squares_.end(), std::uint64_t{0});
  return squares > kCrowd * survey_.count;
}

}  // namespace scree::detect
