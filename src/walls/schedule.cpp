#include "walls/schedule.hpp"

#include <cmath>

#include "base/exact_math.hpp"

namespace scree {

Result<Schedule> schedule_of(const ParamSet& p) {
  Schedule s;
  s.start = p.number("start");
  s.stop = p.number_or("stop", s.stop);
  if (!(s.stop >= s.start) || !std::isfinite(s.start))
    return Error{"E0421", "a motion must not stop before it starts"};
  if (p.has("ramp")) s.ramp = p.number("ramp");
  if (!(2 * s.ramp <= s.stop - s.start))
    return Error{"E0421", "there is no time for the ramp at both ends between start and stop", "",
                 "a shorter `ramp`, or a later `stop`"};
  return s;
}

Result<LoadRise> load_rise_of(const ParamSet& p) {
  LoadRise rise;
  if (p.has("ramp")) rise.ramp = p.number("ramp");
  if (p.has("ramp_steps")) rise.steps = static_cast<double>(p.integer("ramp_steps"));
  if (rise.steps > 0 && !(rise.ramp > 0))
    return Error{"E0421", "a load that rises in steps needs the time over which it rises", "",
                 "ramp = \"1 s\""};
  return rise;
}

WallPose turned_about(const Vec3& centre, const Vec3& axis, double angle, double rate) {
  const auto [s, c] = exact::sin_cos(0.5 * angle);
  WallPose p;
  p.q = {c, s * axis.x, s * axis.y, s * axis.z};
  p.x = centre - rotate(p.q, centre);
  p.omega = rate * axis;
  p.v = cross(p.omega, p.x - centre);
  return p;
}

}  // namespace scree
