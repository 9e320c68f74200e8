#include "state/hash.hpp"

namespace scree {
namespace {

std::uint64_t mix(std::uint64_t v) {
  v ^= v >> 32;
  v *= 0xE9846AF9B1A615Dull;
  v ^= v >> 32;
  v *= 0xE9846AF9B1A615Dull;
  v ^= v >> 28;
  return v;
}

}  // namespace

Hash128 StateHasher::finish() const {
  const std::uint64_t a = mix(a_ ^ count_);
  const std::uint64_t b = mix(b_ + std::rotl(a, 17));
  return {a ^ mix(b + 0x9E3779B97F4A7C15ull), b};
}

std::string to_string(const Hash128& h) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string s;
  for (const std::uint64_t word : {h.hi, h.lo})
    for (int shift = 60; shift >= 0; shift -= 4) s += digits[(word >> shift) & 15];
  return s;
}

}  // namespace scree
