// Which pairs of a list are there for the first time.
//
// Eight slots for each lower member, one cache line or less, hold nearly all of them; what finds
// them full goes to a table of its own (a large grain among small ones has hundreds of partners).
// Shards by lower member let several threads work on one list: the answer does not depend on them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace scree::detect {

class PairFilter {
 public:
  using Pair = std::array<std::uint32_t, 2>;

  // first[p]: pairs[p] does not occur before p. Members are below `members`, the lower one first.
  void find_first(std::span<const Pair> pairs, std::size_t members, int threads,
                  std::vector<std::uint8_t>& first) {
    slots_.assign(members * kSlots, kNone);
    first.resize(pairs.size());
    const std::size_t shard = (members + threads - 1) / threads;
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (threads > 1)
    for (int s = 0; s < threads; ++s) {
      Overflow overflow;
      for (std::size_t p = 0; p < pairs.size(); ++p)
        if (pairs[p][0] - s * shard < shard) first[p] = enter(pairs[p], overflow);
    }
  }

 private:
  static constexpr std::size_t kSlots = 8;
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // Open addressing, at most half full.
  struct Overflow {
    std::vector<std::uint64_t> keys;
    std::size_t count = 0;

    static std::size_t bucket(std::uint64_t key, std::size_t size) {
      return (key * 0x9e3779b97f4a7c15u) >> 32 & (size - 1);
    }
    bool put(std::uint64_t key) {
      std::size_t at = bucket(key, keys.size());
      while (keys[at] != ~std::uint64_t{0} && keys[at] != key) at = (at + 1) & (keys.size() - 1);
      if (keys[at] == key) return false;
      keys[at] = key;
      return true;
    }
    bool enter(std::uint64_t key) {
      if (2 * count >= keys.size()) {
        std::vector<std::uint64_t> old(std::max<std::size_t>(64, 2 * keys.size()),
                                       ~std::uint64_t{0});
        old.swap(keys);
        for (const std::uint64_t k : old)
          if (k != ~std::uint64_t{0}) put(k);
      }
      const bool is_new = put(key);
      count += is_new;
      return is_new;
    }
  };

  bool enter(const Pair& pair, Overflow& overflow) {
    std::uint32_t* slot = &slots_[pair[0] * kSlots];
    for (std::size_t k = 0; k < kSlots; ++k) {
      if (slot[k] == pair[1]) return false;
      if (slot[k] != kNone) continue;
      slot[k] = pair[1];
      return true;
    }
    return overflow.enter(std::uint64_t{pair[0]} << 32 | pair[1]);
  }

  std::vector<std::uint32_t> slots_;
};

}  // namespace scree::detect
