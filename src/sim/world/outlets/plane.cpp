// All space on one side of a plane.
#include <cmath>

#include "base/region_params.hpp"
#include "sim/world/outlet.hpp"

namespace scree::outlet_regions {
namespace {

constexpr ParamInfo kPlaneParams[] = {
    region_params::origin("point", "a point of the plane"),
    {.name = "normal",
     .kind = ParamKind::vector,
     .required = true,
     .doc = "points into the outlet; need not be a unit vector"},
};

class HalfSpace final : public OutletRegion {
 public:
  HalfSpace(const Vec3& point, const Vec3& n) : point_(point), n_(n) {}
  double depth(const Vec3& x) const override { return dot(x - point_, n_); }

 private:
  Vec3 point_, n_;
};

Result<std::unique_ptr<OutletRegion>> make_plane(const ParamSet& p) {
  const Vec3 point = p.vector("point"), normal = p.vector("normal");
  const double size = norm(normal);
  if (!(size > 0) || !std::isfinite(size) || !is_finite(point))
    return Error{"E0512", "`normal` has no direction", "", "it points into the outlet: [0, -1, 0]",
                 Subject::of_key("normal")};
  return std::unique_ptr<OutletRegion>(new HalfSpace(point, normal / size));
}

}  // namespace

extern const OutletRegionEntry plane_entry;
const OutletRegionEntry plane_entry{
    .info = {"plane", "all space on one side of a plane", "", kPlaneParams}, .make = make_plane};

}  // namespace scree::outlet_regions
