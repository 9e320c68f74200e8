// The predictor (3.20), (3.21) that `verlet` and `ferrez` share.
#pragma once

#include "dynamics/integrator.hpp"

namespace scree::integrators {

inline double taylor_predict(const MotionArgs& a, std::size_t first, std::size_t last) {
  Particles& p = a.p;
  const double dt = a.dt;
  const bool periodic = a.box.any();
  double way2 = 0;
  for (std::size_t s = first; s < last; ++s) {
    const Vec3 acc = p.vm[s].inv_mass * p.f[s];  // (3.19)
    const Vec3 step = dt * p.vm[s].v + (0.5 * dt * dt) * acc;
    p.xr[s].x += step;                              // (3.21)
    p.vm[s].v += dt * acc;                          // (3.20)
    const Vec3 alpha = p.inv_inertia[s] * p.tq[s];  // (3.22)
    p.q[s] = turned(p.q[s], dt * p.ws[s].omega + (0.5 * dt * dt) * alpha);
    p.ws[s].omega += dt * alpha;
    way2 = longest(way2, norm2(step));
    if (periodic) wrap(p.xr[s].x, a.box);
  }
  return way2;
}

inline void keep_forces(Particles& p, std::size_t first, std::size_t last, const Vec3* f,
                        const Vec3* tq) {
  for (std::size_t s = first; s < last; ++s) {
    p.f[s] = f[s - first];
    p.tq[s] = tq[s - first];
  }
}

}  // namespace scree::integrators
