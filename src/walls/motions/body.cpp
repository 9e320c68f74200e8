// A wall that is a rigid body: free, or free in some directions and about some axes only.
//
//   m dv/dt = F_given + F_grains + m g - c v            along the free directions
//   dL/dt   = T_given + T_grains - c_r omega            about the centre of mass, or about one axis
//
// where what is given may rise from zero, evenly or in steps,
// by the predictor and trapezoid corrector of the grains (dynamics/rigid.hpp). When a step begins
// the load at its beginning has just become known, so the corrector of the last step comes first.
// The damping is taken at the corrected velocity and solved for it (linear): no damping is too
// large for the step.
//
// A wall that turns about one axis is a pendulum if the axis does not pass through its centre of
// mass: gravity turns it, and its inertia is the one about the axis (Steiner).
#include <algorithm>
#include <cmath>

#include "base/exact_math.hpp"
#include "dynamics/rigid.hpp"
#include "walls/frame.hpp"
#include "walls/schedule.hpp"

namespace scree::wall_motions {
namespace {

enum class Turn { none, axis, free };

struct Drive {
  double mass = 0;
  Vec3 inertia{};  // principal, in the axes of the wall at the start
  Vec3 centre{};   // of mass at the start
  Vec3 pivot{};    // the axis passes through it
  Vec3 axis{};
  double about_axis = 0;  // moment of inertia about it
  Vec3 freedom{};         // 1 or 0 along x, y, z
  Turn turn = Turn::none;
  Vec3 force{}, torque{}, velocity{};
  Vec3 spin{};
  double damping = 0, angular_damping = 0;
  bool weight = true;
  double start = 0;
  LoadRise rise;
};

Vec3 along(const Vec3& freedom, const Vec3& v) {
  return {freedom.x * v.x, freedom.y * v.y, freedom.z * v.z};
}

class RigidWall final : public WallMotion {
 public:
  explicit RigidWall(const Drive& drive) : d_(drive) {
    b_.x = d_.centre;
    b_.v = d_.velocity;
    b_.inv_mass = 1 / d_.mass;
    b_.inertia = d_.inertia;
    if (d_.turn == Turn::free) b_.omega = d_.spin;
    if (d_.turn == Turn::axis) rate_ = dot(d_.spin, d_.axis);
  }

  std::unique_ptr<WallMotion> clone() const override { return std::make_unique<RigidWall>(*this); }

  WallPose advance(double t, double dt, const WallLoad& load) override {
    if (dt > 0 && t > d_.start) {
      correct(d_.rise.share(t - d_.start), load);
      predict(dt);
      last_dt_ = dt;
    }
    WallPose now = pose();
    if (t < d_.start) now.v = now.omega = {};  // it waits
    return now;
  }
  bool needs_load() const override { return true; }
  double mass() const override { return d_.mass; }

  double response(const Vec3& n, const Vec3& point) const override {
    double r = dot(n, along(d_.freedom, n)) / d_.mass;
    if (d_.turn == Turn::axis) {
      const double lever = dot(d_.axis, cross(point - pivot(), n));
      r += lever * lever / d_.about_axis;
    } else if (d_.turn == Turn::free) {
      const Vec3 lever = cross(point - b_.x, n);
      r += dot(lever, b_.spin(lever));
    }
    return r;
  }
  double least_mass(double reach) const override {
    double r = d_.freedom == Vec3{} ? 0 : 1 / d_.mass;
    const double arm = reach + norm(d_.turn == Turn::axis ? d_.pivot : d_.centre);
    if (d_.turn == Turn::axis) r += arm * arm / d_.about_axis;
    if (d_.turn == Turn::free)
      r += arm * arm / std::min({d_.inertia.x, d_.inertia.y, d_.inertia.z});
    return 1 / r;
  }
  WallDrive drive(const Vec3& gravity) const override {
    return {.force = norm(d_.force) + (d_.weight ? d_.mass * norm(gravity) : 0),
            .max_speed = norm(d_.velocity)};
  }
  Vec3 rotation_axis() const override { return d_.turn == Turn::axis ? d_.axis : Vec3{}; }
  bool turns_freely() const override { return d_.turn == Turn::free; }

  std::vector<double> state() const override {
    return {b_.x.x,  b_.x.y,  b_.x.z,     b_.v.x,     b_.v.y,     b_.v.z, b_.q.w,  b_.q.x,
            b_.q.y,  b_.q.z,  b_.omega.x, b_.omega.y, b_.omega.z, b_.f.x, b_.f.y,  b_.f.z,
            b_.tq.x, b_.tq.y, b_.tq.z,    angle_,     rate_,      about_, last_dt_};
  }
  void restore(std::span<const double> s) override {
    if (s.size() != 23) return;
    const auto vector = [&](std::size_t k) { return Vec3{s[k], s[k + 1], s[k + 2]}; };
    b_.x = vector(0), b_.v = vector(3);
    b_.q = {s[6], s[7], s[8], s[9]};
    b_.omega = vector(10), b_.f = vector(13), b_.tq = vector(16);
    angle_ = s[19], rate_ = s[20], about_ = s[21], last_dt_ = s[22];
  }

 private:
  // Where the axis is now: it goes along with the centre of mass where that can go.
  Vec3 pivot() const { return d_.freedom == Vec3{} ? d_.pivot : b_.x + (d_.pivot - d_.centre); }
  // About the axis by `angle_`.
  Quat turn() const {
    const auto [s, c] = exact::sin_cos(0.5 * angle_);
    return {c, s * d_.axis.x, s * d_.axis.y, s * d_.axis.z};
  }

  WallPose pose() const {
    WallPose p;
    Vec3 centre = b_.x;
    if (d_.turn == Turn::axis) {
      p.q = turn();
      p.omega = rate_ * d_.axis;
      centre = pivot() + rotate(p.q, d_.centre - d_.pivot);
    } else if (d_.turn == Turn::free) {
      p.q = b_.q;
      p.omega = b_.omega;
    }
    const Vec3 arm = p.q == Quat{} ? d_.centre : rotate(p.q, d_.centre);  // origin to centre
    p.x = centre - arm;
    const Vec3 about = d_.turn == Turn::axis ? pivot() : b_.x;
    p.v = b_.v + cross(p.omega, p.x - about);
    return p;
  }

  void correct(double share, const WallLoad& load) {
    const WallPose now = pose();
    const double h = 0.5 * last_dt_;
    const Vec3 weight = d_.weight ? d_.mass * load.gravity : Vec3{};
    const Vec3 known = along(d_.freedom, share * d_.force + load.force + weight);
    b_.v = (1 / (1 + h * d_.damping / d_.mass)) * (b_.v + (h * b_.inv_mass) * (known - b_.f));
    b_.f = known - d_.damping * b_.v;
    if (d_.turn == Turn::axis) {
      const Vec3 at = pivot();
      const Vec3 torque = share * d_.torque + load.torque + cross(now.x - at, load.force) +
                          cross(rotate(now.q, d_.centre - d_.pivot), weight);
      const double asked = dot(d_.axis, torque);
      rate_ = (rate_ + h / d_.about_axis * (asked - about_)) /
              (1 + h * d_.angular_damping / d_.about_axis);
      about_ = asked - d_.angular_damping * rate_;
    } else if (d_.turn == Turn::free) {
      const Vec3 torque = share * d_.torque + load.torque + cross(now.x - b_.x, load.force);
      const Vec3 l = rotate_back(b_.q, b_.momentum(b_.omega) + h * (torque - b_.tq));
      const Vec3 i = d_.inertia;
      const double c = h * d_.angular_damping;
      b_.omega = rotate(b_.q, {l.x / (i.x + c), l.y / (i.y + c), l.z / (i.z + c)});
      b_.tq = torque - d_.angular_damping * b_.omega;
    }
  }

  void predict(double dt) {
    if (d_.turn == Turn::free) {
      predict_body(b_, dt);
      return;
    }
    b_.x += dt * b_.v + (0.5 * dt * dt * b_.inv_mass) * b_.f;
    b_.v += (dt * b_.inv_mass) * b_.f;
    if (d_.turn != Turn::axis) return;
    angle_ += dt * rate_ + 0.5 * dt * dt * about_ / d_.about_axis;
    rate_ += dt * about_ / d_.about_axis;
  }

  Drive d_;
  Body b_;                       // free motion; its rotation only where it turns freely
  double angle_ = 0, rate_ = 0;  // about the axis
  double about_ = 0;             // torque about it
  double last_dt_ = 0;           // 0: no step yet, nothing to correct
};

constexpr ParamInfo kBodyParams[] = {
    {.name = "mass",
     .dim = dim::mass,
     .required = true,
     .range = range::positive,
     .doc = "of the wall"},
    {.name = "inertia",
     .kind = ParamKind::vector,
     .dim = dim::inertia,
     .doc = "moments about the centre of mass, along x, y, z as the wall starts; needed where it "
            "turns"},
    {.name = "centre",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .fallback = "[0, 0, 0]",
     .doc = "of mass, from the wall's position"},
    {.name = "translation",
     .kind = ParamKind::choice,
     .fallback = "xyz",
     .choices = "none|x|y|z|xy|yz|zx|xyz",
     .doc = "directions in which it is free"},
    {.name = "rotation",
     .kind = ParamKind::choice,
     .fallback = "free",
     .choices = "none|axis|free",
     .doc = "about what it is free to turn"},
    {.name = "axis",
     .kind = ParamKind::vector,
     .fallback = "[0, 0, 1]",
     .doc = "that stays (rotation = \"axis\")"},
    {.name = "pivot",
     .kind = ParamKind::vector,
     .dim = dim::length,
     .doc = "a point of the axis, from the wall's position; without it, the centre of mass"},
    {.name = "force",
     .kind = ParamKind::vector,
     .dim = dim::force,
     .fallback = "[0, 0, 0]",
     .doc = "given"},
    {.name = "torque",
     .kind = ParamKind::vector,
     .dim = dim::torque,
     .fallback = "[0, 0, 0]",
     .doc = "given"},
    {.name = "velocity",
     .kind = ParamKind::vector,
     .dim = dim::velocity,
     .fallback = "[0, 0, 0]",
     .doc = "of the centre of mass at the start"},
    {.name = "angular_velocity",
     .kind = ParamKind::vector,
     .dim = dim::angular_velocity,
     .fallback = "[0, 0, 0]",
     .doc = "at the start"},
    {.name = "damping",
     .dim = dim::damping,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "viscous, of the motion of the centre"},
    {.name = "angular_damping",
     .dim = dim::rotational_damping,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "viscous torque per angular velocity"},
    {.name = "weight",
     .kind = ParamKind::boolean,
     .fallback = "true",
     .doc = "does gravity act on it?"},
    motion_params::load_ramp,
    motion_params::load_steps,
    motion_params::start,
};

// Three numbers that can be the moments of one body: none larger than the sum of the others.
bool possible_moments(const Vec3& i) {
  const double slack = 1 + 1e-9;  // a flat plate has the sum, rounded
  return i.x > 0 && i.y > 0 && i.z > 0 && i.x <= slack * (i.y + i.z) &&
         i.y <= slack * (i.z + i.x) && i.z <= slack * (i.x + i.y);
}

Result<std::unique_ptr<WallMotion>> make_body(const ParamSet& p) {
  Drive d;
  d.mass = p.number("mass");
  if (!(d.mass > 0)) return Error{"E0425", "a wall that is a body needs a mass"};
  d.centre = p.vector("centre");
  d.pivot = p.has("pivot") ? p.vector("pivot") : d.centre;
  d.force = p.vector("force");
  d.torque = p.vector("torque");
  d.velocity = p.vector("velocity");
  d.spin = p.vector("angular_velocity");
  d.damping = p.number("damping");
  d.angular_damping = p.number("angular_damping");
  d.weight = p.boolean("weight");
  d.start = p.number("start");
  const Result<LoadRise> rise = load_rise_of(p);
  if (!rise) return rise.errors();
  d.rise = *rise;
  const std::string free = p.text("translation");
  if (free != "none")
    for (int k = 0; k < 3; ++k) d.freedom[k] = free.find("xyz"[k]) != std::string::npos ? 1 : 0;
  const std::string turn = p.text("rotation");
  d.turn = turn == "free" ? Turn::free : turn == "axis" ? Turn::axis : Turn::none;
  if (d.turn == Turn::none && d.freedom == Vec3{})
    return Error{"E0425", "a wall that can neither go nor turn is not a body", "",
                 "leave the motion out, or free a direction"};
  if (along(d.freedom, d.velocity) != d.velocity)
    return Error{"E0425", "the velocity has a part along a direction that is not free", "",
                 "`translation` names the free directions"};
  if (d.turn == Turn::none) {
    if (d.spin != Vec3{})
      return Error{"E0425", "a wall that cannot turn has no angular velocity", "",
                   "rotation = \"axis\" or \"free\""};
    return std::unique_ptr<WallMotion>(new RigidWall(d));
  }
  if (!p.has("inertia") || !possible_moments(p.vector("inertia")))
    return Error{"E0425",
                 p.has("inertia")
                     ? "no body has this inertia: moments are positive, and none is larger than "
                       "the sum of the other two"
                     : "a wall that turns needs an inertia",
                 "", "for a plate a x b in the plane xy: m/12 [b^2, a^2, a^2 + b^2]"};
  d.inertia = p.vector("inertia");
  if (d.turn == Turn::axis) {
    const Result<Vec3> axis = unit_vector(p, "axis");
    if (!axis) return axis.errors();
    d.axis = *axis;
    const Vec3 i = d.inertia, a = d.axis, arm = cross(d.axis, d.centre - d.pivot);
    d.about_axis = i.x * a.x * a.x + i.y * a.y * a.y + i.z * a.z * a.z + d.mass * norm2(arm);
    if (norm2(cross(d.spin, a)) > 1e-24 * norm2(d.spin))
      return Error{"E0425", "the angular velocity is not along the axis"};
  }
  if (d.pivot != d.centre && (d.turn == Turn::free || d.freedom != Vec3{}))
    return Error{"E0425", "only a wall that turns about one axis, and does not move, has a pivot",
                 "", "translation = \"none\", rotation = \"axis\""};
  return std::unique_ptr<WallMotion>(new RigidWall(d));
}

}  // namespace

extern const WallMotionEntry body_entry;
const WallMotionEntry body_entry{
    .info = {"body", "rigid body: pushed by grains, free along and about what you say",
             "Newton and Euler; theory/walls.md", kBodyParams},
    .make = make_body};

}  // namespace scree::wall_motions
