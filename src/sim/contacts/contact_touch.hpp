// The Touch of a contact from the state as it is now, for energies and for reports.
#pragma once

#include "shapes/sphere_touch.hpp"
#include "sim/contacts/wall_contacts.hpp"
#include "sim/world/world.hpp"

namespace scree {

// From `box` to the shortest image; without a periodic direction nothing is rounded.
inline Vec3 shortest(const Vec3& d, const PeriodicBox& box) {
  return box.any() ? box.nearest(d) : d;
}

// i has the lower id.
inline Touch touch_of(const Particles& p, std::uint32_t i, std::uint32_t j, const World& world,
                      double lever) {
  const Vec3 d = shortest(p.xr[j].x - p.xr[i].x, world.box);
  Vec3 dv = p.vm[j].v - p.vm[i].v;
  if (world.deforms()) dv += world.box.flow(d);
  return sphere_touch(d, dv, p.ws[i].omega, p.ws[j].omega, p.xr[i].r, p.xr[j].r,
                      p.vm[i].inv_mass + p.vm[j].inv_mass, lever, world.dt);
}

// The point of a contact with a wall, on the image that the grain is at.
inline Vec3 near_grain(const WallPoint& at, const Vec3& x, const PeriodicBox& box) {
  return box.any() ? x + shortest(at.point - x, box) : at.point;
}

inline Touch touch_of(const Particles& p, std::uint32_t s, const WallPoint& at, const Wall& wall,
                      const World& world) {
  Touch t;
  t.n = at.normal;
  t.delta = at.overlap;
  const Vec3 arm = near_grain(at, p.xr[s].x, world.box) - p.xr[s].x;
  const bool belt = wall.surface.any();
  Vec3 v_wall = wall.pose.v + cross(wall.pose.omega, at.point - wall.pose.x);
  if (belt) v_wall += belt_velocity(wall, at.point, at.normal);
  const Vec3 dv = v_wall - p.vm[s].v;
  t.delta_dot = -dot(dv, t.n);
  t.v_t = dv + t.delta_dot * t.n + cross(arm, p.ws[s].omega);
  t.w_rel = p.ws[s].omega - (belt ? wall.pose.omega + belt_spin(wall) : wall.pose.omega);
  t.m_eff = equivalent_mass(p.vm[s].inv_mass, wall, at.normal, at.point);
  t.r_eff = p.xr[s].r;
  t.dt = world.dt;
  return t;
}

}  // namespace scree
