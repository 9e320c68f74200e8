// What the targets share: the check that libFuzzer hears, and choices taken from the bytes.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace scree::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();  // libFuzzer keeps the input
}

// Takes numbers from the front of the input; zeros once it is used up.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      : left_(reinterpret_cast<const char*>(data), size) {}

  bool empty() const { return left_.empty(); }
  std::string_view rest() const { return left_; }
  template <class T>
  T take() {
    T value{};
    const std::string_view bytes = take_bytes(sizeof(T));
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  std::string_view take_bytes(std::size_t n) {
    const std::string_view bytes = left_.substr(0, n);
    left_.remove_prefix(bytes.size());
    return bytes;
  }
  // A number below n, from two bytes.
  std::size_t choose(std::size_t n) { return n > 0 ? take<std::uint16_t>() % n : 0; }

 private:
  std::string_view left_;
};

}  // namespace scree::fuzz
