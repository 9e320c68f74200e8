// A wall that does not move.
#include "walls/wall.hpp"

namespace scree::wall_motions {
namespace {

class Fixed final : public WallMotion {
 public:
  std::unique_ptr<WallMotion> clone() const override { return std::make_unique<Fixed>(*this); }
  WallPose advance(double, double, const WallLoad&) override { return {}; }
  bool moves() const override { return false; }
};

}  // namespace

extern const WallMotionEntry fixed_entry;
const WallMotionEntry fixed_entry{
    .info = {"fixed", "does not move", "", {}},
    .make = [](const ParamSet&) -> Result<std::unique_ptr<WallMotion>> {
      return std::unique_ptr<WallMotion>(new Fixed);
    }};

}  // namespace scree::wall_motions
