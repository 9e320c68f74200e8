// A wall that swings: along a vector, about an axis, or both.
//
//   s(t) = sin(2 pi f (t - start) + phase) - sin(phase)
//
// The subtracted constant lets the wall begin where its shape was placed.
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "walls/frame.hpp"
#include "walls/schedule.hpp"

namespace scree::wall_motions {
namespace {

struct Swing {
  Vec3 amplitude{};
  double angle = 0;  // amplitude of the turn
  Vec3 axis{0, 0, 1}, centre{};
  double frequency = 0, phase = 0;
  Schedule schedule;
};

class Sinusoid final : public WallMotion {
 public:
  explicit Sinusoid(const Swing& swing) : s_(swing), at_start_(exact::sin(swing.phase)) {}
  std::unique_ptr<WallMotion> clone() const override { return std::make_unique<Sinusoid>(*this); }
  WallPose advance(double t, double, const WallLoad&) override {
    const double omega = 2 * std::numbers::pi * s_.frequency;
    const double argument = omega * s_.schedule.elapsed(t) + s_.phase;
    const auto [sin, cos] = exact::sin_cos(argument);
    const double value = sin - at_start_;
    const double rate = s_.schedule.runs(t) ? omega * cos : 0;
    WallPose p = turned_about(s_.centre, s_.axis, s_.angle * value, s_.angle * rate);
    p.x += value * s_.amplitude;
    p.v += rate * s_.amplitude;
    return p;
  }
  Vec3 rotation_axis() const override { return s_.angle > 0 ? s_.axis : Vec3{}; }

 private:
  Swing s_;
  double at_start_;  // sin(phase)
};

constexpr ParamInfo kSinusoidParams[] = {
    {.name = "amplitude",
     .dim = dim::length,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "half of the whole stroke"},
    {.name = "direction",
     .kind = ParamKind::vector,
     .fallback = "[0, 1, 0]",
     .doc = "of the stroke; need not be a unit vector"},
    {.name = "frequency",
     .dim = dim::frequency,
     .required = true,
     .range = range::positive,
     .doc = "cycles per second"},
    {.name = "phase", .fallback = "0", .doc = "at the start"},
    {.name = "angle",
     .fallback = "0",
     .range = range::non_negative,
     .doc = "amplitude of a swing about `axis` through `centre`"},
    {.name = "axis",
     .kind = ParamKind::vector,
     .fallback = "[0, 0, 1]",
     .doc = "of the swing; need not be a unit vector"},
    motion_params::turn_centre,
    motion_params::start,
    motion_params::stop,
};

Result<std::unique_ptr<WallMotion>> make_sinusoid(const ParamSet& p) {
  const Result<Schedule> schedule = schedule_of(p);
  if (!schedule) return schedule.errors();
  const Result<Vec3> direction = unit_vector(p, "direction"), axis = unit_vector(p, "axis");
  if (!direction) return direction.errors();
  if (!axis) return axis.errors();
  const double amplitude = p.number("amplitude"), angle = p.number("angle");
  if (!(amplitude > 0) && !(angle > 0))
    return Error{"E0422", "a sinusoid needs an amplitude or an angle"};
  if (!(p.number("frequency") > 0)) return Error{"E0422", "the frequency must be positive"};
  return std::unique_ptr<WallMotion>(
      new Sinusoid({amplitude * *direction, angle, *axis, p.vector("centre"), p.number("frequency"),
                    p.number("phase"), *schedule}));
}

}  // namespace

extern const WallMotionEntry sinusoid_entry;
const WallMotionEntry sinusoid_entry{
    .info = {"sinusoid", "swings along a direction or about an axis", "Ferrez 5.2",
             kSinusoidParams},
    .make = make_sinusoid};

}  // namespace scree::wall_motions
