// A part of space: all of it, a box, a cylinder or a ball.
#pragma once

#include <span>

#include "measure/measure.hpp"

namespace scree {

class Region {
 public:
  // The parameters that read() expects: region, low, high, centre, axis, radius, height.
  static std::span<const ParamInfo> params();
  static Result<Region> read(const ParamSet& p);

  // Positions are taken to the image that is nearest to the region's middle: a region should be
  // smaller than half the period less the largest radius, or span the whole period.
  bool contains(const Vec3& x, const PeriodicBox& box) const;
  // Volume of the part of a ball that is inside.
  double volume_inside(const Vec3& x, double r, const PeriodicBox& box) const;
  double volume() const;  // 0: endless

 private:
  enum class Kind { all, box, cylinder, sphere };
  Vec3 from_middle(const Vec3& x, const PeriodicBox& box) const;

  Kind kind_ = Kind::all;
  Vec3 middle_{}, half_{}, axis_{0, 1, 0};
  double radius_ = 0;
  double half_height_ = range::inf;
};

}  // namespace scree
