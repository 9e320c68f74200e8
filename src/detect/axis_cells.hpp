// One axis cut into cells.
//
// A cell is found by a monotone function of the coordinate (subtract, multiply, clamp: each of
// them rounds monotonically), so that only its steepness has to be right: two grains nearer than
// `distance` along the axis must fall into cells at most `per_distance` apart. Rounding moves a
// value v by at most 2^-52 v; v is kept below 2^38, and cells are made wider than asked by 2^-10,
// which covers that many times over. Price: 0.1% larger cells.
//
// Three kinds:
//   plain    cells 0 .. n-1 over the region
//   folded   a region with much empty space: cell c is kept as c mod n, n a power of two. Far
//            apart grains may share a cell; the exact test sends them away. Memory is bounded by
//            the number of grains, whatever the region.
//   periodic cells 0 .. n-1 over the period, at least as wide as asked, the last next to the first;
//            folded ones too, where the cells of the period are made a multiple of n
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "detect/survey.hpp"

namespace scree::detect {

inline constexpr double kCellMargin = 0x1p-10;
inline constexpr double kMaxCoordinate = 0x1p38;  // in cells
inline constexpr double kMinWidth = 2e-150;       // squares of this are still ordinary numbers

struct AxisCells {
  double origin = 0, inverse = 0;  // cell = (x - origin) * inverse, from 0 to `last`
  double last = 0;
  double period = 0, inverse_period = 0;
  std::uint64_t mask = ~std::uint64_t{0};
  std::uint32_t n = 1;
  std::uint32_t in_period = 1;  // cells of the period as asked for, before folding
  bool cyclic = false;          // cell n-1 is next to cell 0
  bool periodic = false;        // ... because space closes on itself
  bool wrap = false;            // some grain lies outside the box

  // In cells. The origin goes first: wrapping x itself would round to digits that a box far from
  // zero does not have.
  double coordinate(double x) const {
    double u = x - origin;
    if (wrap) u -= period * std::floor(u * inverse_period);
    return u * inverse;
  }

  std::uint32_t cell(double x) const {
    double v = coordinate(x);
    v = v > 0 ? v : 0;
    v = v < last ? v : last;
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(v) & mask);
  }

  // All cells that grains within h cells of coordinate v may be in: `first` to `last` before
  // folding, of which cell c is kept as index(c). `all`: each of the n cells once.
  struct Range {
    std::int64_t first = 0, last = 0;
    bool all = false;
    std::int64_t count(std::uint32_t n) const { return all ? n : last - first + 1; }
  };
  Range around(double v, double h) const {
    double lo = v - h - kCellMargin, hi = v + h + kCellMargin;
    if (!periodic) {
      lo = lo > 0 ? lo : 0;
      lo = lo < last ? lo : last;
      hi = hi > 0 ? hi : 0;
      hi = hi < last ? hi : last;
    }
    if (cyclic && !(hi - lo < n - 2.0)) return {0, std::int64_t{n} - 1, true};
    // A conversion rounds towards zero: a period is added to what may be negative, which saves
    // calls of floor().
    const std::int64_t up = periodic ? static_cast<std::int64_t>(last) + 1 : 0;
    return {static_cast<std::int64_t>(lo + static_cast<double>(up)) - up,
            static_cast<std::int64_t>(hi + static_cast<double>(up)) - up, false};
  }
  // Where an unfolded cell is kept; those of a period are at most one period outside.
  std::uint32_t index(std::int64_t c) const {
    if (periodic) {
      const auto total = static_cast<std::int64_t>(last) + 1;
      c += c < 0 ? total : (c >= total ? -total : 0);
    }
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(c) & mask);
  }

  // Halves the number of cells kept, or nearly. In a period their whole number becomes a multiple
  // of those kept, so that the seam stays where cell n-1 meets cell 0.
  void shrink() {
    n = std::bit_floor(n - 1);
    mask = n - 1;
    cyclic = true;
    last = kMaxCoordinate;
    if (periodic) {
      const std::uint32_t total = in_period / n * n;
      inverse = total * inverse_period;
      last = total - 1;
    }
  }
};

inline AxisCells plan_axis(const DetectInput& in, const Survey& s, int axis, double distance,
                           int per_distance) {
  const double width = std::max(distance * (1 + kCellMargin) / per_distance, kMinWidth);
  AxisCells a;
  if (wraps(in.box, axis)) {
    a.periodic = a.cyclic = true;
    a.wrap = !s.inside[axis];
    a.origin = in.box.lo[axis];
    a.period = in.box.length(axis);
    a.inverse_period = 1 / a.period;
    a.n = static_cast<std::uint32_t>(std::clamp(std::floor(a.period / width), 1.0, 0x1p20));
    a.in_period = a.n;
    a.inverse = a.n * a.inverse_period;
    a.last = a.n - 1;
    return a;
  }
  a.origin = s.lo[axis];
  a.inverse = 1 / width;
  const double cells = std::floor((s.hi[axis] - s.lo[axis]) * a.inverse) + 1;
  a.n = static_cast<std::uint32_t>(std::clamp(cells, 1.0, 0x1p31));
  a.last = a.n - 1;
  if (cells > 0x1p31) a.last = kMaxCoordinate, a.mask = a.n - 1, a.cyclic = true;
  return a;
}

}  // namespace scree::detect
