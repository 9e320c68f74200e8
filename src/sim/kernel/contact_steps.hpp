// What is done to the answers of a law: the scale of a dashpot, and the losses of a contact at the
// corrected velocities.
//
// The laws see predicted velocities; the work of a force F(t) in the trapezoid step is exactly
// F . v dt with the corrected v, which differs by dt/2 times the change of the acceleration. What
// this contact's own force changes is known here (for spheres the tangential inertia is 2/7 of the
// normal one); without it the losses are biased by about c dt/m. Needs no other contact, changes no
// force.
//
// Shared by the loops over blocks and by engines that go contact by contact, so that both round
// alike.
#pragma once

#include "laws/touch.hpp"

namespace scree::kernel {

struct Losses {
  double normal = 0, dashpot = 0, slid = 0;
};

// By how much the corrected velocities make the overlap grow faster than the predicted ones. `was`:
// force on the owner a step ago; `push`: the current F^n.
HD double closing_correction(Vec3 was, double inverse_mass, double dt, Vec3 n, double push) {
  return 0.5 * dt * inverse_mass * (-dot(was, n) - push);
}

// `t`: the current F^t; `seen`: what the parts of the law have lost at the predicted velocities.
template <bool tangential>
HD Losses corrected(Vec3 was, double inverse_mass, double dt, Vec3 n, double delta_dot,
                    double damping, double push, Vec3 t, Losses seen) {
  const double slower = 0.5 * dt * inverse_mass;
  const double push_was = -dot(was, n);
  const double d_dot = slower * (push_was - push);
  Losses out = seen;
  out.normal = seen.normal + damping * delta_dot * d_dot * dt;
  if constexpr (tangential) {
    const Vec3 t_was = was + push_was * n;
    const double work = (3.5 * slower * dt) * dot(t, t_was - t);
    const double with_dashpot = seen.dashpot + work, with_slid = seen.slid + work;
    out.dashpot = seen.slid > 0 ? seen.dashpot : with_dashpot;
    out.slid = seen.slid > 0 ? with_slid : seen.slid;
  }
  return out;
}

// The dashpot of a normal part `by` times as strong.
HD void scale_dashpot(double by, double delta_dot, NormalForce& f) {
  const double before = f.force, scaled = before + (by - 1) * f.damping * delta_dot;
  f.force = by == 1 ? before : scaled;  // the same bits whatever the other lanes have
  f.load += __builtin_fabs(f.force) - __builtin_fabs(before);
  f.damping *= by;
  f.dissipated *= by;
}

}  // namespace scree::kernel
