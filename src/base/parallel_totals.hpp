// Sums, counts and greatest values of a loop on several threads.
//
// Who does what is left to chance: a thread takes the next block when it is done with one, so that
// a core that is busy with something else holds nothing up. The result does not depend on it as
// long as the totals do not depend on order and grouping: exact sums (base/bulk_sum.hpp), counts,
// maxima.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace scree {

// One copy of the empty totals per thread. On the heap, each by itself: they are large, stacks of
// threads may be small, and no two threads write to one cache line for long.
template <class Totals>
class TotalsPerThread {
 public:
  TotalsPerThread(int threads, const Totals& empty) {
    for (int t = 0; t < threads; ++t) parts_.push_back(std::make_unique<Totals>(empty));
  }
  Totals& of(int thread) { return *parts_[static_cast<std::size_t>(thread)]; }

  // What all threads have together. Call once.
  Totals sum() {
    for (std::size_t t = 1; t < parts_.size(); ++t) *parts_[0] += std::move(*parts_[t]);
    return std::move(*parts_[0]);
  }

 private:
  std::vector<std::unique_ptr<Totals>> parts_;
};

inline constexpr std::size_t kTotalsBlock = 2048;  // some ten microseconds of work

// Threads that have a block to do.
inline int threads_for(std::size_t n, int threads) {
  const std::size_t blocks = (n + kTotalsBlock - 1) / kTotalsBlock;
  return std::max(
      1, static_cast<int>(std::min(blocks, static_cast<std::size_t>(std::max(threads, 1)))));
}

// f(first, last, thread) for blocks that make up [0, n).
template <class F>
void parallel_blocks(std::size_t n, int threads, F&& f) {
  const auto blocks = static_cast<std::int64_t>((n + kTotalsBlock - 1) / kTotalsBlock);
  const int used = threads_for(n, threads);
#pragma omp parallel for schedule(dynamic) num_threads(used) if (used > 1)
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::size_t first = static_cast<std::size_t>(b) * kTotalsBlock;
    f(first, std::min(first + kTotalsBlock, n), used > 1 ? omp_get_thread_num() : 0);
  }
}

// The totals of all k in [0, n): f(first, last, totals) adds those of one block.
template <class Totals, class F>
Totals parallel_totals(std::size_t n, int threads, const Totals& empty, F&& f) {
  TotalsPerThread<Totals> totals(threads_for(n, threads), empty);
  parallel_blocks(n, threads, [&](std::size_t first, std::size_t last, int thread) {
    f(first, last, totals.of(thread));
  });
  return totals.sum();
}

}  // namespace scree
