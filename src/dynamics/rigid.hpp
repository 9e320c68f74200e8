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
// Second order. For equal moments these are the formulas of a sphere. `ferrez` has the predictor
// alone, `gear` a scheme of its own (dynamics/catalog/gear.cpp).
#pragma once

#include "dynamics/integrator.hpp"
#include "state/bodies.hpp"

namespace scree {

// q turned by the rotation vector theta. turned() takes the angle for its tangent, which is good to
// the second power of the angle; this one to the sixth.
inline Quat turned_by(const Quat& q, const Vec3& theta) {
  const double s = norm2(theta);
  return turned(q, (1 + s * (1.0 / 12 + s * (1.0 / 120))) * theta);  // 2 tan(|theta|/2)
}

// Three derivatives of the spin of a body with angular momentum l, under the torque t and its
// derivatives t1, t2, all in the world. With J = I^-1, which turns along, omega = J l gives
//   d omega = J (t - omega x l),
// and so on by the product rule with d(J v) = omega x J v - J (omega x v) + J dv.
struct SpinRates {
  Vec3 first, second, third;
};
inline SpinRates spin_rates(const Body& b, const Vec3& l, const Vec3& t, const Vec3& t1,
                            const Vec3& t2) {
  const Vec3& w = b.omega;
  SpinRates r;
  const Vec3 wl = cross(w, l);
  r.first = b.spin(t - wl);
  const Vec3 m = t1 - cross(r.first, l) - 2 * cross(w, t) + cross(w, wl);
  const Vec3 jm = b.spin(m);
  r.second = cross(w, r.first) + jm;
  const Vec3 m1 = t2 - cross(r.second, l) - 3 * cross(r.first, t) - 2 * cross(w, t1) +
                  cross(r.first, wl) + cross(w, cross(r.first, l) + cross(w, t));
  r.third = cross(w, r.second) + cross(w, jm) + b.spin(m1 - cross(w, m));
  return r;
}

// Returns the displacement of the centre.
HD Vec3 predict_body(Body& b, double dt) {
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

HD void correct_body(Body& b, const Vec3& f, const Vec3& tq, double dt) {
  if (b.inv_mass > 0) {
    b.v += (0.5 * dt * b.inv_mass) * (f - b.f);
    b.omega = b.spin(b.momentum(b.omega) + (0.5 * dt) * (tq - b.tq));
  }
  b.f = f;
  b.tq = tq;
}

}  // namespace scree
