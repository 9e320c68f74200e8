#include "walls/schedule.hpp"

#include <cmath>

namespace scree {

Result<Schedule> schedule_of(const ParamSet& p) {
  Schedule s;
  s.start = p.number("start");
  s.stop = p.number_or("stop", s.stop);
  if (!(s.stop >= s.start) || !std::isfinite(s.start))
    return Error{"E0421", "a motion must not stop before it starts"};
  return s;
}

WallPose turned_about(const Vec3& centre, const Vec3& axis, double angle, double rate) {
  const double half = 0.5 * angle;
  const double s = std::sin(half);
  WallPose p;
  p.q = {std::cos(half), s * axis.x, s * axis.y, s * axis.z};
  p.x = centre - rotate(p.q, centre);
  p.omega = rate * axis;
  p.v = cross(p.omega, p.x - centre);
  return p;
}

}  // namespace scree
