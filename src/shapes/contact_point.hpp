// Where two bodies touch: one point of a contact, whatever their shapes.
//
//        body 1 (the lower id, or the one at a wall)            body 2
//        normal points from 1 to 2; depth > 0 while they overlap
//
// The key of a contact is (id of 1, id of 2, feature). A feature names the pair of surface pieces
// that meet (two faces, a corner and a face): the same number from step to step as long as these
// pieces meet, so that the history of the contact stays with it.
#pragma once

#include <array>
#include <cstdint>

#include "base/vec3.hpp"
#include "laws/touch.hpp"

namespace scree {

struct ContactPoint {
  Vec3 normal;
  Vec3 point;  // where the force acts
  double depth = 0;
  double r_eff = 0;  // (1/r1 + 1/r2)^-1 of the radii of curvature
  std::uint64_t feature = 0;
  Vec3 shift{};  // from the second to the periodic image of it that is met; shapes leave it 0
  // Where several points stand for one area: how much of the law acts here, and the share of the
  // equivalent mass that the law sees, so that the pair as a whole has the restitution that was
  // asked for.
  double share = 1, mass_share = 1;
  // Of points of one potential (shapes/contact_potential.hpp): the part of the normal part's energy
  // that is counted here (0: the share), and the couple on the first body per unit of normal force.
  double energy_share = 0;
  Vec3 moment{};
  double energy() const { return energy_share > 0 ? energy_share : share; }
};

struct ContactPoints {
  static constexpr int kMax = 8;
  std::array<ContactPoint, kMax> point;  // the first `count` are valid
  int count = 0;
  // The points are samples of one area that moves over both surfaces: histories belong to places,
  // not to features.
  bool area = false;
  // All points have one depth, whose gradient their normals, shares and moments are; an area, too.
  bool potential = false;
  void clear() { count = 0, area = potential = false; }
  // Where there are more than kMax, the deepest are kept.
  void add(const ContactPoint& p);
};

// Of a body, as a contact needs it.
struct BodyMotion {
  Vec3 x, v, omega;
};

// The contact as a law sees it, for lever arms of any length and direction: `arm1`, `arm2` point
// from the bodies' centres to the contact point.
HD Touch point_touch(const ContactPoint& at, const BodyMotion& b1, const Vec3& arm1,
                     const BodyMotion& b2, const Vec3& arm2, double m_eff, double dt) {
  const Vec3 dv = (b2.v + cross(b2.omega, arm2)) - (b1.v + cross(b1.omega, arm1));
  const double vn = dot(dv, at.normal);
  const Vec3 w_rel = b1.omega - b2.omega;
  return {.n = at.normal,
          .delta = at.depth,
          .delta_dot = -vn - dot(at.moment, w_rel),
          .v_t = dv - vn * at.normal,
          .w_rel = w_rel,
          .m_eff = m_eff,
          .r_eff = at.r_eff,
          .dt = dt};
}

}  // namespace scree
