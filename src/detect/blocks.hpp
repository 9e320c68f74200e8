// Lists made by several threads, in an order that does not depend on them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace scree::detect {

// f(first, last, part) over blocks of n things; returns the parts of the blocks in their order. A
// block is the same whatever the number of threads.
template <class Part, class F>
std::vector<Part> in_blocks(std::size_t n, int threads, F f) {
  constexpr std::size_t block = 4096;
  const auto blocks = static_cast<std::int64_t>((n + block - 1) / block);
  std::vector<Part> parts(static_cast<std::size_t>(blocks));
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (blocks > 1)
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::size_t first = static_cast<std::size_t>(b) * block;
    f(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(std::min(n, first + block)),
      parts[static_cast<std::size_t>(b)]);
  }
  return parts;
}

}  // namespace scree::detect
