#include "walls/placed_motion.hpp"

namespace scree {
namespace {

class PlacedMotion : public WallMotion {
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
  std::uint32_t group() const override { return motion_->group(); }

 protected:
  Cloned<WallMotion> motion_;
  WallPose at_;
};

class BegunMotion final : public PlacedMotion {
 public:
  BegunMotion(std::unique_ptr<WallMotion> motion, const WallPose& at, double begin)
      : PlacedMotion(std::move(motion), at), begin_(begin) {}

  std::unique_ptr<WallMotion> clone() const override {
    return std::make_unique<BegunMotion>(*this);
  }
  WallPose advance(double t, double dt, const WallLoad& load) override {
    return PlacedMotion::advance(t - begin_, dt, load);
  }
  std::vector<double> state() const override {
    std::vector<double> all{at_.x.x, at_.x.y, at_.x.z, at_.q.w, at_.q.x, at_.q.y, at_.q.z, begin_};
    const std::vector<double> inner = motion_->state();
    all.insert(all.end(), inner.begin(), inner.end());
    return all;
  }
  void restore(std::span<const double> s) override {
    if (s.size() < kOwn) return;
    at_.x = {s[0], s[1], s[2]};
    at_.q = {s[3], s[4], s[5], s[6]};
    begin_ = s[7];
    motion_->restore(s.subspan(kOwn));
  }

 private:
  static constexpr std::size_t kOwn = 8;
  double begin_;
};

}  // namespace

std::unique_ptr<WallMotion> placed_motion(std::unique_ptr<WallMotion> motion, const WallPose& at) {
  const bool at_origin = at.x == Vec3{} && at.q == Quat{};
  if (at_origin) return motion;
  return std::make_unique<PlacedMotion>(std::move(motion), at);
}

std::unique_ptr<WallMotion> begun_motion(std::unique_ptr<WallMotion> motion, const WallPose& at,
                                         double begin) {
  return std::make_unique<BegunMotion>(std::move(motion), at, begin);
}

}  // namespace scree
