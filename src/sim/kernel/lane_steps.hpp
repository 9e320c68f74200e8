// What is done to one contact of a block: shared by the loops per part (law_loops.hpp) and by the
// loops that do all at once (fused_loops.hpp), so that both round alike.
//
// Included by kernel_*.cpp only.
#pragma once

#include "laws/registry.hpp"
#include "shapes/sphere_touch.hpp"
#include "sim/kernel/contact_steps.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/kernel/part_loops.hpp"

namespace scree::kernel {
namespace {

template <bool periodic>
HD Vec3 centre_to_centre(const ContactArgs& a, const Block& b, int l) {
  const Vec3 d{b.dx[0][l], b.dx[1][l], b.dx[2][l]};
  if constexpr (periodic) return nearest_image(d, a.length, a.inverse_length);
  return d;
}

template <bool periodic>
HD bool within_range(const ContactArgs& a, const Block& b, int l, double range) {
  return spheres_within(centre_to_centre<periodic>(a, b, l), b.ri[l], b.rj[l], range);
}

template <bool periodic>
HD Touch touch_lane(const ContactArgs& a, const Block& b, int l) {
  const Vec3 d = centre_to_centre<periodic>(a, b, l);
  const Vec3 dv{b.dv[0][l], b.dv[1][l], b.dv[2][l]};
  const Vec3 wi{b.wi[0][l], b.wi[1][l], b.wi[2][l]}, wj{b.wj[0][l], b.wj[1][l], b.wj[2][l]};
  return sphere_touch(d, dv, wi, wj, b.ri[l], b.rj[l], b.inv_m[l], a.lever, a.dt);
}

HD double effective_mass(const Block& b, int l) { return 1.0 / b.inv_m[l]; }
HD double effective_radius(const Block& b, int l) {
  return scree::effective_radius(b.ri[l], b.rj[l]);
}

HD Vec3 force_before(const Block& b, int l) {
  return {b.before[0][l], b.before[1][l], b.before[2][l]};
}

// What the gather needs of a lane; of one that does not touch, nothing.
template <bool tangential>
HD void record_lane(Block& b, int l, bool touching, Vec3 n, double shorter, double push, Vec3 t) {
  Vec3 f = -push * n;
  Vec3 m{};
  if constexpr (tangential) {
    f += t;
    m = cross(n, t);  // (3.16) per unit of lever arm
  }
  b.record[0][l] = touching ? f.x : 0.0, b.record[1][l] = touching ? f.y : 0.0;
  b.record[2][l] = touching ? f.z : 0.0, b.record[3][l] = touching ? shorter : 0.0;
  b.record[4][l] = touching ? m.x : 0.0, b.record[5][l] = touching ? m.y : 0.0;
  b.record[6][l] = touching ? m.z : 0.0;
}

}  // namespace
}  // namespace scree::kernel
