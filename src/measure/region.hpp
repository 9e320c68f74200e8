// A part of space: all of it, a box, a cylinder or a ball.
#pragma once

#include <span>

#include "measure/measure.hpp"
#include "measure/unfolded.hpp"

namespace scree {

// In a periodic space a region is a part of the unfolded space: it counts every image that it
// meets (unfolded.hpp). `all` is one period.
class Region {
 public:
  // The parameters that read() expects: region, low, high, centre, axis, radius, height.
  static std::span<const ParamInfo> params();
  static Result<Region> read(const ParamSet& p);

  // Whether every grain has finitely many images inside.
  std::optional<Error> check(const PeriodicBox& box, Dimensions d = Dimensions::three) const;

  // The region in a given space. Precondition: check() is content with it.
  class Placed {
   public:
    Placed(const Region& region, const PeriodicBox& box, Dimensions d = Dimensions::three);
    // Number of images whose centre is inside.
    double images(const Vec3& x) const;
    // Volume of the parts of all images of a ball (or area of a disc) that are inside.
    double volume_inside(const Vec3& x, double r) const;
    // The same of a solid within that ball, in units of its volume.
    double share_inside(const Vec3& x, double r, const PlacedSolid& solid) const;

   private:
    template <class F>
    void for_each_near(const Vec3& x, double r, F&& f) const;

    const Region& region_;
    PeriodicBox box_;
    BoxPart part_;
    Dimensions dimensions_;
  };

  double volume(const PeriodicBox& box, Dimensions d = Dimensions::three) const;  // 0: endless

 private:
  enum class Kind { all, box, cylinder, sphere };

  Kind kind_ = Kind::all;
  Vec3 middle_{}, low_{}, high_{};  // low and high of a box
  Cylinder cylinder_;               // its radius is that of a sphere too
};

}  // namespace scree
