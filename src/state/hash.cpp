#include "state/hash.hpp"

#include <cstring>

namespace scree {
Hash128 hash_bytes(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  StateHasher h;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t word;
  for (; left >= sizeof word; left -= sizeof word, at += sizeof word) {
    std::memcpy(&word, at, sizeof word);
    h.add(word);
  }
  word = 0;
  if (left > 0) std::memcpy(&word, at, left);
  h.add(word);
  h.add(std::uint64_t{bytes.size()});
  return h.finish();
}

std::string to_string(const Hash128& h) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string s;
  for (const std::uint64_t word : {h.hi, h.lo})
    for (int shift = 60; shift >= 0; shift -= 4) s += digits[(word >> shift) & 15];
  return s;
}

}  // namespace scree
