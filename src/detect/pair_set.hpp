// A set of pairs of small numbers, as a sorted array.
//
// What changes between two updates is little beside what stays: changes are sorted and merged in,
// stretches in between are copied as they are. Price: 8 bytes per pair read and written for each
// update that changes anything. Gain over a hash table: whatever walks over the pairs meets the
// lower numbers in order, so that what he keeps about them is read in order, too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace scree::detect {

class PairSet {
 public:
  static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  }
  static std::uint32_t lower(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
  static std::uint32_t higher(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

  std::size_t size() const { return keys_.size(); }
  std::span<const std::uint64_t> keys() const { return keys_; }  // ascending
  bool contains(std::uint64_t key) const {
    return std::binary_search(keys_.begin(), keys_.end(), key);
  }

  void clear() { keys_.clear(); }
  // Precondition: greater than all that are there.
  void append(std::uint64_t key) { keys_.push_back(key); }
  template <class Goes>
  void erase_if(const Goes& goes) {
    std::erase_if(keys_, goes);
  }
  // Takes out `removed`, then puts in `added`; keys may repeat, be there already or not be there.
  // Both lists are left sorted.
  void change(std::vector<std::uint64_t>& removed, std::vector<std::uint64_t>& added) {
    if (removed.empty() && added.empty()) return;
    std::sort(removed.begin(), removed.end());
    std::sort(added.begin(), added.end());
    merged_.clear();
    merged_.reserve(keys_.size() + added.size());
    const std::uint64_t* from = keys_.data();
    const std::uint64_t* const end = from + keys_.size();
    auto r = removed.begin(), a = added.begin();
    while (r != removed.end() || a != added.end()) {
      const bool adds = r == removed.end() || (a != added.end() && *a < *r);
      const std::uint64_t key = adds ? *a++ : *r++;
      const std::uint64_t* const to = first_not_below(from, end, key);
      merged_.insert(merged_.end(), from, to);
      from = to + (to != end && *to == key);
      if (adds && (merged_.empty() || merged_.back() != key)) merged_.push_back(key);
    }
    merged_.insert(merged_.end(), from, end);
    keys_.swap(merged_);
  }

 private:
  // By doubling strides: changes are often close together.
  static const std::uint64_t* first_not_below(const std::uint64_t* from, const std::uint64_t* end,
                                              std::uint64_t key) {
    std::ptrdiff_t stride = 1;
    while (stride < end - from && from[stride - 1] < key) from += stride, stride *= 2;
    return std::lower_bound(from, from + std::min(stride, end - from), key);
  }

  std::vector<std::uint64_t> keys_, merged_;
};

}  // namespace scree::detect
