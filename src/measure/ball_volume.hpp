// Volumes of pieces of a ball, exact to rounding: what every local density is made of.
//
// All functions take finite lengths, accept a ball of radius 0 and return values in
// [0, volume of the ball]. Accuracy is relative to r^3 unless more is said.
#pragma once

#include "base/vec3.hpp"

namespace scree {

double ball_volume(double r);

// The part of a ball with centre at height y that is below the plane of height h: Ferrez (4.4).
double ball_below(double r, double y, double h);

// The part inside an endless cylinder of radius R whose axis passes the centre at distance d:
// Ferrez (4.6), by complete elliptic integrals (after Lamarche & Leroy 1990). Relative accuracy
// about 1e-13 for every size of the part.
double ball_in_cylinder(double r, double R, double d);

// The same, cut to heights [low, high] along the axis, measured from the ball's centre. Closed form
// unless an end and the side cut the ball together; then one integral is taken numerically, to
// about 1e-14 r^3.
double ball_in_cylinder_piece(double r, double R, double d, double low, double high);

// The part inside another ball of radius R at distance d.
double ball_in_ball(double r, double R, double d);

// The part inside the box [low, high], both measured from the ball's centre. Elementary.
double ball_in_box(double r, const Vec3& low, const Vec3& high);

// Area that two discs of radii a and b at distance d have in common.
double common_disc_area(double a, double b, double d);

}  // namespace scree
