// A ball.
#include <cmath>

#include "base/region_params.hpp"
#include "sim/world/outlet.hpp"

namespace scree::outlet_regions {
namespace {

class Sphere final : public OutletRegion {
 public:
  Sphere(const Vec3& centre, double radius) : centre_(centre), radius_(radius) {}
  double depth(const Vec3& x) const override { return radius_ - norm(x - centre_); }
  double thinnest() const override { return 2 * radius_; }

 private:
  Vec3 centre_;
  double radius_;
};

Result<std::unique_ptr<OutletRegion>> make_sphere(const ParamSet& p) {
  const double d = p.number("diameter");
  if (!(d > 0) || !std::isfinite(d) || !is_finite(p.vector("centre")))
    return Error{"E0512", "the sphere has no volume", "", "give a positive `diameter`"};
  return std::unique_ptr<OutletRegion>(new Sphere(p.vector("centre"), 0.5 * d));
}

}  // namespace

extern const OutletRegionEntry sphere_entry;
const OutletRegionEntry sphere_entry{.info = {"sphere", "a ball", "", region_params::kSphere},
                                     .make = make_sphere};

}  // namespace scree::outlet_regions
