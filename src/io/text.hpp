// Numbers in text files: the shortest digits that read back to the same double.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

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
inline void append(std::string& out, const Vec3& v, char between) {
  append(out, v.x), out += between, append(out, v.y), out += between, append(out, v.z);
}

}  // namespace scree
