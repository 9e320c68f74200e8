// A sphere that meets the fixed plane y = 0, with spin and gravity: the test's own integrator
// (predict by (3.20), (3.21), correct the velocities by the trapezoid rule).
#pragma once

#include <array>

#include "laws/part.hpp"

namespace scree::laws::test {

template <class N, class T, class R>
struct SphereOnPlane {
  N normal;
  T tangential;
  R rolling;
  double m = 0, r = 0;
  Vec3 gravity{};

  Vec3 x{}, v{}, w{};           // centre at height r - overlap
  Vec3 force{}, torque{};       // at x, v, w
  double lost = 0, stored = 0;  // energy
  double left = 0;              // in the plane's springs, should the contact end now
  std::array<double, 8> h_n{}, h_t{}, h_r{};

  double inertia() const { return 0.4 * m * r * r; }
  double overlap() const { return r - x.y; }
  double energy() const {
    return 0.5 * m * norm2(v) + 0.5 * inertia() * norm2(w) - m * dot(gravity, x) + stored;
  }

  void touch(const Vec3& vel, const Vec3& spin, double dt) {
    force = m * gravity;
    torque = {};
    stored = 0;
    if (overlap() <= 0) {
      lost += left;  // springs that the limit has not emptied are lost when grains part
      left = 0;
      h_n = h_t = h_r = {};
      return;
    }
    const Vec3 n{0, -1, 0};
    const Vec3 v_c = cross(n, r * spin) - vel;  // (3.3), the plane is G2
    const Touch c{.n = n,
                  .delta = overlap(),
                  .delta_dot = -dot(v_c, n),
                  .v_t = v_c - dot(v_c, n) * n,  // (3.6)
                  .w_rel = spin,
                  .m_eff = m,
                  .r_eff = r,
                  .dt = dt};
    const NormalForce f_n = normal(c, h_n.data());
    const TangentialForce f_t = tangential(c, f_n, h_t.data());
    const RollingTorque t_r = rolling(c, f_n, h_r.data());
    force += f_t.force - f_n.force * n;
    torque = cross(r * n, f_t.force) + t_r.torque;  // (3.16)
    lost += f_n.dissipated + f_t.slid + f_t.dissipated + t_r.dissipated;
    const auto in_plane = [&](const Touch& t) {
      return tangential.stored(t, f_n, h_t.data()) + rolling.stored(t, f_n, h_r.data());
    };
    stored = normal.stored(c, f_n, h_n.data()) + in_plane(c);
    Touch parting = c;  // the losses are booked to the middle of the next step: so is this
    parting.v_t = parting.w_rel = {};
    left = in_plane(parting);
  }

  void step(double dt) {
    const Vec3 a = force / m, b = torque / inertia();
    x += dt * v + (0.5 * dt * dt) * a;
    touch(v + dt * a, w + dt * b, dt);
    v += (0.5 * dt) * (a + force / m);
    w += (0.5 * dt) * (b + torque / inertia());
  }
};

}  // namespace scree::laws::test
