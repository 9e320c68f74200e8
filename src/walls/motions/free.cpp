// A wall that moves along one direction as the grains let it: a piston.
//
// control = "force": Newton's law for its own mass (Ferrez 3.3.3),
//   m a = F_given + (F_grains + m g).d - c v,
// by the predictor and trapezoid corrector of the grains. When a step begins the force at its
// beginning has just become known, so the corrector of the last step comes first:
//   v_n     = v_n* + dt/2 (a_n - a_{n-1})            (v_n* predicted, a_n from the force at n)
//   x_{n+1} = x_n + dt v_n + dt^2/2 a_n,   v*_{n+1} = v_n + dt a_n
// The damping is taken at v_n, solved for it (linear), so no c is too large for the step.
//
// control = "servo": the wall follows the pressure that the grains exert against the direction,
//   v = max_speed clamp(gain (1 - p / p_target), -1, 1),
// with p averaged over the time `averaging` by a first-order filter. A servo on a force is one on
// the pressure on 1 m^2. With a `ramp` the given force
// or pressure rises from zero, evenly or in steps (the 1 above is the share that it has risen to).
#include <algorithm>
#include <cmath>

#include "walls/frame.hpp"
#include "walls/schedule.hpp"

namespace scree::wall_motions {
namespace {

struct Piston {
  Vec3 d{};
  double mass = 0, force = 0, damping = 0;
  bool weight = true;
  double target = 0, gain = 1, max_speed = 0, averaging = 0, area = 0;
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  double start = 0;
  LoadRise rise;
};

class Free final : public WallMotion {
 public:
  explicit Free(const Piston& piston) : w_(piston) {}

  std::unique_ptr<WallMotion> clone() const override { return std::make_unique<Free>(*this); }
  WallPose advance(double t, double dt, const WallLoad& load) override {
    if (dt > 0 && t > w_.start) {
      if (w_.target > 0)
        follow_pressure(t, dt, load);
      else
        follow_force(t, dt, load);
      hold_at_stops();
    }
    WallPose p;
    p.x = x_ * w_.d;
    p.v = v_ * w_.d;
    return p;
  }
  bool needs_load() const override { return true; }
  double mass() const override { return w_.target > 0 ? 0 : w_.mass; }
  Vec3 direction() const override { return w_.d; }
  WallDrive drive(const Vec3& gravity) const override {
    if (w_.target > 0 && w_.force > 0) return {.force = w_.force, .max_speed = w_.max_speed};
    if (w_.target > 0) return {.pressure = w_.target, .max_speed = w_.max_speed, .area = w_.area};
    return {.force = std::abs(w_.force) + (w_.weight ? w_.mass * norm(gravity) : 0)};
  }
  bool needs_area() const override { return w_.target > 0 && !(w_.area > 0); }
  std::vector<double> state() const override { return {x_, v_, a_, last_dt_, pressure_, started_}; }
  void restore(std::span<const double> s) override {
    if (s.size() != 6) return;
    x_ = s[0], v_ = s[1], a_ = s[2], last_dt_ = s[3], pressure_ = s[4], started_ = s[5];
  }

 private:
  // What is given has risen to this share.
  double risen(double t) const { return w_.rise.share(t - w_.start); }
  void follow_force(double t, double dt, const WallLoad& load) {
    double given = risen(t) * w_.force + dot(load.force, w_.d);
    if (w_.weight) given += w_.mass * dot(load.gravity, w_.d);
    // v_n = u - dt/2 c/m v_n with u from everything that does not depend on v_n.
    const double h = 0.5 * last_dt_;
    v_ = (v_ - h * a_ + h * given / w_.mass) / (1 + h * w_.damping / w_.mass);
    a_ = (given - w_.damping * v_) / w_.mass;
    // Resting on a stop that the force presses it against.
    if ((x_ <= w_.lowest && v_ <= 0 && a_ < 0) || (x_ >= w_.highest && v_ >= 0 && a_ > 0))
      v_ = a_ = 0;
    x_ += dt * v_ + 0.5 * dt * dt * a_;
    v_ += dt * a_;
    last_dt_ = dt;
  }
  void follow_pressure(double t, double dt, const WallLoad& load) {
    const double area = w_.area > 0 ? w_.area : load.area;
    const double now = area > 0 ? -dot(load.force, w_.d) / area : 0;
    pressure_ = started_ > 0 ? pressure_ + (now - pressure_) * dt / (w_.averaging + dt) : now;
    started_ = 1;
    v_ = w_.max_speed * std::clamp(w_.gain * (risen(t) - pressure_ / w_.target), -1.0, 1.0);
    x_ += dt * v_;
  }
  void hold_at_stops() {
    if (x_ >= w_.lowest && x_ <= w_.highest) return;
    x_ = std::clamp(x_, w_.lowest, w_.highest);
    v_ = a_ = 0;
  }

  Piston w_;
  double x_ = 0, v_ = 0, a_ = 0;  // along d
  double last_dt_ = 0;            // 0: no step yet, nothing to correct
  double pressure_ = 0, started_ = 0;
};

constexpr ParamInfo kFreeParams[] = {
    {.name = "direction",
     .kind = ParamKind::vector,
     .fallback = "[0, -1, 0]",
     .doc = "that the wall moves along, towards the grains"},
    {.name = "control",
     .kind = ParamKind::choice,
     .fallback = "force",
     .choices = "force|servo",
     .doc = "own mass under a given force, or a servo that keeps a pressure or a force"},
    {.name = "mass", .dim = dim::mass, .range = range::positive, .doc = "of the wall (force)"},
    {.name = "force",
     .dim = dim::force,
     .fallback = "0",
     .doc =
         "given, along the direction (force); that of the grains against it, to be kept (servo)"},
    {.name = "weight",
     .kind = ParamKind::boolean,
     .fallback = "true",
     .doc = "does gravity act on the wall? (force)"},
    {.name = "damping",
     .dim = dim::damping,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "viscous, of the wall's own motion (force)"},
    {.name = "pressure",
     .dim = dim::pressure,
     .range = range::positive,
     .doc = "to be kept (servo), in place of a force"},
    {.name = "max_speed",
     .dim = dim::velocity,
     .range = range::positive,
     .doc = "of the wall (servo)"},
    {.name = "gain",
     .fallback = "1",
     .range = range::positive,
     .doc = "share of max_speed for a pressure of zero (servo)"},
    {.name = "averaging",
     .dim = dim::time,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "time over which the pressure is averaged (servo)"},
    {.name = "area",
     .dim = dim::area,
     .range = range::positive,
     .doc = "that the pressure acts on; without it, that of the shape (servo)"},
    {.name = "lowest",
     .dim = dim::length,
     .doc = "displacement along the direction at which a stop holds the wall"},
    {.name = "highest", .dim = dim::length, .doc = "the same at the other end"},
    motion_params::load_ramp,
    motion_params::load_steps,
    motion_params::start,
};

Result<std::unique_ptr<WallMotion>> make_free(const ParamSet& p) {
  const Result<Vec3> direction = unit_vector(p, "direction");
  if (!direction) return direction.errors();
  Piston w;
  w.d = *direction;
  w.force = p.number("force");
  w.weight = p.boolean("weight");
  w.damping = p.number("damping");
  w.gain = p.number("gain");
  w.averaging = p.number("averaging");
  w.area = p.number_or("area", 0);
  w.lowest = p.number_or("lowest", w.lowest);
  w.highest = p.number_or("highest", w.highest);
  w.start = p.number("start");
  const Result<LoadRise> rise = load_rise_of(p);
  if (!rise) return rise.errors();
  w.rise = *rise;
  if (!(w.lowest <= 0 && w.highest >= 0))
    return Error{"E0424", "a free wall starts at displacement 0: needs lowest <= 0 <= highest"};
  if (p.text("control") == "servo") {
    if (!p.has("max_speed") || p.has("pressure") == (w.force != 0))
      return Error{"E0423", "a servo needs a max_speed, and either a pressure or a force", "",
                   "max_speed = \"10 cm/s\", pressure = \"1 kPa\""};
    if (w.force < 0)
      return Error{"E0423", "a servo keeps a force against its direction: it must be positive", "",
                   "turn `direction` round"};
    if (w.force > 0 && w.area > 0)
      return Error{"E0423", "`area` belongs to a servo that keeps a pressure", "",
                   "leave it out, or give a pressure"};
    w.target = w.force > 0 ? w.force : p.number("pressure");
    if (w.force > 0) w.area = 1;
    w.max_speed = p.number("max_speed");
    return std::unique_ptr<WallMotion>(new Free(w));
  }
  if (p.has("pressure"))
    return Error{"E0423", "a pressure is kept by a servo only", "", "control = \"servo\""};
  if (!p.has("mass") || !(p.number("mass") > 0))
    return Error{"E0423", "a free wall needs a mass", "",
                 "mass = \"1 kg\", or control = \"servo\" with a pressure"};
  w.mass = p.number("mass");
  return std::unique_ptr<WallMotion>(new Free(w));
}

}  // namespace

extern const WallMotionEntry free_entry;
const WallMotionEntry free_entry{
    .info = {"free", "piston: own mass under a given force, or servo on pressure or force",
             "Ferrez 3.3.3", kFreeParams},
    .make = make_free};

}  // namespace scree::wall_motions
