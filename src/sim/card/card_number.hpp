// What loops of a card do with numbers of rows and contacts: draw one, sort a few.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/macros.hpp"

namespace scree::card {

// The next number of a counter that many threads draw from. Which thread gets which is left to
// chance: whatever is put into such places is sorted afterwards.
HD std::uint32_t take_number(std::uint32_t* counter) {
#ifdef __CUDA_ARCH__
  return atomicAdd(counter, 1u);
#else
  return std::atomic_ref<std::uint32_t>(*counter).fetch_add(1, std::memory_order_relaxed);
#endif
}

// In place, by keys that differ: by insertion where they are few, else by a heap.
template <class Value, class KeyOf>
HD void sort_by(Value* values, std::size_t n, const KeyOf& key_of) {
  constexpr std::size_t kFew = 32;
  if (n <= kFew) {
    for (std::size_t k = 1; k < n; ++k) {
      const Value value = values[k];
      const auto key = key_of(value);
      std::size_t at = k;
      for (; at > 0 && key_of(values[at - 1]) > key; --at) values[at] = values[at - 1];
      values[at] = value;
    }
    return;
  }
  const auto sink = [&](std::size_t at, std::size_t end) {
    const Value value = values[at];
    const auto key = key_of(value);
    for (std::size_t child; (child = 2 * at + 1) < end; at = child) {
      if (child + 1 < end && key_of(values[child + 1]) > key_of(values[child])) ++child;
      if (!(key_of(values[child]) > key)) break;
      values[at] = values[child];
    }
    values[at] = value;
  };
  for (std::size_t k = n / 2; k-- > 0;) sink(k, n);
  for (std::size_t end = n - 1; end > 0; --end) {
    const Value last = values[end];
    values[end] = values[0];
    values[0] = last;
    sink(0, end);
  }
}

// Counters of a list that begins.
struct ZeroLoop {
  std::uint32_t* counter;

  template <class Sums>
  HD void operator()(std::size_t k, Sums&) const {
    counter[k] = 0;
  }
};

}  // namespace scree::card
