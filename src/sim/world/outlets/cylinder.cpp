// A cylinder along any axis.
#include <algorithm>
#include <cmath>

#include "base/region_params.hpp"
#include "sim/world/outlet.hpp"

namespace scree::outlet_regions {
namespace {

constexpr ParamInfo kCylinderParams[] = {
    region_params::origin("base", "centre of the end where the axis begins"),
    {.name = "axis",
     .kind = ParamKind::vector,
     .fallback = "[0, 1, 0]",
     .doc = "direction from the base to the other end"},
    region_params::length("diameter", "of the cylinder"),
    region_params::length("height", "along the axis"),
};

class Cylinder final : public OutletRegion {
 public:
  Cylinder(const Vec3& base, const Vec3& axis, double radius, double height)
      : base_(base), axis_(axis), radius_(radius), height_(height) {}

  double depth(const Vec3& x) const override {
    const Vec3 d = x - base_;
    const double along = dot(d, axis_);
    return std::min({radius_ - norm(d - along * axis_), along, height_ - along});
  }
  double thinnest() const override { return std::min(2 * radius_, height_); }

 private:
  Vec3 base_, axis_;
  double radius_, height_;
};

Result<std::unique_ptr<OutletRegion>> make_cylinder(const ParamSet& p) {
  const Vec3 axis = p.vector("axis");
  const double length = norm(axis), d = p.number("diameter"), h = p.number("height");
  if (!(length > 0) || !std::isfinite(length))
    return Error{"E0512", "`axis` has no direction", "", "", Subject::of_key("axis")};
  if (!(d > 0) || !(h > 0) || !std::isfinite(d) || !std::isfinite(h) ||
      !is_finite(p.vector("base")))
    return Error{"E0512", "the cylinder has no volume", "",
                 "give a positive `diameter` and `height`"};
  return std::unique_ptr<OutletRegion>(new Cylinder(p.vector("base"), axis / length, 0.5 * d, h));
}

}  // namespace

extern const OutletRegionEntry cylinder_entry;
const OutletRegionEntry cylinder_entry{
    .info = {"cylinder", "a cylinder along any axis", "", kCylinderParams}, .make = make_cylinder};

}  // namespace scree::outlet_regions
