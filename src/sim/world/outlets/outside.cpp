// All space outside a box along the axes: the bounds of a scene.
#include "sim/world/outlets/corners.hpp"

namespace scree::outlet_regions {
namespace {

class Outside final : public OutletRegion {
 public:
  explicit Outside(const Corners& c) : c_(c) {}

  double depth(const Vec3& x) const override {
    Vec3 beyond;
    for (int k = 0; k < 3; ++k) beyond[k] = std::max({c_.lo[k] - x[k], 0.0, x[k] - c_.hi[k]});
    return norm(beyond);
  }

 private:
  Corners c_;
};

Result<std::unique_ptr<OutletRegion>> make_outside(const ParamSet& p) {
  const auto corners = Corners::make(p);
  if (!corners) return corners.errors();
  return std::unique_ptr<OutletRegion>(new Outside(*corners));
}

}  // namespace

extern const OutletRegionEntry outside_entry;
const OutletRegionEntry outside_entry{
    .info = {"outside", "all space outside a box: the bounds of a scene", "", kCorners},
    .make = make_outside};

}  // namespace scree::outlet_regions
