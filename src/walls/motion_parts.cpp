#include "walls/motion_parts.hpp"

#include <algorithm>

#include "walls/placed_motion.hpp"

namespace scree {

void MotionParts::add(std::unique_ptr<WallMotion> motion, const Vec3& origin) {
  parts_.push_back({std::move(motion), origin});
}

void MotionParts::replace(std::size_t k, std::unique_ptr<WallMotion> motion) {
  parts_[k].motion = std::move(motion);
}

bool MotionParts::moves() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& p) { return p.motion->moves(); });
}
bool MotionParts::needs_load() const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const Part& p) { return p.motion->needs_load(); });
}
bool MotionParts::needs_area() const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const Part& p) { return p.motion->needs_area(); });
}

double MotionParts::mass() const {
  double least = 0;
  for (const Part& p : parts_)
    if (const double m = p.motion->mass(); m > 0 && (least == 0 || m < least)) least = m;
  return least;
}

Vec3 MotionParts::direction() const {
  const Part* only = nullptr;
  for (const Part& p : parts_) {
    if (!(p.motion->mass() > 0)) continue;
    if (only != nullptr) return {};
    only = &p;
  }
  return only != nullptr ? only->motion->direction() : Vec3{};
}

double MotionParts::response(const Vec3& n, const Vec3& point) const {
  double sum = 0;
  for (const Part& p : parts_)
    if (p.motion->mass() > 0) sum += p.motion->response(n, point - p.origin);
  return sum;
}

double MotionParts::least_mass(double reach) const {
  double inverse = 0;
  for (const Part& p : parts_)
    if (p.motion->mass() > 0) inverse += 1 / p.motion->least_mass(reach + norm(p.origin));
  return 1 / inverse;
}

WallDrive MotionParts::drive(const Vec3& gravity) const {
  WallDrive sum;
  for (const Part& p : parts_) {
    const WallDrive d = p.motion->drive(gravity);
    sum.pressure = std::max(sum.pressure, d.pressure);
    sum.force += d.force;
    sum.max_speed += d.max_speed;
  }
  return sum;
}

Vec3 MotionParts::rotation_axis() const {
  if (turns_freely()) return {};
  for (const Part& p : parts_)
    if (const Vec3 axis = p.motion->rotation_axis(); axis != Vec3{}) return axis;
  return {};
}

bool MotionParts::turns_freely() const {
  Vec3 first{};
  for (const Part& p : parts_) {
    if (p.motion->turns_freely()) return true;
    const Vec3 axis = p.motion->rotation_axis();
    if (axis == Vec3{}) continue;
    if (first != Vec3{} && norm2(cross(first, axis)) > 1e-24) return true;
    first = axis;
  }
  return false;
}

std::vector<double> MotionParts::state() const {
  std::vector<double> all;
  for (const Part& p : parts_) {
    const std::vector<double> one = p.motion->state();
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

void MotionParts::restore(std::span<const double> state) {
  for (Part& p : parts_) {
    const std::size_t n = p.motion->state().size();
    if (n > state.size()) return;
    p.motion->restore(state.first(n));
    state = state.subspan(n);
  }
}

namespace {

class CombinedMotion final : public JoinedMotion {
 public:
  explicit CombinedMotion(std::vector<std::unique_ptr<WallMotion>> parts) {
    for (auto& p : parts) parts_.add(std::move(p));
  }
  std::unique_ptr<WallMotion> clone() const override {
    return std::make_unique<CombinedMotion>(*this);
  }
  WallPose advance(double t, double dt, const WallLoad& load) override {
    WallPose sum = parts_[0].advance(t, dt, load);
    for (std::size_t k = 1; k < parts_.size(); ++k) {
      const WallPose p = parts_[k].advance(t, dt, load);
      sum.x += p.x;
      sum.v += p.v;
      sum.omega = p.q == Quat{} ? p.omega + sum.omega : p.omega + rotate(p.q, sum.omega);
      sum.q = p.q * sum.q;
    }
    return sum;
  }
};

class GroupMotion final : public JoinedMotion {
 public:
  GroupMotion(std::unique_ptr<WallMotion> group, std::unique_ptr<WallMotion> own,
              const Vec3& origin, const WallPose& at, std::uint32_t number)
      : origin_(origin), at_(at), number_(number) {
    parts_.add(std::move(group), origin);
    if (own) parts_.add(std::move(own), at.x);
  }
  std::unique_ptr<WallMotion> clone() const override {
    return std::make_unique<GroupMotion>(*this);
  }
  std::uint32_t group() const override { return number_; }
  void begin(std::unique_ptr<WallMotion> motion, bool of_group, double t) {
    const std::size_t part = of_group ? 0 : 1;
    const WallPose now = part < parts_.size() ? parts_[part].advance(t, 0, {}) : WallPose{};
    if (part == parts_.size())
      parts_.add(begun_motion(std::move(motion), now, t), at_.x);
    else
      parts_.replace(part, begun_motion(std::move(motion), now, t));
  }
  // The group has no area of its own (scenes ask for one); a member's is that of its wall.
  bool needs_area() const override { return parts_.size() > 1 && parts_[1].needs_area(); }

  WallPose advance(double t, double dt, const WallLoad& load) override {
    WallLoad of_group{.force = load.group_force, .gravity = load.gravity};
    Quat turned{};
    if (parts_.needs_load()) {
      const WallPose before = parts_[0].advance(t - dt, 0, {.gravity = load.gravity});
      of_group.torque = load.group_torque - cross(origin_ + before.x, load.group_force);
      turned = before.q;
    }
    const WallPose g = parts_[0].advance(t, dt, of_group);
    WallPose in = at_;  // where the wall is in the group
    if (parts_.size() > 1) {
      WallLoad mine = load;
      if (!(turned == Quat{})) {
        mine.force = rotate_back(turned, load.force);
        mine.torque = rotate_back(turned, load.torque);
        mine.gravity = rotate_back(turned, load.gravity);
      }
      const WallPose own = parts_[1].advance(t, dt, mine);
      in = {at_.x + own.x, own.q * at_.q, own.v, own.omega};
    }
    if (g.q == Quat{}) return {in.x + g.x, in.q, in.v + g.v, in.omega + g.omega};
    const Vec3 arm = rotate(g.q, in.x - origin_);
    return {origin_ + g.x + arm, g.q * in.q, g.v + cross(g.omega, arm) + rotate(g.q, in.v),
            g.omega + rotate(g.q, in.omega)};
  }

 private:
  Vec3 origin_;
  WallPose at_;
  std::uint32_t number_;
};

}  // namespace

std::unique_ptr<WallMotion> combined_motion(std::vector<std::unique_ptr<WallMotion>> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return std::make_unique<CombinedMotion>(std::move(parts));
}

void begin_in_group(WallMotion& member, std::unique_ptr<WallMotion> motion, bool of_group,
                    double t) {
  if (auto* of = dynamic_cast<GroupMotion*>(&member)) of->begin(std::move(motion), of_group, t);
}

std::unique_ptr<WallMotion> group_motion(std::unique_ptr<WallMotion> group,
                                         std::unique_ptr<WallMotion> own, const Vec3& origin,
                                         const WallPose& at, std::uint32_t number) {
  return std::make_unique<GroupMotion>(std::move(group), std::move(own), origin, at, number);
}

}  // namespace scree
