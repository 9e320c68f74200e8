#include "sim/body_system.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/rigid.hpp"

namespace scree {
namespace {

struct Load {
  Vec3 force, torque;
};

// The turn of a body, as the images of its three axes: nine products for each of its rows.
struct Axes {
  Vec3 x, y, z;
  explicit Axes(const Quat& q)
      : x{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
          2 * (q.x * q.z - q.w * q.y)},
        y{2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
          2 * (q.y * q.z + q.w * q.x)},
        z{2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
          1 - 2 * (q.x * q.x + q.y * q.y)} {}
  // Row of a primitive on its body: from the centre of mass, in the world.
  Vec3 arm(const Primitive& p) const { return p.x.x * x + p.x.y * y + p.x.z * z; }
};

// What acts on the rows of a body, about its centre of mass.
Load load_of(const World& w, const Body& b) {
  const Axes axes(b.q);
  Load sum;
  for (std::uint32_t k = 0; k < b.count; ++k) {
    const std::uint32_t s = w.particles.row_of()[b.first_id + k];
    const Vec3& f = w.particles.f[s];
    sum.force += f;
    sum.torque += w.particles.tq[s] + cross(axes.arm(w.bodies.primitive[b.first_primitive + k]), f);
  }
  return sum;
}

}  // namespace

void put_rows(const Body& b, World& w) {
  Particles& rows = w.particles;
  const bool periodic = w.box.any();
  const Axes axes(b.q);
  for (std::uint32_t k = 0; k < b.count; ++k) {
    const Primitive& p = w.bodies.primitive[b.first_primitive + k];
    const std::uint32_t s = rows.row_of()[b.first_id + k];
    const Vec3 arm = axes.arm(p);
    rows.xr[s].x = b.x + arm;
    if (periodic) wrap(rows.xr[s].x, w.box);
    rows.vm[s].v = b.v + cross(b.omega, arm);
    rows.ws[s].omega = b.omega;
    rows.q[s] = b.q * p.q;  // both of length 1
  }
}

namespace {

// How far a point of the body can have gone: with the centre, and by the chord of the turn at the
// longest arm. A part in 1e12 is for rounding.
double greatest_step(const World& w, const Body& b, const Quat& before, const Vec3& step) {
  double arm2 = 0;
  for (std::uint32_t m = 0; m < b.count; ++m)
    arm2 = std::max(arm2, norm2(w.bodies.primitive[b.first_primitive + m].x));
  const Quat turn = b.q * conjugate(before);
  const double chord = 2 * std::sqrt(norm2(Vec3{turn.x, turn.y, turn.z}) * arm2);
  return (norm(step) + chord) * (1 + 1e-12);
}

}  // namespace

double predict_bodies(World& w, int threads) {
  double greatest = 0;
  const auto n = static_cast<std::int64_t>(w.bodies.body.size());
#pragma omp parallel for schedule(static) reduction(max : greatest) num_threads(threads)
  for (std::int64_t k = 0; k < n; ++k) {
    Body& b = w.bodies.body[static_cast<std::size_t>(k)];
    const Quat before = b.q;
    const Vec3 step = predict_body(b, w.dt);
    if (w.box.any()) wrap(b.x, w.box);
    greatest = longest(greatest, greatest_step(w, b, before, step));
    put_rows(b, w);
  }
  return greatest;
}

void correct_bodies(World& w, const Vec3& gravity, bool keep_only, bool put, int threads,
                    ExactSum& background) {
  const auto n = static_cast<std::int64_t>(w.bodies.body.size());
  const bool damped = !keep_only && (w.damping > 0 || w.rotational_damping > 0);
  std::vector<double> loss(damped ? static_cast<std::size_t>(n) : 0, 0.0);
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t k = 0; k < n; ++k) {
    Body& b = w.bodies.body[static_cast<std::size_t>(k)];
    Load on = load_of(w, b);
    if (b.inv_mass > 0) {
      on.force += b.mass() * gravity;
      on.force -= w.damping * b.v;
      on.torque -= w.rotational_damping * b.omega;
      if (damped)
        loss[static_cast<std::size_t>(k)] =
            (w.damping * norm2(b.v) + w.rotational_damping * norm2(b.omega)) * w.dt;
    }
    if (keep_only)
      b.f = on.force, b.tq = on.torque;
    else
      correct_body(b, on.force, on.torque, w.dt);
    if (put) put_rows(b, w);
  }
  for (const double l : loss)
    if (l != 0) background.add(l);
}

void add_to_body(World& w, std::uint32_t row, const Vec3& force, const Vec3& torque) {
  const Body* found = w.bodies.find(w.particles.ws[row].body);
  if (found == nullptr) return;
  Body& b = w.bodies.body[static_cast<std::size_t>(found - w.bodies.body.data())];
  b.f += force;
  b.tq += torque + cross(Axes(b.q).arm(w.bodies.primitive_of(b, w.particles.id[row].value)), force);
}

double bodies_weight_power(const World& w, const Vec3& gravity) {
  ExactSum power;
  for (const Body& b : w.bodies.body)
    if (b.inv_mass > 0) power.add(b.mass() * dot(b.v, gravity));
  return power.value();
}

}  // namespace scree
