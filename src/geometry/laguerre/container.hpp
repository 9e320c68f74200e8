// Laguerre cells within a convex container that is more than a box: a box, cut by planes.
//
// Cells whose corners are all inside come from laguerre_volumes. The others are clipped to the box
// and then cut by the planes, face by face (container_rows.hpp).
#pragma once

#include <optional>
#include <span>

#include "base/space_part.hpp"
#include "geometry/halfspaces/projection.hpp"
#include "geometry/laguerre/laguerre.hpp"

namespace scree::geometry {

struct ConvexContainer {
  ClipBox box;
  std::vector<UnitPlane> planes;  // in the world; none: the box itself

  bool holds(const Vec3& x) const;

  // A cylinder as a prism of `sides` flat sides and the same cross-section area. Its surface is
  // within R (pi / sides)^2 / 3 of the round one: 1e-4 R for 180.
  static ConvexContainer cylinder(const Vec3& centre, const Vec3& axis, double radius,
                                  double half_height, int sides);
  // The same with another radius at the far end of the axis, 0 for a tip: the cross-section is
  // right at each height.
  static ConvexContainer cone(const Vec3& centre, const Vec3& axis, double radius,
                              double far_radius, double half_height, int sides);
  // What the parts have in common, round ones with `sides` flat sides of the same cross-section.
  // Nothing where they leave an opening, or no space at all. `inside` is near their middle. Planes
  // along the axes become sides of the box.
  static std::optional<ConvexContainer> within(std::span<const SpacePart> parts, int sides,
                                               const Vec3& inside);
  // The same with every side among the planes, part after part, and a box that cuts nothing: for
  // sides that are told apart and whose moments are wanted.
  static std::optional<ConvexContainer> of_planes(std::span<const SpacePart> parts, int sides,
                                                  const Vec3& inside);
  double volume() const;  // by half-spaces
};

// The flat sides of a part, one or `sides`: r . y = base + r . x, x that of the part. They turn
// with its axis; when it only moves, nothing has to be found again.
struct FlatSides {
  SpacePart of;
  std::vector<Vec3> r;
  double base = 0;
  UnitPlane plane(std::size_t k, const Vec3& x) const { return {r[k], base + dot(r[k], x)}; }
  bool fit(const SpacePart& part) const {
    return of.axis == part.axis && of.radius == part.radius && of.slope == part.slope;
  }
};
FlatSides flat_sides(const SpacePart& part, int sides);

// The volume of every cell, 0 for hidden sites. All together they fill the container. Neither the
// number of threads nor the instruction set changes a bit.
std::vector<double> container_volumes(const Triangulation& t, const ConvexContainer& container,
                                      const VolumeOptions& options = {});

}  // namespace scree::geometry
