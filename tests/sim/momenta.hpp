// Momentum and angular momentum of all grains.
#pragma once

#include "sim/worlds.hpp"

namespace scree::test {

struct Momenta {
  Vec3 linear{}, angular{};
  double linear_scale = 0, angular_scale = 0;
};

inline Momenta momenta(const Simulation& s) {
  Momenta m;
  const Particles& p = s.particles();
  for (const std::uint32_t k : p.row_of()) {
    const double mass = p.mass(k);
    const Vec3 orbital = mass * cross(p.xr[k].x, p.vm[k].v),
               spin = p.ws[k].omega / p.inv_inertia[k];
    m.linear += mass * p.vm[k].v;
    m.angular += orbital + spin;
    m.linear_scale += mass * norm(p.vm[k].v);
    m.angular_scale += norm(orbital) + norm(spin);
  }
  return m;
}

}  // namespace scree::test
