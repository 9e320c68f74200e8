// What a grid must know before it can be laid: the region, the greatest radius, and the grains that
// no grid can hold.
#pragma once

#include <cstdint>
#include <vector>

#include "detect/detector.hpp"

namespace scree::detect {

enum class Part : std::uint8_t {
  ordinary,  // goes into the grid
  none,      // position or radius is not a number, or position infinite: within reach of nothing
  stray,     // infinite radius, or too many periods outside the box: tested against everyone
};

struct Survey {
  Vec3 lo{}, hi{};        // of the ordinary grains
  double r_max = 0;       // greatest |radius| of the ordinary grains
  double r_min = 0;       // smallest
  std::size_t count = 0;  // ordinary grains
  bool all_ordinary = true;
  bool inside[3] = {true, true, true};  // no ordinary grain is outside the periodic box
  std::vector<Part> part;               // a row each; empty when all are ordinary
  std::vector<std::uint32_t> strays;

  bool ordinary(std::size_t row) const { return all_ordinary || part[row] == Part::ordinary; }
};

// Positions further out than this many periods are strays: their wrapped coordinate has lost the
// digits that a cell needs.
inline constexpr double kMaxPeriods = 65536;

// True where nearest_image() wraps the axis.
inline bool wraps(const PeriodicBox& box, int axis) {
  return box.periodic[axis] && box.length(axis) > 0;
}

// A reach that is not a number, or a period that is not finite (or so small that its inverse is
// not): then no distance is a number, and none is within reach.
bool nothing_can_pair(const DetectInput& in);

void survey(const DetectInput& in, Survey& out);

// Appends all pairs of strays with anyone.
void add_stray_pairs(const DetectInput& in, const Survey& s, std::vector<RowPair>& pairs);

inline RowPair ordered(const DetectInput& in, std::uint32_t a, std::uint32_t b) {
  return in.id[a] < in.id[b] ? RowPair{a, b} : RowPair{b, a};
}

}  // namespace scree::detect
