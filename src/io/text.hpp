// Numbers and names in text files. Numbers have the shortest digits that read back to the same
// double.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include "base/safe_text.hpp"
#include "base/vec3.hpp"

namespace scree {

inline void append(std::string& out, double v) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, v);
  out.append(digits, end.ptr);
}
inline void append(std::string& out, std::uint64_t v) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, v);
  out.append(digits, end.ptr);
}
inline void append(std::string& out, std::uint32_t v) { append(out, std::uint64_t{v}); }
inline void append(std::string& out, std::uint8_t v) { append(out, std::uint64_t{v}); }
inline void append(std::string& out, const Vec3& v, char between) {
  append(out, v.x), out += between, append(out, v.y), out += between, append(out, v.z);
}

// A text as a cell of a table: made safe, so that it has no line breaks; quoted where it has a
// comma or a quote (RFC 4180).
inline std::string csv_cell(std::string_view text) {
  const std::string safe = safe_text(text);
  if (safe.find_first_of(",\"") == std::string::npos) return safe;
  std::string out = "\"";
  for (const char c : safe) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace scree
