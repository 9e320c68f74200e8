// A set of pairs of small numbers: open addressing, linear probing, no tombstones.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scree::detect {

class PairSet {
 public:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  }
  static std::uint32_t lower(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
  static std::uint32_t higher(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

  std::size_t size() const { return size_; }
  // All keys, and kEmpty between them.
  std::span<const std::uint64_t> slots() const { return slot_; }

  void clear() {
    slot_.assign(slot_.size(), kEmpty);
    size_ = 0;
  }
  bool contains(std::uint64_t key) const {
    if (size_ == 0) return false;
    return slot_[find(key)] == key;
  }
  void insert(std::uint64_t key) {
    if (2 * (size_ + 1) > slot_.size()) grow();
    const std::size_t at = find(key);
    size_ += slot_[at] == kEmpty;
    slot_[at] = key;
  }
  // Later keys of the same run move up, so that no search ends too early.
  void erase(std::uint64_t key) {
    if (size_ == 0) return;
    std::size_t hole = find(key);
    if (slot_[hole] != key) return;
    --size_;
    for (std::size_t at = (hole + 1) & mask_; slot_[at] != kEmpty; at = (at + 1) & mask_) {
      const std::size_t home = place(slot_[at]);
      if (((at - home) & mask_) < ((at - hole) & mask_)) continue;
      slot_[hole] = slot_[at];
      hole = at;
    }
    slot_[hole] = kEmpty;
  }

 private:
  std::size_t place(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ull) >> shift_) & mask_;
  }
  std::size_t find(std::uint64_t key) const {
    std::size_t at = place(key);
    while (slot_[at] != kEmpty && slot_[at] != key) at = (at + 1) & mask_;
    return at;
  }
  void grow() {
    std::vector<std::uint64_t> before = std::exchange(slot_, {});
    const std::size_t size = before.empty() ? 64 : 2 * before.size();
    slot_.assign(size, kEmpty);
    mask_ = size - 1;
    shift_ = 64;
    for (std::size_t s = size; s > 1; s /= 2) --shift_;
    for (const std::uint64_t key : before)
      if (key != kEmpty) slot_[find(key)] = key;
  }

  std::vector<std::uint64_t> slot_;
  std::size_t size_ = 0, mask_ = 0;
  int shift_ = 64;
};

}  // namespace scree::detect
