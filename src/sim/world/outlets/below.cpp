// All space below a height.
#include <cmath>

#include "sim/world/outlet.hpp"

namespace scree::outlet_regions {
namespace {

constexpr ParamInfo kBelowParams[] = {
    {.name = "height",
     .dim = dim::length,
     .required = true,
     .doc = "along y, the vertical; everything below belongs to the outlet"},
};

class Below final : public OutletRegion {
 public:
  explicit Below(double height) : height_(height) {}
  double depth(const Vec3& x) const override { return height_ - x.y; }

 private:
  double height_;
};

Result<std::unique_ptr<OutletRegion>> make_below(const ParamSet& p) {
  const double height = p.number("height");
  if (!std::isfinite(height)) return Error{"E0512", "the height is not a finite number", "", ""};
  return std::unique_ptr<OutletRegion>(new Below(height));
}

}  // namespace

extern const OutletRegionEntry below_entry;
const OutletRegionEntry below_entry{.info = {"below", "all space below a height", "", kBelowParams},
                                    .make = make_below};

}  // namespace scree::outlet_regions
