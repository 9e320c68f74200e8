// Counter-based random numbers (Philox 4x32-10, Salmon et al. 2011): a value depends only on
// (seed, stream, counter), never on threads or on who asked first.
#pragma once

#include <array>
#include <cstdint>

namespace scree {

class CounterRandom {
 public:
  constexpr CounterRandom(std::uint64_t seed, std::uint64_t stream)
      : seed_(seed), stream_(stream) {}

  // Four independent 32-bit words for one counter.
  constexpr std::array<std::uint32_t, 4> words(std::uint64_t counter) const {
    std::array<std::uint32_t, 4> c{lo(counter), hi(counter), lo(stream_), hi(stream_)};
    std::uint32_t k0 = lo(seed_), k1 = hi(seed_);
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t p0 = 0xD2511F53ull * c[0];
      const std::uint64_t p1 = 0xCD9E8D57ull * c[2];
      c = {hi(p1) ^ c[1] ^ k0, lo(p1), hi(p0) ^ c[3] ^ k1, lo(p0)};
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    return c;
  }

  // Uniform in [0, 1), 53 bits; `lane` 0 or 1 selects one of two values for the counter. Another
  // lane throws std::out_of_range: it would read whatever lies behind the words.
  constexpr double uniform(std::uint64_t counter, unsigned lane = 0) const {
    const auto w = words(counter);
    const std::uint64_t bits = (std::uint64_t{w.at(2 * lane)} << 32) | w.at(2 * lane + 1);
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
  }

 private:
  static constexpr std::uint32_t lo(std::uint64_t v) { return static_cast<std::uint32_t>(v); }
  static constexpr std::uint32_t hi(std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); }
  std::uint64_t seed_;
  std::uint64_t stream_;
};

}  // namespace scree
