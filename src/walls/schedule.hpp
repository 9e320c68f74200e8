// When a motion runs, and the pose of a turn about a centre.
#pragma once

#include <limits>

#include "base/params.hpp"
#include "walls/wall.hpp"

namespace scree {

// A motion that runs from `start` until `stop` and stays where it is before and after.
struct Schedule {
  double start = 0;
  double stop = std::numeric_limits<double>::infinity();

  // Time that the motion has run at t.
  double elapsed(double t) const {
    const double end = t < stop ? t : stop;
    return end > start ? end - start : 0;
  }
  bool runs(double t) const { return t >= start && t < stop; }
};

namespace motion_params {
inline constexpr ParamInfo start{
    .name = "start", .dim = dim::time, .fallback = "0", .doc = "time at which the motion begins"};
inline constexpr ParamInfo stop{
    .name = "stop", .dim = dim::time, .doc = "time at which it ends; without it, never"};
inline constexpr ParamInfo turn_centre{.name = "centre",
                                       .kind = ParamKind::vector,
                                       .dim = dim::length,
                                       .fallback = "[0, 0, 0]",
                                       .doc = "a point of the axis of the turn"};
}  // namespace motion_params

Result<Schedule> schedule_of(const ParamSet& p);

// Turned by `angle` about the unit `axis` through `centre`, at the rate `rate`. Closed form: the
// error does not grow with the number of steps. The frame's origin is taken along:
//   x = c - R c,  v = omega x (x - c).
WallPose turned_about(const Vec3& centre, const Vec3& axis, double angle, double rate);

}  // namespace scree
