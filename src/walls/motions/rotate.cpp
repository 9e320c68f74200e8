// A wall that turns at a constant rate: drums, mixers, an hourglass that is turned over.
#include <cmath>

#include "walls/frame.hpp"
#include "walls/schedule.hpp"

namespace scree::wall_motions {
namespace {

class Rotate final : public WallMotion {
 public:
  Rotate(const Vec3& centre, const Vec3& axis, double rate, const Schedule& schedule)
      : centre_(centre), axis_(axis), rate_(rate), schedule_(schedule) {}
  std::unique_ptr<WallMotion> clone() const override { return std::make_unique<Rotate>(*this); }
  WallPose advance(double t, double, const WallLoad&) override {
    const double rate = schedule_.ramp > 0  ? schedule_.speed(t) * rate_
                        : schedule_.runs(t) ? rate_
                                            : 0;
    return turned_about(centre_, axis_, rate_ * schedule_.elapsed(t), rate);
  }
  Vec3 rotation_axis() const override { return rate_ != 0 ? axis_ : Vec3{}; }

 private:
  Vec3 centre_, axis_;
  double rate_;
  Schedule schedule_;
};

constexpr ParamInfo kRotateParams[] = {
    {.name = "angular_velocity",
     .dim = dim::angular_velocity,
     .required = true,
     .doc = "right-handed about the axis"},
    {.name = "axis",
     .kind = ParamKind::vector,
     .fallback = "[0, 0, 1]",
     .doc = "of the turn; need not be a unit vector"},
    motion_params::turn_centre,
    motion_params::start,
    motion_params::stop,
    motion_params::ramp,
};

Result<std::unique_ptr<WallMotion>> make_rotate(const ParamSet& p) {
  const Result<Schedule> schedule = schedule_of(p);
  if (!schedule) return schedule.errors();
  const Result<Vec3> axis = unit_vector(p, "axis");
  if (!axis) return axis.errors();
  const double rate = p.number("angular_velocity");
  if (!std::isfinite(rate)) return Error{"E0422", "the angular velocity must be finite"};
  return std::unique_ptr<WallMotion>(new Rotate(p.vector("centre"), *axis, rate, *schedule));
}

}  // namespace

extern const WallMotionEntry rotate_entry;
const WallMotionEntry rotate_entry{
    .info = {"rotate", "turns about an axis at a constant rate", "Ferrez 6.3.4", kRotateParams},
    .make = make_rotate};

}  // namespace scree::wall_motions
