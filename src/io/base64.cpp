#include "io/base64.hpp"

#include <array>
#include <cstdint>

namespace scree {
namespace {

constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> kValues = [] {
  std::array<std::int8_t, 256> v{};
  v.fill(-1);
  for (int k = 0; k < 64; ++k)
    v[static_cast<unsigned char>(digits[k])] = static_cast<std::int8_t>(k);
  return v;
}();

}  // namespace

void append_base64(std::string& out, std::span<const unsigned char> bytes) {
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

std::optional<std::vector<unsigned char>> decode_base64(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return std::vector<unsigned char>{};
  text = text.substr(first, text.find_last_not_of(blanks) - first + 1);
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  const std::size_t size = text.size() / 4 * 3 - padding;
  std::vector<unsigned char> out(size + padding);
  for (std::size_t k = 0, at = 0; k < text.size(); k += 4, at += 3) {
    std::uint32_t w = 0;
    for (std::size_t c = k; c < k + 4; ++c) {
      const int v = c + padding >= text.size() ? 0 : kValues[static_cast<unsigned char>(text[c])];
      if (v < 0) return std::nullopt;
      w = w << 6 | static_cast<std::uint32_t>(v);
    }
    out[at] = static_cast<unsigned char>(w >> 16);
    out[at + 1] = static_cast<unsigned char>(w >> 8);
    out[at + 2] = static_cast<unsigned char>(w);
  }
  for (std::size_t k = size; k < out.size(); ++k)
    if (out[k] != 0) return std::nullopt;
  out.resize(size);
  return out;
}

}  // namespace scree
