// The volume of a cell given by half-spaces R x <= f, and its derivatives, for any system: rows of
// any length, redundant, repeated, parallel or antiparallel ones; cells that are empty, flat or
// unbounded. Frenning (2015), docs/theory/voronoi.md.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "geometry/halfspaces/projection.hpp"

namespace scree::geometry {

enum class CellState {
  bounded,
  infinite,  // its volume is
  empty,     // no point fulfils all rows
  flat,      // within rounding: a part of a plane or a line, or a point
};
inline constexpr std::string_view kCellStateNames[] = {"bounded", "infinite", "empty", "flat"};

struct HalfSpaceVolume {
  CellState state = CellState::empty;
  double volume = 0;  // infinity where the state says so
  // dV/df_k (20) and dV/dR_k (19) with f fixed. None where the volume has no derivative: infinite
  // and flat cells.
  std::vector<double> gradient_f;
  std::vector<Vec3> gradient_r;
};

// E0590: not one f per row. E0591: a number that is not finite. E0597: the volume is above or below
// all doubles.
Result<HalfSpaceVolume> halfspace_volume(std::span<const Vec3> r, std::span<const double> f);

}  // namespace scree::geometry
