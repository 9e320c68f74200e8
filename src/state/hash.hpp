// A 128-bit hash of a chain of words, for equality only (not cryptographic): two lanes of
// multiply-xorshift over 64-bit words, then a strong final mix. Same bits in, same hash out, on any
// machine. Lane a and the final mix are one-to-one, so another word in one place is always seen.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "state/fields.hpp"

namespace scree {

struct Hash128 {
  std::uint64_t lo = 0, hi = 0;
  bool operator==(const Hash128&) const = default;
};
std::string to_string(const Hash128& h);  // 32 hexadecimal digits

class StateHasher {
 public:
  void add(std::uint64_t word) {
    a_ = (a_ ^ word) * 0x9FB21C651E98DF25ull;
    a_ ^= a_ >> 32;
    b_ = (b_ + word) * 0xD6E8FEB86659FD93ull;
    b_ ^= std::rotr(b_, 29) ^ a_;
    ++count_;
  }
  void add(double v) { add(std::bit_cast<std::uint64_t>(v)); }
  Hash128 finish() const {
    const std::uint64_t a = mix(a_ ^ count_);
    const std::uint64_t b = mix(b_ + std::rotl(a, 17));
    return {a ^ mix(b + 0x9E3779B97F4A7C15ull), b};
  }

 private:
  static std::uint64_t mix(std::uint64_t v) {
    v ^= v >> 32;
    v *= 0xE9846AF9B1A615Dull;
    v ^= v >> 32;
    v *= 0xE9846AF9B1A615Dull;
    v ^= v >> 28;
    return v;
  }

  std::uint64_t a_ = 0x243F6A8885A308D3ull, b_ = 0x13198A2E03707344ull, count_ = 0;
};

// A visitor that hashes one row of a table (state/fields.hpp): keys and doubles are words by
// themselves, integers after one another share a word as long as it has room, the first highest.
class RowHasher {
 public:
  RowHasher(StateHasher& h, std::size_t row) : h_(h), row_(row) {}
  ~RowHasher() { flush(); }
  RowHasher(const RowHasher&) = delete;
  RowHasher& operator=(const RowHasher&) = delete;

  template <class N>
  void operator()(const FieldInfo& info, const FieldSpan<N>& span) {
    if (!info.has(kHashed)) return;
    if (info.has(kKey)) flush();
    const N* v = span[row_];
    for (std::size_t k = 0; k < span.width(); ++k) add(v[k]);
    if (info.has(kKey)) flush();
  }

 private:
  void add(double v) { flush(), h_.add(v); }
  template <class N>
  requires std::is_unsigned_v<N>
  void add(N v) {
    constexpr int bits = 8 * sizeof(N);
    if (used_ + bits > 64) flush();
    word_ = bits < 64 ? word_ << (bits & 63) | v : v;
    used_ += bits;
  }
  void flush() {
    if (used_ > 0) h_.add(word_);
    word_ = 0, used_ = 0;
  }

  StateHasher& h_;
  std::size_t row_;
  std::uint64_t word_ = 0;
  int used_ = 0;
};

// Of bytes of any length: the words in little-endian order, the last one filled up with zeros, then
// the length.
Hash128 hash_bytes(std::string_view bytes);

}  // namespace scree
