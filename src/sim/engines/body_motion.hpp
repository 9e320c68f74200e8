// One body of several rows: what acts on it, and how it moves. Plain twins of
// sim/kernel/body_loops.hpp.
#pragma once

#include "dynamics/integrator.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/world/world.hpp"
#include "state/freedoms.hpp"

namespace scree {

// The turn of a body, as the images of its three axes: nine products for each of its rows.
struct BodyAxes {
  Vec3 x, y, z;
  HD explicit BodyAxes(const Quat& q)
      : x{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
          2 * (q.x * q.z - q.w * q.y)},
        y{2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
          2 * (q.y * q.z + q.w * q.x)},
        z{2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
          1 - 2 * (q.x * q.x + q.y * q.y)} {}
  // Row of a primitive on its body: from the centre of mass, in the world.
  HD Vec3 arm(const Primitive& p) const { return p.x.x * x + p.x.y * y + p.x.z * z; }
};

inline std::size_t first_row_of(const World& w, const Body& b) {
  return w.particles.row_of()[b.first_id];
}

struct BodyLoad {
  Vec3 f, tq;  // about the centre of mass
};

// What acts on a body: on its rows, in the order of their ids; weight and damping once. Locked
// freedoms are held.
HD BodyLoad load_of_body(const kernel::BodyArgs& a, const Body& b) {
  const BodyAxes axes(b.q);
  BodyLoad sum;
  for (std::uint32_t k = 0; k < b.count; ++k) {
    const std::uint32_t s = a.row_of[b.first_id + k];
    sum.f += a.f[s];
    sum.tq += a.tq[s] + cross(axes.arm(a.primitive[b.first_primitive + k]), a.f[s]);
  }
  if (b.inv_mass > 0) {
    sum.f = sum.f + (1 / b.inv_mass) * a.gravity - a.damping * b.v;
    sum.tq = sum.tq - a.rotational_damping * b.omega;
  }
  if (b.locked != 0) sum.f = free_along(b.locked, sum.f), sum.tq = free_about(b.locked, sum.tq);
  return sum;
}

// What background damping takes from a body in this step.
HD double damping_loss(const kernel::BodyArgs& a, const Body& b) {
  if (!(b.inv_mass > 0)) return 0;
  return (a.damping * norm2(b.v) + a.rotational_damping * norm2(b.omega)) * a.dt;
}

// Puts the rows of a body where it is.
HD void put_rows(const kernel::BodyArgs& a, const Body& b) {
  const BodyAxes axes(b.q);
  for (std::uint32_t k = 0; k < b.count; ++k) {
    const Primitive& p = a.primitive[b.first_primitive + k];
    const std::uint32_t s = a.row_of[b.first_id + k];
    const Vec3 arm = axes.arm(p);
    a.xr[s].x = b.x + arm;
    if (a.periodic) wrap(a.xr[s].x, a.box);
    a.vm[s].v = b.v + cross(b.omega, arm);
    a.ws[s].omega = b.omega;
    a.q[s] = b.q * p.q;  // both of length 1
  }
}

// How far a point between the centre of mass and that of a row can have gone: with the centre, and
// by the chord of the turn at the longest arm. A part in 1e12 is for rounding. As in
// body_loops.hpp.
HD double farthest(const Primitive* primitive, const Body& b, const Quat& before,
                   const Vec3& step) {
  double arm2 = 0;
  for (std::uint32_t k = 0; k < b.count; ++k) {
    const double own = norm2(primitive[b.first_primitive + k].x);
    arm2 = arm2 < own ? own : arm2;
  }
  const Quat turn = b.q * conjugate(before);
  const double chord = 2 * __builtin_sqrt(norm2(Vec3{turn.x, turn.y, turn.z}) * arm2);
  return (norm(step) + chord) * (1 + 1e-12);
}

// Both return how far a point between the centre of mass and that of a row can have gone. The first
// one puts the rows where the body is.
double predict_body_and_rows(const IntegratorEntry& integrator, const MotionArgs& motion, World& w,
                             Body& b);
double correct_body_alone(const IntegratorEntry& integrator, const MotionArgs& motion, World& w,
                          Body& b, const BodyLoad& now);

}  // namespace scree
