// The inside of a box along the axes.
#include "sim/world/outlets/corners.hpp"

namespace scree::outlet_regions {
namespace {

class Box final : public OutletRegion {
 public:
  explicit Box(const Corners& c) : c_(c) {}

  double depth(const Vec3& x) const override {
    double least = x.x - c_.lo.x;
    for (int k = 0; k < 3; ++k) least = std::min({least, x[k] - c_.lo[k], c_.hi[k] - x[k]});
    return least;
  }
  double thinnest() const override {
    const Vec3 size = c_.hi - c_.lo;
    return std::min({size.x, size.y, size.z});
  }

 private:
  Corners c_;
};

Result<std::unique_ptr<OutletRegion>> make_box(const ParamSet& p) {
  const auto corners = Corners::make(p);
  if (!corners) return corners.errors();
  return std::unique_ptr<OutletRegion>(new Box(*corners));
}

}  // namespace

extern const OutletRegionEntry box_entry;
const OutletRegionEntry box_entry{.info = {"box", "a box along the axes", "", kCorners},
                                  .make = make_box};

}  // namespace scree::outlet_regions
