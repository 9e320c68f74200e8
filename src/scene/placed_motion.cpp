#include "scene/placed_motion.hpp"

namespace scree {
namespace {

class PlacedMotion final : public WallMotion {
 public:
  PlacedMotion(std::unique_ptr<WallMotion> motion, const WallPose& at)
      : motion_(std::move(motion)), at_(at) {}

  std::unique_ptr<WallMotion> clone() const override {
    return std::make_unique<PlacedMotion>(*this);
  }
  WallPose advance(double t, double dt, const WallLoad& load) override {
    WallPose p = motion_->advance(t, dt, load);
    p.x += at_.x;
    p.q = p.q * at_.q;
    return p;
  }
  bool moves() const override { return motion_->moves(); }
  bool needs_load() const override { return motion_->needs_load(); }
  double mass() const override { return motion_->mass(); }
  Vec3 direction() const override { return motion_->direction(); }
  double response(const Vec3& n, const Vec3& point) const override {
    return motion_->response(n, point - at_.x);
  }
  double least_mass(double reach) const override { return motion_->least_mass(reach); }
  WallDrive drive(const Vec3& gravity) const override { return motion_->drive(gravity); }
  bool turns_freely() const override { return motion_->turns_freely(); }
  Vec3 rotation_axis() const override { return motion_->rotation_axis(); }
  bool needs_area() const override { return motion_->needs_area(); }
  std::vector<double> state() const override { return motion_->state(); }
  void restore(std::span<const double> state) override { motion_->restore(state); }

 private:
  Cloned<WallMotion> motion_;
  WallPose at_;
};

}  // namespace

std::unique_ptr<WallMotion> placed_motion(std::unique_ptr<WallMotion> motion, const WallPose& at) {
  const bool at_origin = at.x == Vec3{} && at.q == Quat{};
  if (at_origin) return motion;
  return std::make_unique<PlacedMotion>(std::move(motion), at);
}

}  // namespace scree
