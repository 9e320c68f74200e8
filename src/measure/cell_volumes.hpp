// The Laguerre cells of the grains of an instant within a container, for measures.
#pragma once

#include <vector>

#include "geometry/laguerre/reference_cells.hpp"
#include "measure/measure.hpp"

namespace scree {

// Cells of grains at references that follow them, kept from one instant to the next.
struct FollowedCells {
  std::optional<geometry::ReferenceCells> cells;
  std::vector<std::uint32_t> ids;     // of the grains, ascending
  std::vector<Vec3> reference;        // of the grains
  std::vector<geometry::Site> sites;  // of grains and images, as the cells have them
  bool all_images = false;            // of a periodic space: fewer do not do
  std::uint64_t updates = 0;          // references that followed their grains since the start
};

// The space that the grains share.
class CellSpace {
 public:
  // The parameters that read() expects: container, low, high, centre, axis, radius,
  // far_radius, height, sides.
  static std::span<const ParamInfo> params();
  static Result<CellSpace> read(const ParamSet& p);

  // In a periodic space only whole periods can be divided: no box, no cylinder there. Walls that
  // are asked for must close (E0593).
  std::optional<Error> check(const MeasureInput& in) const;

  // `grains`: their bounding box with their radii; along a periodic direction all of it. `walls`:
  // what they leave; where they do not close (by default, or later) as `grains`. With `grid` > 0
  // the walls are moved to a grid of that step, for references.
  geometry::ConvexContainer of(const MeasureInput& in, double grid = 0) const;

 private:
  enum class Kind { automatic, walls, grains, box, round };
  std::optional<geometry::ConvexContainer> within_walls(const MeasureInput& in, double grid,
                                                        std::string* why_not) const;
  Kind kind_ = Kind::automatic;
  int sides_ = 180;
  geometry::ConvexContainer container_;
};

struct GrainCell {
  std::uint32_t row = 0;
  double solid = 0;   // of the grain
  double volume = 0;  // of its cell; 0: hidden, or its centre is outside the container
};

// Every grain in the order of the ids. Balls of walls have cells, too, but are not grains. Nothing
// where the positions cannot be triangulated (not finite).
std::vector<GrainCell> grain_cells(const MeasureInput& in, const CellSpace& space);
// The same, linear in the displacement from references on a grid of `tolerance` of a radius: no
// more than the cells whose grains went to another point of it are found again. A function of the
// instant alone; what is kept saves time.
std::vector<GrainCell> followed_cells(const MeasureInput& in, const CellSpace& space,
                                      double tolerance, FollowedCells& kept);

}  // namespace scree
