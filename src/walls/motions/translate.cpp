// A wall that moves at a constant velocity.
#include "walls/schedule.hpp"

namespace scree::wall_motions {
namespace {

class Translate final : public WallMotion {
 public:
  Translate(const Vec3& velocity, const Schedule& schedule) : v_(velocity), schedule_(schedule) {}
  std::unique_ptr<WallMotion> clone() const override { return std::make_unique<Translate>(*this); }
  WallPose advance(double t, double, const WallLoad&) override {
    WallPose p;
    p.x = schedule_.elapsed(t) * v_;
    if (schedule_.runs(t)) p.v = schedule_.ramp > 0 ? schedule_.speed(t) * v_ : v_;
    return p;
  }

 private:
  Vec3 v_;
  Schedule schedule_;
};

constexpr ParamInfo kTranslateParams[] = {
    {.name = "velocity",
     .kind = ParamKind::vector,
     .dim = dim::velocity,
     .required = true,
     .doc = "of the wall"},
    motion_params::start,
    motion_params::stop,
    motion_params::ramp,
};

Result<std::unique_ptr<WallMotion>> make_translate(const ParamSet& p) {
  const Result<Schedule> schedule = schedule_of(p);
  if (!schedule) return schedule.errors();
  if (!is_finite(p.vector("velocity"))) return Error{"E0422", "the velocity must be finite"};
  return std::unique_ptr<WallMotion>(new Translate(p.vector("velocity"), *schedule));
}

}  // namespace

extern const WallMotionEntry translate_entry;
const WallMotionEntry translate_entry{
    .info = {"translate", "moves at a constant velocity", "", kTranslateParams},
    .make = make_translate};

}  // namespace scree::wall_motions
