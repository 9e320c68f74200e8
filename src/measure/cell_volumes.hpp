// The Laguerre cells of the grains of an instant within a container, for measures.
#pragma once

#include <vector>

#include "geometry/container.hpp"
#include "measure/measure.hpp"

namespace scree {

// The space that the grains share.
class CellSpace {
 public:
  // The parameters that read() expects: container, low, high, centre, axis, radius,
  // far_radius, height, sides.
  static std::span<const ParamInfo> params();
  static Result<CellSpace> read(const ParamSet& p);

  // In a periodic space only whole periods can be divided: no box, no cylinder
  // there.
  std::optional<Error> check(const MeasureInput& in) const;

  // `grains`: their bounding box with their radii; along a periodic direction all of it.
  geometry::ConvexContainer of(const MeasureInput& in) const;

 private:
  enum class Kind { grains, box, round };
  Kind kind_ = Kind::grains;
  geometry::ConvexContainer container_;
};

struct GrainCell {
  std::uint32_t row = 0;
  double solid = 0;   // of the grain
  double volume = 0;  // of its cell; 0: hidden, or its centre is outside the container
};

// Every grain in the order of the ids. Balls of walls have cells, too, but are no grains. Nothing
// where the positions cannot be triangulated (not finite).
std::vector<GrainCell> grain_cells(const MeasureInput& in, const CellSpace& space);

}  // namespace scree
