// Arrays of 32-bit numbers with a JSON head in front, as the page reads them:
//
//   "SCR1"   bytes of the head (u32)   the head, padded with blanks to a multiple of 4   the arrays
//
// Everything little endian. The head lists the arrays: {"name", "type": "f32" or "u32", "width",
// "count", "offset"}, the offset in bytes from the end of the head.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "base/vec3.hpp"
#include "run/folder/json.hpp"

namespace scree::view {

static_assert(std::endian::native == std::endian::little);

class PackedArrays {
 public:
  template <class T>
  void add(const std::string& name, std::size_t width, const std::vector<T>& values) {
    static_assert(sizeof(T) == 4);
    list_.push_back({{"name", name},
                     {"type", std::is_same_v<T, float> ? "f32" : "u32"},
                     {"width", width},
                     {"count", values.size() / width},
                     {"offset", bytes_.size()}});
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  std::string finish(run::Json head) const {
    head["arrays"] = list_;
    std::string text = run::json_text(head);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const auto length = static_cast<std::uint32_t>(text.size());
    std::string bytes = "SCR1";
    bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
    return bytes + text + bytes_;
  }

 private:
  run::Json list_ = run::Json::array();
  std::string bytes_;
};

// Beyond what 32 bits hold, and what is not a number: NaN, which the page draws grey or not at all.
inline float f32(double v) {
  return std::abs(v) < 3e38 ? static_cast<float>(v) : std::numeric_limits<float>::quiet_NaN();
}
inline void push(std::vector<float>& to, const Vec3& v) {
  to.insert(to.end(), {f32(v.x), f32(v.y), f32(v.z)});
}
inline run::Json finite(double v) { return std::isfinite(v) ? run::Json(v) : run::Json(nullptr); }
inline run::Json triple(const Vec3& v) { return {finite(v.x), finite(v.y), finite(v.z)}; }

}  // namespace scree::view
