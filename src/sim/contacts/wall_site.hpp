// One ball at one wall, wherever that is computed: which contacts it has now, which of them go on,
// what each is to a law. A site says where the ball and the wall are and books what ends; the
// processor has one for walls of all kinds (wall_meeting.cpp), a graphics card one for those that
// it knows (sim/card/card_walls.hpp).
//
//   x() r() inverse_mass() v() spin()    of the ball
//   touch(reach, out)                    where it touches, in the wall's frame
//   continues(old, now, k)               is touch k the contact that had this point?
//   takes_over(old, now, k)              may it take over from that contact, which has ended?
//   direction(normal)                    unit, in the world, from the ball to the wall
//   velocity(point, n) wall_spin()       of the wall's surface
//   equivalent_mass(n, point)
//   release(m_eff, history)              books what springs of a contact that ends held
//   moved(k, from)                       touch `from` is number k now
//   dt() lever() approach() left()
#pragma once

#include "laws/touch.hpp"
#include "sim/contacts/feature_match.hpp"
#include "sim/contacts/law_of_contact.hpp"
#include "sim/contacts/wall_contacts.hpp"

namespace scree::wall_site {

// Same features as a step ago: every history and force is where it belongs already.
template <class Site>
HD bool unchanged(const Site& site, const WallTouches& now, int before, const WallPoint* points) {
  if (now.count != before) return false;
  for (int k = 0; k < now.count; ++k)
    if (!site.continues(points[k], now, k)) return false;
  return true;
}

// The histories of the points before are handed to the current touches: by feature, and where a
// feature is new, from a neighbouring one that is left.
template <class Site>
HD void carry_history(Site& site, const WallTouches& now, int before, int stride, WallPoint* points,
                      double* history) {
  double kept[WallTouches::kMax][kernel::kMaxHistory] = {};
  Vec3 force[WallTouches::kMax] = {};
  const auto match = match_features<WallTouches::kMax>(
      now.count, before, [&](int k, int o) { return site.continues(points[o], now, k); },
      [&](int k, int o) { return site.takes_over(points[o], now, k); });
  for (int k = 0; k < now.count; ++k) {
    const int o = match.from[static_cast<std::size_t>(k)];
    if (o < 0) continue;
    for (int h = 0; h < stride; ++h) kept[k][h] = history[o * stride + h];
    force[k] = points[o].force;
  }
  for (int o = 0; o < before; ++o)
    if (!match.taken[static_cast<std::size_t>(o)])
      site.release(site.equivalent_mass(points[o].normal, points[o].point), history + o * stride);
  for (int k = 0; k < now.count; ++k) {
    for (int h = 0; h < stride; ++h) history[k * stride + h] = kept[k][h];
    points[k].force = force[k];
  }
}

// Beyond the surface a touch is a contact only while a part of its law says so. Histories and
// forces lie with the current touches.
template <class Site>
HD void end_unheld(Site& site, const kernel::PairLaw& law, int stride, WallPoint* points,
                   double* history, WallTouches& now) {
  const double r = site.r();
  int kept = 0;
  for (int k = 0; k < now.count; ++k) {
    const WallTouch t = now.touch[static_cast<std::size_t>(k)];
    const double* h = history + k * stride;
    const Vec3 n = site.direction(t.normal);
    const Vec3 foot = site.x() + t.distance * n - t.shift;
    const double m_eff = site.equivalent_mass(n, foot);
    const Touch touch{.n = n, .delta = r - t.distance, .m_eff = m_eff, .r_eff = r, .dt = site.dt()};
    const HeldBy held = held_by(law, touch, h);
    if (!(touch.delta > 0) && !(held.springs || held.cohesion)) {
      site.release(m_eff, h);
      continue;
    }
    if (kept != k) {
      now.touch[static_cast<std::size_t>(kept)] = t;
      points[kept] = points[k];
      site.moved(kept, k);
      for (int m = 0; m < stride; ++m) history[kept * stride + m] = h[m];
    }
    ++kept;
  }
  for (int m = kept * stride; m < now.count * stride; ++m) history[m] = 0;
  for (int k = kept; k < now.count; ++k) points[k] = {};
  now.count = kept;
}

// For an entry that does not touch. The distance from a surface changes no faster than the point,
// behind a one-sided piece without its sign. A hundredth of the gap, and gaps below 1e-9 of the
// radius, are for rounding.
template <class Site>
HD float quiet_until(const Site& site, double range, WallTouches& near) {
  const double r = site.r(), reach = r + range;
  near.power = 0;
  site.touch(reach + site.left(), near);
  double gap = site.left();
  for (int k = 0; k < near.count; ++k) {
    const double own = __builtin_fabs(near.touch[static_cast<std::size_t>(k)].distance) - reach;
    gap = own < gap ? own : gap;
  }
  return gap > 1e-9 * r ? static_cast<float>(site.approach() + 0.99 * gap) : -1.0f;
}

// The current contacts (none where now.count is 0); those that go on take over their histories and
// forces, what the springs of others held is booked. `known`: they are in `now` already.
template <class Site>
HD void meet(Site& site, const kernel::PairLaw& law, int stride, bool known, WallEntry& entry,
             WallPoint* points, double* history, WallTouches& now) {
  if (!known) {
    now.power = law.power;
    site.touch(site.r() + law.range, now);
  }
  if (now.count == 0 && entry.touching == 0) {
    entry.quiet = quiet_until(site, law.range, now);
    now.count = 0;
    return;
  }
  if (!unchanged(site, now, entry.touching, points))
    carry_history(site, now, entry.touching, stride, points, history);
  if (law.asks_holds()) end_unheld(site, law, stride, points, history, now);
  entry.touching = static_cast<std::uint16_t>(now.count);
}

// A contact as its law sees it.
struct Lane {
  Touch touch;
  double arm;           // from the centre to where it acts
  double inverse_mass;  // 1 / m_eff
  Vec3 before;          // force on the grain one step earlier, as the law knows it
};

// (3.1) to (3.6) for a partner of infinite radius; notes in `at` where the contact is.
template <class Site>
HD Lane lane(const Site& site, const WallTouch& t, WallPoint& at) {
  const double r = site.r();
  const Vec3 n = site.direction(t.normal);
  const double delta = r - t.distance;
  const double arm = r - site.lever() * delta;
  const Vec3 point = site.x() + arm * n - t.shift;  // on the wall, not on its image
  const Vec3 dv = site.velocity(point, n) - site.v();
  const double vn = dot(dv, n);
  const Vec3 v_t = (dv - vn * n) + cross(n, arm * site.spin());
  const Vec3 w = site.spin() - site.wall_spin();
  // The law knows its own force, not that times the slope.
  const bool plain = t.slope == 1 || !(t.slope > 0);
  const Vec3 before = plain ? at.force : at.force + ((1 / t.slope - 1) * dot(at.force, n)) * n;
  const double m_eff = site.equivalent_mass(n, point);
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
                    .dt = site.dt()},
          .arm = arm,
          .inverse_mass = 1.0 / m_eff,
          .before = before};
}

// What the law has answered: `push` along the normal, `t` in the contact plane.
HD void keep_answer(double arm, double push, const Vec3& t, const Vec3& couple, WallPoint& at) {
  at.force = -(at.slope * push) * at.normal + t;
  at.tangential = t;
  at.torque = arm * cross(at.normal, t);
  at.couple = couple;
  at.torque += at.couple;
}

// The law on one contact, and what it loses.
template <class Site>
HD ContactLosses act(const Site& site, const kernel::PairLaw& law, const WallTouch& t,
                     double damping, double* history, WallPoint& at) {
  const Lane contact = lane(site, t, at);
  double h[kernel::kMaxHistory] = {};
  for (int k = 0; k < law.history; ++k) h[k] = history[k];
  const LawAnswer answer =
      law_of_contact(law, contact.touch, contact.inverse_mass, contact.before, damping, h);
  for (int k = 0; k < law.history; ++k) history[k] = h[k];
  keep_answer(contact.arm, answer.push, answer.tangential, answer.couple, at);
  return answer.lost;
}

}  // namespace scree::wall_site
