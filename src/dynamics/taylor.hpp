// The predictor (3.20), (3.21) that `verlet` and `ferrez` share, and the trapezoid corrector, row
// by row: the plain twins of sim/kernel/motion_loops.hpp.
#pragma once

#include "dynamics/integrator.hpp"

namespace scree::integrators {

// The arrays as pointers: nothing here is left for the linker to choose (base/macros.hpp).
struct MotionRows {
  PositionRadius* xr;
  VelocityMass* vm;
  SpinMaterial* ws;
  Quat* q;
  Vec3 *f, *tq;
  const double* inv_inertia;
  PeriodicBox box;
  bool periodic;
  double dt;
};

inline MotionRows motion_rows(const MotionArgs& a) {
  return {a.p.xr.data(), a.p.vm.data(),          a.p.ws.data(), a.p.q.data(), a.p.f.data(),
          a.p.tq.data(), a.p.inv_inertia.data(), a.box,         a.box.any(),  a.dt};
}

// Returns the square of the displacement.
HD double taylor_predict_row(const MotionRows& m, std::size_t s) {
  const double dt = m.dt;
  const Vec3 acc = m.vm[s].inv_mass * m.f[s];  // (3.19)
  const Vec3 step = dt * m.vm[s].v + (0.5 * dt * dt) * acc;
  m.xr[s].x += step;                              // (3.21)
  m.vm[s].v += dt * acc;                          // (3.20)
  const Vec3 alpha = m.inv_inertia[s] * m.tq[s];  // (3.22)
  m.q[s] = turned(m.q[s], dt * m.ws[s].omega + (0.5 * dt * dt) * alpha);
  m.ws[s].omega += dt * alpha;
  if (m.periodic) wrap(m.xr[s].x, m.box);
  return norm2(step);
}

// v(t+dt) = v(t) + dt/2 (a(t) + a(t+dt)), written as a correction of the prediction.
HD void trapezoid_correct_row(const MotionRows& m, std::size_t s, const Vec3& f, const Vec3& tq) {
  const double half = 0.5 * m.dt;
  m.vm[s].v += (half * m.vm[s].inv_mass) * (f - m.f[s]);
  m.ws[s].omega += (half * m.inv_inertia[s]) * (tq - m.tq[s]);
  m.f[s] = f;
  m.tq[s] = tq;
}

inline double taylor_predict(const MotionArgs& a, std::size_t first, std::size_t last) {
  const MotionRows m = motion_rows(a);
  double way2 = 0;
  for (std::size_t s = first; s < last; ++s) way2 = longest(way2, taylor_predict_row(m, s));
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
