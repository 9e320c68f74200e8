// Certificates of the cells, 10 bytes each: how far their vertices may still move.
//
// One budget for each facet, kept on both sides of it, and one for the orientation (the width), in
// units of unit(), rounded down. 0: used up, or never certified; the predicate must be evaluated
// again. certify.hpp sets them, charges.hpp takes off what the vertices moved. While they are off
// every update tests everything (cell_tests.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/memory.hpp"
#include "base/simd.hpp"
#include "geometry/scratch.hpp"

namespace scree::geometry {

class Budgets {
 public:
  static constexpr std::uint16_t largest = 65535;

  bool on() const { return on_; }
  double unit() const { return unit_; }
  void set_unit(double unit) { unit_ = unit; }
  // All 0, for so many cells, with room for `capacity`.
  void switch_on(std::size_t cells, std::size_t capacity);
  void switch_off() { on_ = false; }
  void switch_off_and_release() { on_ = false, release(facet_), release(width_); }

  void add_cell() {
    if (on_) facet_.emplace_back(), width_.emplace_back();
  }
  void reserve(std::size_t cells) {
    if (on_) facet_.reserve(cells), width_.reserve(cells);
  }
  void clear(std::uint32_t cell) {
    if (on_) facet_[cell] = {}, width_[cell] = 0;
  }
  std::uint16_t from_length(double length) const {
    return static_cast<std::uint16_t>(std::min(length / unit_, double{largest}));
  }

  // Preconditions of all below: on(). A facet is cell << 2 | slot.
  std::uint16_t facet(std::uint32_t facet) const { return facet_[facet >> 2][facet & 3]; }
  std::uint16_t width(std::uint32_t cell) const { return width_[cell]; }
  void set_width(std::uint32_t cell, std::uint16_t budget) { width_[cell] = budget; }
  void set_facet(std::uint32_t facet, std::uint32_t across, std::uint16_t budget) {
    facet_[facet >> 2][facet & 3] = budget;
    facet_[across >> 2][across & 3] = budget;
  }
  // Takes the charge off the budgets, down to 0 at the least. True: one is 0.
  bool charge_facets(std::uint32_t cell, std::uint16_t charge);
  bool charge_width(std::uint32_t cell, std::uint16_t charge) {
    std::uint16_t& w = width_[cell];
    w = w > charge ? w - charge : 0;
    return w == 0;
  }
  const void* address(std::uint32_t cell) const { return &facet_[cell]; }  // to prefetch

  std::size_t memory_bytes() const { return capacity_bytes(facet_) + capacity_bytes(width_); }

 private:
  bool on_ = false;
  double unit_ = 0;
  std::vector<std::array<std::uint16_t, 4>> facet_;
  std::vector<std::uint16_t> width_;
};

inline void Budgets::switch_on(std::size_t cells, std::size_t capacity) {
  facet_ = long_array<std::array<std::uint16_t, 4>>(capacity);
  width_ = long_array<std::uint16_t>(capacity);
  facet_.assign(cells, {});
  width_.assign(cells, 0);
  on_ = true;
}

inline bool Budgets::charge_facets(std::uint32_t cell, std::uint16_t charge) {
  std::array<std::uint16_t, 4>& budget = facet_[cell];
#if defined(__SSE2__)
  const __m128i old = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(budget.data()));
  const __m128i rest = _mm_subs_epu16(old, _mm_set1_epi16(static_cast<short>(charge)));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(budget.data()), rest);
  return (_mm_movemask_epi8(_mm_cmpeq_epi16(rest, _mm_setzero_si128())) & 0xff) != 0;
#else
  bool zero = false;
  for (std::uint16_t& b : budget) {
    b = b > charge ? b - charge : 0;
    zero |= b == 0;
  }
  return zero;
#endif
}

}  // namespace scree::geometry
