// Sort of a few values by rank.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scree {

// Rank of each value by comparing all with all: no branch depends on the data, and a row of six
// costs about as much as two mispredicted branches. Precondition: n <= kMost, no two keys equal.
template <std::size_t kMost, class Value, class KeyOf>
void sort_by_rank(Value* values, std::size_t n, const KeyOf& key_of) {
  Value value[kMost];
  decltype(key_of(values[0])) key[kMost];
  std::uint32_t rank[kMost];
  for (std::size_t i = 0; i < n; ++i) {
    value[i] = values[i];
    key[i] = key_of(value[i]);
    std::uint32_t below = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint32_t greater = key[j] > key[i];
      rank[j] += greater;
      below += 1 - greater;
    }
    rank[i] = below;
  }
  for (std::size_t i = 0; i < n; ++i) values[rank[i]] = value[i];
}

}  // namespace scree
