// When a motion runs, and the pose of a turn about a centre.
#pragma once

#include "base/params.hpp"
#include "walls/schedule_time.hpp"
#include "walls/wall.hpp"

namespace scree {

namespace motion_params {
inline constexpr ParamInfo start{
    .name = "start", .dim = dim::time, .fallback = "0", .doc = "time at which the motion begins"};
inline constexpr ParamInfo stop{
    .name = "stop", .dim = dim::time, .doc = "time at which it ends; without it, never"};
inline constexpr ParamInfo ramp{
    .name = "ramp",
    .dim = dim::time,
    .fallback = "0",
    .range = range::non_negative,
    .doc = "time over which the speed rises smoothly from zero, and falls to it before `stop`"};
inline constexpr ParamInfo load_ramp{
    .name = "ramp",
    .dim = dim::time,
    .fallback = "0",
    .range = range::non_negative,
    .doc = "time over which the given load rises evenly from zero"};
inline constexpr ParamInfo load_steps{
    .name = "ramp_steps",
    .kind = ParamKind::integer,
    .fallback = "0",
    .range = {0, 1e9},
    .doc = "the load rises in so many equal steps instead, each at the end of its part of `ramp`"};
inline constexpr ParamInfo turn_centre{.name = "centre",
                                       .kind = ParamKind::vector,
                                       .dim = dim::length,
                                       .fallback = "[0, 0, 0]",
                                       .doc = "a point of the axis of the turn"};
}  // namespace motion_params

Result<Schedule> schedule_of(const ParamSet& p);
Result<LoadRise> load_rise_of(const ParamSet& p);

// Turned by `angle` about the unit `axis` through `centre`, at the rate `rate`. Closed form: the
// error does not grow with the number of steps. The frame's origin is taken along:
//   x = c - R c,  v = omega x (x - c).
WallPose turned_about(const Vec3& centre, const Vec3& axis, double angle, double rate);

}  // namespace scree
