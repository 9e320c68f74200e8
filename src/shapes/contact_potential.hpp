// The elastic part of a contact of bodies from one potential.
//
// Wherever features of two bodies press into each other (a corner and a face, two edges, a corner
// and a curved wall), the depth d_i of each is a function of the two poses, continuous with its
// first derivative. The contact as a whole has one depth, a smooth greatest of them,
//     d = (sum of w_i d_i^q)^(1/q),      q = 8,
// and the law of the two materials acts on d as on the overlap of two balls. Its elastic energy
// U(d) is a function of the poses, so it is given back whatever features come and go. Feature i
// gets
//     G_i = dd/dd_i = w_i (d_i/d)^(q-1)
// of the law's force along its own normal, and the part w_i (d_i/d)^q of the energy, which add up
// to
// 1. Features at one place become one contact point, at most ContactPoints::kMax of them: force and
// torque stay those of all features. docs/theory/potential.md
#pragma once

#include <algorithm>
#include <span>

#include "shapes/contact_point.hpp"

namespace scree {

struct PressedFeature {
  Vec3 normal;  // from the first body to the second, unit
  Vec3 point;   // on the line along which it presses
  double depth = 0;
  double weight = 1;
  // What a unit displacement along the normal adds to the depth, but 1 where a wall has merged
  // several touches (WallTouch::slope).
  double slope = 1;
  Vec3 turn{};   // derivative of the weight by a rotation of the second body
  Vec3 shift{};  // as that of ContactPoint
};

// The 8-norm, by roots that have the same bits everywhere.
namespace potential {
inline constexpr double kPower = 8;  // q
inline double seventh_power(double x) {
  const double x2 = x * x, x4 = x2 * x2;
  return x4 * x2 * x;
}
inline double eighth_power(double x) {
  const double x2 = x * x, x4 = x2 * x2;
  return x4 * x4;
}
inline double eighth_root(double x) {
  if (x == 1) return 1;  // one feature: three roots in a row are waited for
  return __builtin_sqrt(__builtin_sqrt(__builtin_sqrt(x)));
}
}  // namespace potential

// A dashpot that gives a restitution is made for the mass that moves, and grows with its root.
// Along the contact that is 1/(1/m + l^2/I) of both bodies: how much of the dashpot of two balls is
// left. `push2`: square of the sum of shares times normals; `turning`: l . I^-1 l of both.
inline double damping_of_contact(double shares, double push2, double turning, double inv_mass) {
  const double moved = push2 * inv_mass + turning;
  // Forces that cancel each other move nothing; they damp no more than one does.
  return std::min(1.0, __builtin_sqrt(shares * shares * inv_mass / moved));
}

// One contact from all features with a positive depth; where there are none, a point at the one
// that is least apart. `same_place`: features nearer to each other than this are one point.
// Precondition: `out` is empty.
void combine_features(std::span<const PressedFeature> features, double r_eff, double same_place,
                      ContactPoints& out);

}  // namespace scree
