// Motion of a rigid body with three different moments of inertia, from full step to full step: the
// predictor (3.20), (3.21) with a trapezoid corrector, as `verlet` moves spheres.
//
// Rotation goes by the angular momentum L in the world, so that a body without torque keeps L to
// rounding. The orientation follows the spin of the half step:
//
//   L_h = L + dt/2 T      q_h = q turned by dt/2 omega      omega_h = I(q_h)^-1 L_h
//   q'  = q turned by dt omega_h                            omega'  = I(q')^-1 (L + dt T)
//   corrector:  L' = I(q') omega' + dt/2 (T' - T)
//
// Second order. For equal moments these are the formulas of a sphere.
#pragma once

#include "dynamics/integrator.hpp"
#include "state/bodies.hpp"

namespace scree {

// Returns the displacement of the centre.
inline Vec3 predict_body(Body& b, double dt) {
  if (b.inv_mass == 0) return {};
  const Vec3 acc = b.inv_mass * b.f;
  const Vec3 step = dt * b.v + (0.5 * dt * dt) * acc;
  b.x += step;
  b.v += dt * acc;
  const Vec3 l = b.momentum(b.omega);
  Body half = b;
  half.q = turned(b.q, (0.5 * dt) * b.omega);
  const Vec3 omega_half = half.spin(l + (0.5 * dt) * b.tq);
  b.q = turned(b.q, dt * omega_half);
  b.omega = b.spin(l + dt * b.tq);
  return step;
}

inline void correct_body(Body& b, const Vec3& f, const Vec3& tq, double dt) {
  if (b.inv_mass > 0) {
    b.v += (0.5 * dt * b.inv_mass) * (f - b.f);
    b.omega = b.spin(b.momentum(b.omega) + (0.5 * dt) * (tq - b.tq));
  }
  b.f = f;
  b.tq = tq;
}

}  // namespace scree
