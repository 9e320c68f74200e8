// Tapping: the wall rises slowly and drops quickly, or the other way round.
//
// Frequency and amplitude are those of Ferrez 5.2, where an eccentric makes "a form of tapping";
// the text does not describe its shape, this one is ours. With the period T = 1/f, the shares a of
// it for the rise and b = 1-a for the drop, and s = time in the tap / T:
//   rise  0 <= s < a   y = A/2 (1 - cos(pi s / a))
//   drop  a <= s < 1   y = A/2 (1 + cos(pi (s - a) / b))
// y and y' are continuous everywhere (y' = 0 at both ends), so no contact sees a jump of the wall's
// velocity; y'' jumps at the ends. A quick drop that takes the time tau = b T has the greatest
// speed pi A / (2 tau) and the greatest acceleration pi^2 A / (2 tau^2): with 4 Hz, 3 mm and b =
// 0.1 these are 0.19 m/s and 24 m/s^2, more than gravity, so the wall leaves the grains behind. A
// given b makes the acceleration grow with f^2, a given tau (drop_time) keeps it. b = 1/2 is a
// sinusoid. A rest may follow each tap.
#include <cmath>
#include <numbers>

#include "base/exact_math.hpp"
#include "walls/frame.hpp"
#include "walls/schedule.hpp"

namespace scree::wall_motions {
namespace {

struct Taps {
  Vec3 amplitude{};
  double period = 1, rise = 0.9, drop = 0.1, rest = 0, start = 0;  // rise, drop: shares
  double count = std::numeric_limits<double>::infinity();
};

class Tapping final : public WallMotion {
 public:
  explicit Tapping(const Taps& taps) : taps_(taps) {}
  std::unique_ptr<WallMotion> clone() const override { return std::make_unique<Tapping>(*this); }
  WallPose advance(double t, double, const WallLoad&) override {
    WallPose p;
    const double tau = t - taps_.start, cycle = taps_.period + taps_.rest;
    if (!(tau > 0) || !(std::floor(tau / cycle) < taps_.count)) return p;
    const double s = std::fmod(tau, cycle) / taps_.period;
    if (s >= 1) return p;
    const bool up = s < taps_.rise;
    const double share = up ? taps_.rise : taps_.drop;
    const double angle = std::numbers::pi * (up ? s : s - taps_.rise) / share, sign = up ? 1 : -1;
    const auto [sin, cos] = exact::sin_cos(angle);
    p.x = 0.5 * (1 - sign * cos) * taps_.amplitude;
    const double rate = std::numbers::pi / (share * taps_.period);
    p.v = 0.5 * sign * rate * sin * taps_.amplitude;
    return p;
  }

 private:
  Taps taps_;
};

constexpr ParamInfo kTappingParams[] = {
    {.name = "frequency",
     .dim = dim::frequency,
     .required = true,
     .range = range::positive,
     .doc = "of the taps"},
    {.name = "amplitude",
     .dim = dim::length,
     .required = true,
     .range = range::positive,
     .doc = "height of the lift"},
    {.name = "direction",
     .kind = ParamKind::vector,
     .fallback = "[0, 1, 0]",
     .doc = "of the lift; need not be a unit vector"},
    {.name = "drop",
     .range = {0, 1, true, true},
     .doc =
         "share of the period that the quick part takes; default 0.1. Its acceleration grows with "
         "the square of the frequency"},
    {.name = "drop_time",
     .dim = dim::time,
     .range = range::positive,
     .doc = "duration of the quick part, instead of `drop`: its acceleration is the same at any "
            "frequency",
     .example = "25 ms"},
    {.name = "quick",
     .kind = ParamKind::choice,
     .fallback = "drop",
     .choices = "drop|rise",
     .doc = "the quick part: drop, the wall falls away from the grains; rise, it throws them"},
    {.name = "rest",
     .dim = dim::time,
     .fallback = "0",
     .range = range::non_negative,
     .doc = "at rest after each tap"},
    {.name = "taps",
     .kind = ParamKind::integer,
     .range = range::positive,
     .doc = "how many; without it, no end"},
    {.name = "until",
     .dim = dim::time,
     .doc = "no tap begins at or after this time; one under way is finished"},
    motion_params::start,
};

Result<std::unique_ptr<WallMotion>> make_tapping(const ParamSet& p) {
  const Result<Vec3> direction = unit_vector(p, "direction");
  if (!direction) return direction.errors();
  Taps taps;
  taps.period = 1 / p.number("frequency");
  taps.rest = p.number("rest");
  taps.start = p.number("start");
  if (!(taps.period > 0) || !std::isfinite(taps.period) || !(p.number("amplitude") > 0))
    return Error{"E0422", "tapping needs a positive frequency and amplitude"};
  if (p.has("drop") && p.has("drop_time"))
    return Error{"E0422", "tapping has both `drop` and `drop_time`", "", "give one of them"};
  const double quick = p.has("drop_time") ? p.number("drop_time") / taps.period
                       : p.has("drop")    ? p.number("drop")
                                          : 0.1;
  if (p.has("drop_time") && !(quick < 1))
    return Error{"E0422", "tapping needs a `drop_time` shorter than its period 1/frequency", "",
                 "a shorter `drop_time` or a lower `frequency`", Subject::of_key("drop_time")};
  if (!(quick > 0 && quick < 1) || !(taps.rest >= 0))
    return Error{"E0422", "tapping needs 0 < drop < 1 and a rest that is not negative"};
  taps.rise = 1 - quick, taps.drop = quick;
  if (p.text("quick") == "rise") std::swap(taps.rise, taps.drop);
  taps.amplitude = p.number("amplitude") * *direction;
  if (p.has("taps")) taps.count = static_cast<double>(p.integer("taps"));
  if (p.has("until")) {
    const double time = p.number("until") - taps.start;
    taps.count = std::fmin(taps.count, std::ceil(std::fmax(time, 0) / (taps.period + taps.rest)));
  }
  return std::unique_ptr<WallMotion>(new Tapping(taps));
}

}  // namespace

extern const WallMotionEntry tapping_entry;
const WallMotionEntry tapping_entry{
    .info = {"tapping", "slow rise and quick drop, or the other way round", "Ferrez 5.2",
             kTappingParams},
    .make = make_tapping};

}  // namespace scree::wall_motions
