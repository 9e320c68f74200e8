// A wall that turns about a fixed axis as the grains let it: a vane, a mixer under its motor.
//
// control = "torque": Newton's law for its own inertia,
//   I dw/dt = T_given + T_grains - c w,
// by the predictor and corrector of motion `free`, with the damping solved for w.
//
// control = "servo": the rate follows the torque that the grains exert against it,
//   w = max_rate clamp(gain (1 - T / T_given), -1, 1),
// with T averaged over the time `averaging` by a first-order filter.
#include <algorithm>
#include <cmath>

#include "base/exact_math.hpp"
#include "walls/frame.hpp"
#include "walls/schedule.hpp"

namespace scree::wall_motions {
namespace {

struct Motor {
  Vec3 axis{}, centre{};
  double inertia = 0, torque = 0, damping = 0;
  double gain = 1, max_rate = 0, averaging = 0;
  double start = 0;
  LoadRise rise;
  bool servo = false;
};

class Torque final : public WallMotion {
 public:
  explicit Torque(const Motor& motor) : m_(motor) {}
  std::unique_ptr<WallMotion> clone() const override { return std::make_unique<Torque>(*this); }
  WallPose advance(double t, double dt, const WallLoad& load) override {
    if (dt > 0 && t > m_.start) {
      const double share = m_.rise.share(t - m_.start);
      // About the axis; the load is told about the wall's origin.
      const Vec3 arm = turned_about(m_.centre, m_.axis, angle_, 0).x - m_.centre;
      const double grains = dot(m_.axis, load.torque + cross(arm, load.force));
      if (m_.servo)
        follow_torque(dt, share, grains);
      else
        follow_motor(dt, share, grains);
    }
    return turned_about(m_.centre, m_.axis, angle_, rate_);
  }
  bool needs_load() const override { return true; }
  double mass() const override { return m_.servo ? 0 : m_.inertia / kUnitArm2; }
  double response(const Vec3& n, const Vec3& point) const override {
    const double lever = dot(m_.axis, cross(point - m_.centre, n));
    return lever * lever / m_.inertia;
  }
  double least_mass(double reach) const override {
    const double arm = reach + norm(m_.centre);
    return m_.inertia / (arm * arm);
  }
  Vec3 rotation_axis() const override { return m_.axis; }
  std::vector<double> state() const override {
    return {angle_, rate_, acceleration_, last_dt_, felt_, started_};
  }
  void restore(std::span<const double> s) override {
    if (s.size() != 6) return;
    angle_ = s[0], rate_ = s[1], acceleration_ = s[2], last_dt_ = s[3], felt_ = s[4];
    started_ = s[5];
  }

 private:
  static constexpr double kUnitArm2 = 1;  // m^2: only whether it is positive matters

  void follow_motor(double dt, double share, double grains) {
    const double given = share * m_.torque + grains, h = 0.5 * last_dt_;
    rate_ =
        (rate_ - h * acceleration_ + h * given / m_.inertia) / (1 + h * m_.damping / m_.inertia);
    acceleration_ = (given - m_.damping * rate_) / m_.inertia;
    angle_ += dt * rate_ + 0.5 * dt * dt * acceleration_;
    rate_ += dt * acceleration_;
    last_dt_ = dt;
  }
  void follow_torque(double dt, double share, double grains) {
    felt_ = started_ > 0 ? felt_ + (-grains - felt_) * dt / (m_.averaging + dt) : -grains;
    started_ = 1;
    const double wanted = share * m_.torque, size = std::abs(m_.torque);
    const double sign = m_.torque > 0 ? 1 : -1;
    rate_ = m_.max_rate * std::clamp(m_.gain * sign * (wanted - felt_) / size, -1.0, 1.0) * sign;
    angle_ += dt * rate_;
  }

  Motor m_;
  double angle_ = 0, rate_ = 0, acceleration_ = 0;
  double last_dt_ = 0;  // 0: no step yet, nothing to correct
  double felt_ = 0, started_ = 0;
};

constexpr ParamInfo kTorqueParams[] = {
    {.name = "torque",
     .dim = dim::torque,
     .required = true,
     .doc = "given about the axis (torque), or to be kept against the grains (servo)"},
    {.name = "axis",
     .kind = ParamKind::vector,
     .fallback = "[0, 1, 0]",
     .doc = "of the turn; need not be a unit vector"},
    motion_params::turn_centre,
    {.name = "control",
     .kind = ParamKind::choice,
     .fallback = "torque",
     .choices = "torque|servo",
     .doc = "own inertia under a given torque, or a servo that keeps a torque"},
    {.name = "inertia",
     .dim = dim::inertia,
     .range = range::positive,
     .doc = "about the axis (torque)"},
    {.name = "damping",
     .dim = dim::rotational_damping,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "viscous torque per angular velocity (torque)"},
    {.name = "max_rate",
     .dim = dim::angular_velocity,
     .range = range::positive,
     .doc = "greatest angular velocity (servo)"},
    {.name = "gain",
     .fallback = "1",
     .range = range::positive,
     .doc = "share of max_rate for a torque of zero (servo)"},
    {.name = "averaging",
     .dim = dim::time,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "time over which the torque of the grains is averaged (servo)"},
    motion_params::load_ramp,
    motion_params::load_steps,
    motion_params::start,
};

Result<std::unique_ptr<WallMotion>> make_torque(const ParamSet& p) {
  const Result<Vec3> axis = unit_vector(p, "axis");
  if (!axis) return axis.errors();
  Motor m;
  m.axis = *axis;
  m.centre = p.vector("centre");
  m.torque = p.number("torque");
  m.damping = p.number("damping");
  m.gain = p.number("gain");
  m.averaging = p.number("averaging");
  const Result<LoadRise> rise = load_rise_of(p);
  if (!rise) return rise.errors();
  m.rise = *rise;
  m.start = p.number("start");
  m.servo = p.text("control") == "servo";
  if (m.servo) {
    if (!p.has("max_rate") || m.torque == 0)
      return Error{"E0632", "a servo on torque needs a torque that is not zero and a max_rate", "",
                   "max_rate = \"10 rpm\""};
    m.max_rate = p.number("max_rate");
  } else {
    if (!p.has("inertia"))
      return Error{"E0632", "a wall under a torque needs its inertia about the axis", "",
                   "inertia = \"1e-4 kg m^2\", or control = \"servo\" with a max_rate"};
    m.inertia = p.number("inertia");
  }
  return std::unique_ptr<WallMotion>(new Torque(m));
}

}  // namespace

extern const WallMotionEntry torque_entry;
const WallMotionEntry torque_entry{
    .info = {"torque", "turns about an axis: own inertia under a given torque, or servo on torque",
             "theory/walls.md", kTorqueParams},
    .make = make_torque};

}  // namespace scree::wall_motions
