// Counting sort by owner, then each short row by id.
//
// One thread: count, prefix, fill. Several: the pairs are first dealt into ranges of owners, one
// histogram per thread, so that no two threads ever count or write in the same row and no atomic is
// needed. Price: 8 bytes per pair written and read once more.
#include "detect/neighbor_list.hpp"

#include <omp.h>

#include <algorithm>

#include "base/rank_sort.hpp"

namespace scree {
namespace {

constexpr std::size_t kShortRow = 16;
constexpr std::size_t kParallelPairs = 20000;  // below, starting threads costs more than it saves
constexpr std::uint32_t kRangesPerThread = 8;  // rows differ in length: let threads share the rest

void sort_row(std::uint32_t* row, std::size_t k, const ParticleId* id) {
  if (k <= kShortRow)
    return sort_by_rank<kShortRow>(row, k, [id](std::uint32_t slot) { return id[slot].value; });
  std::sort(row, row + k, [id](std::uint32_t a, std::uint32_t b) { return id[a] < id[b]; });
}

// Rows [row_lo, row_hi) from their pairs, which fill `other` from `base` on. Works in place:
// begin[s + 1] counts row s, then holds its cursor, and ends as the end of row s.
void build_rows(std::span<const RowPair> pairs, std::uint32_t row_lo, std::uint32_t row_hi,
                std::uint32_t base, const ParticleId* id, std::uint32_t* begin,
                std::uint32_t* other) {
  std::fill(begin + row_lo + 1, begin + row_hi + 1, 0u);
  for (const RowPair& p : pairs) ++begin[p.first + 1];
  std::uint32_t sum = base;
  for (std::uint32_t s = row_lo; s < row_hi; ++s) {
    const std::uint32_t count = begin[s + 1];
    begin[s + 1] = sum;
    sum += count;
  }
  for (const RowPair& p : pairs) other[begin[p.first + 1]++] = p.second;
  std::uint32_t from = base;
  for (std::uint32_t s = row_lo; s < row_hi; ++s) {
    const std::uint32_t to = begin[s + 1];
    if (to - from > 1) sort_row(other + from, to - from, id);
    from = to;
  }
}

// Splits n things into `parts` nearly equal runs; the first of run k.
std::size_t split(std::size_t n, std::size_t k, std::size_t parts) { return n * k / parts; }

void build_parallel(std::span<const RowPair> pairs, std::span<const ParticleId> id,
                    NeighborList& list, int threads) {
  const auto n = static_cast<std::uint32_t>(id.size());
  const std::uint32_t wanted = static_cast<std::uint32_t>(threads) * kRangesPerThread;
  int shift = 0;
  while ((n >> shift) >= wanted) ++shift;
  const std::uint32_t ranges = (n >> shift) + 1;
  // offset[t][r]: where thread t puts its pairs of range r.
  std::vector<std::uint32_t> offset(static_cast<std::size_t>(threads) * ranges);
  std::vector<std::uint32_t> first(ranges + 1);
  list.scratch.resize(pairs.size());
#pragma omp parallel num_threads(threads)
  {
    const auto t = static_cast<std::size_t>(omp_get_thread_num());
    const auto team = static_cast<std::size_t>(omp_get_num_threads());
    const auto mine = pairs.subspan(split(pairs.size(), t, team), split(pairs.size(), t + 1, team) -
                                                                      split(pairs.size(), t, team));
    std::uint32_t* cursor = offset.data() + t * ranges;
    for (const RowPair& p : mine) ++cursor[p.first >> shift];
#pragma omp barrier
#pragma omp single
    {
      std::uint32_t sum = 0;
      for (std::uint32_t r = 0; r < ranges; ++r) {
        first[r] = sum;
        for (std::size_t u = 0; u < team; ++u) {
          const std::uint32_t count = offset[u * ranges + r];
          offset[u * ranges + r] = sum;
          sum += count;
        }
      }
      first[ranges] = sum;
    }
    for (const RowPair& p : mine) list.scratch[cursor[p.first >> shift]++] = p;
#pragma omp barrier
#pragma omp for schedule(dynamic, 1)
    for (std::uint32_t r = 0; r < ranges; ++r) {
      const std::uint32_t row_lo = r << shift;
      const auto row_hi =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(n, (std::uint64_t{r} + 1) << shift));
      build_rows(std::span<const RowPair>(list.scratch).subspan(first[r], first[r + 1] - first[r]),
                 row_lo, row_hi, first[r], id.data(), list.begin.data(), list.other.data());
    }
  }
}

}  // namespace

void build(std::span<const RowPair> pairs, std::span<const ParticleId> id, NeighborList& list) {
  list.begin.resize(id.size() + 1);
  list.begin[0] = 0;
  list.other.resize(pairs.size());
  const int threads = omp_get_max_threads();
  if (threads > 1 && pairs.size() >= kParallelPairs)
    return build_parallel(pairs, id, list, threads);
  build_rows(pairs, 0, static_cast<std::uint32_t>(id.size()), 0, id.data(), list.begin.data(),
             list.other.data());
}

}  // namespace scree
