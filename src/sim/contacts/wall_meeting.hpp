// One ball at one wall: which contacts it has now, what each is to a law, what is kept of the
// answer.
#pragma once

#include "laws/touch.hpp"
#include "sim/contacts/wall_contacts.hpp"

namespace scree {

// Where the wall and its images touch a ball at x. Everything else of a step knows walls by this
// answer.
inline void touch_ball(const WallArgs& a, std::uint16_t wall, const Vec3& x, double reach,
                       WallTouches& out) {
  a.images[wall].touch(a.walls[wall], x, reach, out);
}

// Number of the law between a row and a wall.
inline int law_at_wall(const WallArgs& a, const WallEntry& entry) {
  return a.laws
      .index[a.p.ws[entry.row].material * a.laws.materials + a.walls[entry.wall].material.value];
}

// The current contacts (none where now.count is 0); those that go on take over their histories and
// forces, what the springs of others held is booked.
void meet_wall(const WallArgs& a, const kernel::PairLaw& law, WallEntry& entry, WallContacts& c,
               WallTouches& now, kernel::LossSum& sum);

// A contact as its law sees it.
struct WallLane {
  Touch touch;
  double arm;           // from the centre to where it acts
  double inverse_mass;  // 1 / m_eff
  Vec3 before;          // force on the grain one step earlier, as the law knows it
};

// (3.1) to (3.6) for a partner of infinite radius; notes in `at` where the contact is.
inline WallLane wall_lane(const WallArgs& a, const Wall& wall, std::uint32_t s, const WallTouch& t,
                          WallPoint& at) {
  const double r = a.p.xr[s].r;
  const Vec3 n = -from_wall(wall.pose, t.normal);
  const double delta = r - t.distance;
  const double arm = r - a.lever * delta;
  const Vec3 point = a.p.xr[s].x + arm * n - t.shift;  // on the wall, not on its image
  Vec3 v_wall = wall.pose.v + cross(wall.pose.omega, point - wall.pose.x);
  const bool belt = wall.surface.any();
  if (belt) v_wall += belt_velocity(wall, point, n);
  const Vec3 dv = v_wall - a.p.vm[s].v;
  const double vn = dot(dv, n);
  const Vec3 v_t = (dv - vn * n) + cross(n, arm * a.p.ws[s].omega);
  const Vec3 w = a.p.ws[s].omega - (belt ? wall.pose.omega + belt_spin(wall) : wall.pose.omega);
  // The law knows its own force, not that times the slope.
  const bool plain = t.slope == 1 || !(t.slope > 0);
  const Vec3 before = plain ? at.force : at.force + ((1 / t.slope - 1) * dot(at.force, n)) * n;
  const double m_eff = equivalent_mass(a.p.vm[s].inv_mass, wall, n, point);
  at.point = point;
  at.normal = n;
  at.overlap = delta;
  at.slope = t.slope;
  at.feature = t.feature;
  return {.touch = {.n = n,
                    .delta = delta,
                    .delta_dot = -t.slope * vn,
                    .v_t = v_t,
                    .w_rel = w,
                    .m_eff = m_eff,
                    .r_eff = r,
                    .dt = a.dt},
          .arm = arm,
          .inverse_mass = 1.0 / m_eff,
          .before = before};
}

// What the law has answered: `push` along the normal, `t` in the contact plane.
inline void keep_answer(double arm, double push, const Vec3& t, const Vec3& couple, WallPoint& at) {
  at.force = -(at.slope * push) * at.normal + t;
  at.tangential = t;
  at.torque = arm * cross(at.normal, t);
  at.couple = couple;
  at.torque += at.couple;
}

// The same contacts as touch_walls(), one after the other: entries [first, last).
void touch_walls_singly(const WallArgs& args, std::size_t first, std::size_t last,
                        WallContacts& contacts, kernel::LossSum& losses);

}  // namespace scree
