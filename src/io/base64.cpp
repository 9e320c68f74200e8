#include "io/base64.hpp"

namespace scree {

void append_base64(std::string& out, std::span<const unsigned char> bytes) {
  static constexpr char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t n = bytes.size();
  std::size_t at = out.size();
  out.resize(at + (n + 2) / 3 * 4);
  for (std::size_t k = 0; k < n; k += 3) {
    const unsigned a = bytes[k];
    const unsigned b = k + 1 < n ? bytes[k + 1] : 0;
    const unsigned c = k + 2 < n ? bytes[k + 2] : 0;
    const unsigned w = a << 16 | b << 8 | c;
    out[at++] = digits[w >> 18 & 63];
    out[at++] = digits[w >> 12 & 63];
    out[at++] = k + 1 < n ? digits[w >> 6 & 63] : '=';
    out[at++] = k + 2 < n ? digits[w & 63] : '=';
  }
}

}  // namespace scree
