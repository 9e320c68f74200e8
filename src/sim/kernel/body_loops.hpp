// Rigid bodies, four at a time: fast twins of dynamics/rigid.hpp and of put_rows()
// (sim/engines/body_system.hpp), with the same operations in the same order.
//
// What a body does by itself has four bodies as lanes. Its rows come one by one, x y z as lanes: a
// row of the particle arrays is one such vector, and nothing has to be transposed.
//
// Included by kernel_*.cpp only.
#pragma once

#include <cstddef>

#include "dynamics/integrator.hpp"
#include "sim/kernel/lanes.hpp"

namespace scree::kernel {
namespace {

// The numbers of a body, x to tq, as they lie in memory.
constexpr int kBodyNumbers = 24;
static_assert(offsetof(Body, tq) + sizeof(Vec3) - offsetof(Body, x) ==
              kBodyNumbers * sizeof(double));
static_assert(sizeof(Body) == offsetof(Body, x) + kBodyNumbers * sizeof(double));

struct Vectors {
  Four x, y, z;
};
struct Turns {
  Four w, x, y, z;
};

HD Vectors operator+(const Vectors& a, const Vectors& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
HD Vectors operator-(const Vectors& a, const Vectors& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
HD Vectors operator*(double s, const Vectors& a) { return {s * a.x, s * a.y, s * a.z}; }
HD Vectors operator*(Four s, const Vectors& a) { return {s * a.x, s * a.y, s * a.z}; }
HD Vectors cross(const Vectors& a, const Vectors& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
HD Four norm2(const Vectors& a) { return a.x * a.x + a.y * a.y + a.z * a.z; }
HD Four root(Four a) {
  Four out{};
  for (int k = 0; k < 4; ++k) out[k] = __builtin_sqrt(a[k]);
  return out;
}
HD Turns operator*(const Turns& a, const Turns& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
HD Turns conjugate(const Turns& q) { return {q.w, -q.x, -q.y, -q.z}; }
HD Vectors rotate(const Turns& q, const Vectors& v) {
  const Vectors u{q.x, q.y, q.z};
  const Vectors t = 2.0 * cross(u, v);
  return v + q.w * t + cross(u, t);
}
HD Turns turned(const Turns& q, const Vectors& theta) {
  const Four one{1, 1, 1, 1};
  const Turns t = Turns{one, 0.5 * theta.x, 0.5 * theta.y, 0.5 * theta.z} * q;
  const Four s = one / root(t.w * t.w + t.x * t.x + t.y * t.y + t.z * t.z);
  return {t.w * s, t.x * s, t.y * s, t.z * s};
}

HD Four choose(FourIndex when, Four a, Four b) { return when ? a : b; }
HD Vectors choose(FourIndex when, const Vectors& a, const Vectors& b) {
  return {choose(when, a.x, b.x), choose(when, a.y, b.y), choose(when, a.z, b.z)};
}
HD Turns choose(FourIndex when, const Turns& a, const Turns& b) {
  return {choose(when, a.w, b.w), choose(when, a.x, b.x), choose(when, a.y, b.y),
          choose(when, a.z, b.z)};
}

// Four bodies as columns.
struct BodyLanes {
  Vectors x;
  Turns q;
  Vectors v, omega;
  Four inv_mass;
  Vectors inertia;
  Four volume;
  Vectors f, tq;

  HD FourIndex movable() const { return inv_mass > Four{}; }
  HD Vectors momentum(const Vectors& w) const {
    const Vectors b = rotate(conjugate(q), w);
    return rotate(q, {inertia.x * b.x, inertia.y * b.y, inertia.z * b.z});
  }
  HD Vectors spin(const Turns& at, const Vectors& l) const {
    const Vectors b = rotate(conjugate(at), l);
    return rotate(at, {b.x / inertia.x, b.y / inertia.y, b.z / inertia.z});
  }
};
static_assert(sizeof(BodyLanes) == kBodyNumbers * sizeof(Four));

// The bodies of a group; the last one fills it up.
struct BodyGroup {
  Body* body[4];
  int count;
};
HD BodyGroup group_of(const BodyArgs& a, const std::uint32_t* list, std::size_t at,
                      std::size_t last) {
  BodyGroup g;
  g.count = last - at < 4 ? static_cast<int>(last - at) : 4;
  for (int l = 0; l < 4; ++l) {
    const std::size_t k = at + static_cast<std::size_t>(l < g.count ? l : g.count - 1);
    g.body[l] = a.body + (list != nullptr ? list[k] : k);
  }
  return g;
}
HD void fetch_range(const void* from, std::size_t bytes) {
  const char* p = static_cast<const char*>(from);
  for (std::size_t b = 0; b < bytes; b += 64) __builtin_prefetch(p + b);
}
// Bodies lie in the order of ids, the list goes through space: what groups to come need is fetched
// early, first the bodies, then the primitives that they name.
HD void fetch_groups(const BodyArgs& a, const std::uint32_t* list, std::size_t at,
                     std::size_t last) {
  if (list == nullptr) return;
  for (std::size_t k = at + 8; k < at + 12 && k < last; ++k)
    fetch_range(&a.body[list[k]], sizeof(Body));
  for (std::size_t k = at + 4; k < at + 8 && k < last; ++k) {
    const Body& b = a.body[list[k]];
    __builtin_prefetch(&a.row_of[b.first_id]);
    fetch_range(&a.primitive[b.first_primitive], sizeof(Primitive) * (b.count < 8 ? b.count : 8));
  }
}
HD BodyLanes load_bodies(const BodyGroup& g) {
  BodyLanes lanes;
  Four* const column = reinterpret_cast<Four*>(&lanes);
#pragma GCC unroll 6
  for (int k = 0; k < kBodyNumbers; k += 4) {
    for (int l = 0; l < 4; ++l) column[k + l] = load4(&g.body[l]->x.x + k);
    transpose(column[k], column[k + 1], column[k + 2], column[k + 3]);
  }
  return lanes;
}
HD void store_bodies(const BodyLanes& lanes, const BodyGroup& g) {
  const Four* const column = reinterpret_cast<const Four*>(&lanes);
#pragma GCC unroll 6
  for (int k = 0; k < kBodyNumbers; k += 4) {
    Four row[4] = {column[k], column[k + 1], column[k + 2], column[k + 3]};
    transpose(row[0], row[1], row[2], row[3]);
    for (int l = 0; l < g.count; ++l) store4(&g.body[l]->x.x + k, row[l]);
  }
}

// The images of the axes of four bodies, x y z as lanes.
struct AxisRows {
  Four axis[3][4];  // [axis][body]
  HD Four arm(int l, const Vec3& x) const {
    return x.x * axis[0][l] + x.y * axis[1][l] + x.z * axis[2][l];
  }
};
HD AxisRows axes_of(const Turns& q) {
  AxisRows r;
  const Four one{1, 1, 1, 1};
  r.axis[0][0] = one - 2 * (q.y * q.y + q.z * q.z);
  r.axis[0][1] = 2 * (q.x * q.y + q.w * q.z);
  r.axis[0][2] = 2 * (q.x * q.z - q.w * q.y);
  r.axis[1][0] = 2 * (q.x * q.y - q.w * q.z);
  r.axis[1][1] = one - 2 * (q.x * q.x + q.z * q.z);
  r.axis[1][2] = 2 * (q.y * q.z + q.w * q.x);
  r.axis[2][0] = 2 * (q.x * q.z + q.w * q.y);
  r.axis[2][1] = 2 * (q.y * q.z - q.w * q.x);
  r.axis[2][2] = one - 2 * (q.x * q.x + q.y * q.y);
  for (auto& axis : r.axis) {
    axis[3] = Four{};
    transpose(axis[0], axis[1], axis[2], axis[3]);
  }
  return r;
}

HD Four as_row(const Vec3& v) { return Four{v.x, v.y, v.z, 0}; }
// Of two rows x y z; the last lane means nothing.
HD Four cross_rows(Four a, Four b) {
  const FourIndex yzx{1, 2, 0, 3}, zxy{2, 0, 1, 3};
  return pick4(a, a, yzx) * pick4(b, b, zxy) - pick4(a, a, zxy) * pick4(b, b, yzx);
}

// a b, w x y z as lanes. A minus is a factor, which changes no bit: from the product as it is
// written in base/vec3.hpp GCC 12 makes fused operations, whatever -ffp-contract says.
HD Four turns_product(const Quat& a, const Quat& b) {
  const Four row = load4(&b.w);
  const Four xwzy = pick4(row, row, FourIndex{1, 0, 3, 2}) * Four{-1, 1, -1, 1};
  const Four yzwx = pick4(row, row, FourIndex{2, 3, 0, 1}) * Four{-1, 1, 1, -1};
  const Four zyxw = pick4(row, row, FourIndex{3, 2, 1, 0}) * Four{-1, -1, 1, 1};
  return a.w * row + a.x * xwzy + a.y * yzwx + a.z * zyxw;
}

// What acts on the rows of four bodies, about their centres of mass.
HD void loads_of(const BodyArgs& a, const BodyGroup& g, const AxisRows& axes, Vectors& force,
                 Vectors& torque) {
  Four f[4], t[4];
  for (int l = 0; l < 4; ++l) {
    const Body& b = *g.body[l];
    Four sum_f{}, sum_t{};
    for (std::uint32_t k = 0; k < b.count; ++k) {
      const std::uint32_t s = a.row_of[b.first_id + k];
      const Four on = as_row(a.f[s]);
      sum_f += on;
      sum_t += as_row(a.tq[s]) + cross_rows(axes.arm(l, a.primitive[b.first_primitive + k].x), on);
    }
    f[l] = sum_f, t[l] = sum_t;
  }
  transpose(f[0], f[1], f[2], f[3]);
  transpose(t[0], t[1], t[2], t[3]);
  force = {f[0], f[1], f[2]};
  torque = {t[0], t[1], t[2]};
}

// Guides take what acts along locked freedoms. Most bodies have none.
HD void hold_locked(const BodyGroup& g, Vectors& f, Vectors& tq) {
  if ((g.body[0]->locked | g.body[1]->locked | g.body[2]->locked | g.body[3]->locked) == 0) return;
  for (int l = 0; l < 4; ++l) {
    const std::uint32_t locked = g.body[l]->locked;
    if ((locked & kLockedX) != 0) f.x[l] = 0;
    if ((locked & kLockedY) != 0) f.y[l] = 0;
    if ((locked & kLockedZ) != 0) f.z[l] = 0;
    if ((locked & kLockedRx) != 0) tq.x[l] = 0;
    if ((locked & kLockedRy) != 0) tq.y[l] = 0;
    if ((locked & kLockedRz) != 0) tq.z[l] = 0;
  }
}

void correct_bodies(const BodyArgs& a, const std::uint32_t* list, std::size_t first,
                    std::size_t last, std::size_t end, bool keep_only, double* loss) {
  const double dt = a.dt;
  const Four one{1, 1, 1, 1};
  const Vectors gravity{one * a.gravity.x, one * a.gravity.y, one * a.gravity.z};
  for (std::size_t at = first; at < last; at += 4) {
    fetch_groups(a, list, at, end);
    const BodyGroup g = group_of(a, list, at, last);
    BodyLanes b = load_bodies(g);
    Vectors f, tq;
    loads_of(a, g, axes_of(b.q), f, tq);
    const FourIndex movable = b.movable();
    const Four mass = one / b.inv_mass;
    f = choose(movable, f + mass * gravity - a.damping * b.v, f);
    tq = choose(movable, tq - a.rotational_damping * b.omega, tq);
    hold_locked(g, f, tq);
    if (loss != nullptr) {
      const Four lost = choose(
          movable, (a.damping * norm2(b.v) + a.rotational_damping * norm2(b.omega)) * dt, Four{});
      for (int l = 0; l < g.count; ++l) loss[at - first + static_cast<std::size_t>(l)] = lost[l];
    }
    if (!keep_only) {
      b.v = choose(movable, b.v + (0.5 * dt * b.inv_mass) * (f - b.f), b.v);
      b.omega =
          choose(movable, b.spin(b.q, b.momentum(b.omega) + (0.5 * dt) * (tq - b.tq)), b.omega);
    }
    b.f = f, b.tq = tq;
    store_bodies(b, g);
  }
}

// Rows of four bodies where these are. `turn_balls`: also orientations of primitives that are
// balls, which nothing reads in a step. Returns the squares of the longest arms.
HD Four put_group(const BodyArgs& a, const BodyGroup& g, const AxisRows& axes, bool turn_balls) {
  Four arm2{};
  for (int l = 0; l < g.count; ++l) {
    const Body& b = *g.body[l];
    const Four x = as_row(b.x), v = as_row(b.v), omega = as_row(b.omega);
    double longest2 = 0;
    for (std::uint32_t k = 0; k < b.count; ++k) {
      const Primitive& p = a.primitive[b.first_primitive + k];
      const std::uint32_t s = a.row_of[b.first_id + k];
      const Four arm = axes.arm(l, p.x);
      Four& row_x = *reinterpret_cast<Four*>(&a.xr[s]);
      Four& row_v = *reinterpret_cast<Four*>(&a.vm[s]);
      Four& row_w = *reinterpret_cast<Four*>(&a.ws[s]);
      row_x = with_last(x + arm, row_x);
      row_v = with_last(v + cross_rows(omega, arm), row_v);
      row_w = with_last(omega, row_w);
      if (a.periodic) wrap(a.xr[s].x, a.box);
      if (turn_balls || p.shape != 0) store4(&a.q[s].w, turns_product(b.q, p.q));
      const double here = p.x.x * p.x.x + p.x.y * p.x.y + p.x.z * p.x.z;
      longest2 = here > longest2 ? here : longest2;
    }
    arm2[l] = longest2;
  }
  return arm2;
}

void put_bodies(const BodyArgs& a, const std::uint32_t* list, std::size_t first, std::size_t last) {
  for (std::size_t at = first; at < last; at += 4) {
    const BodyGroup g = group_of(a, list, at, last);
    put_group(a, g, axes_of(load_bodies(g).q), true);
  }
}

// predict_body() for four; returns the displacements of the centres.
HD Vectors predict_lanes(BodyLanes& b, double dt) {
  const FourIndex movable = b.movable();
  const Vectors acc = b.inv_mass * b.f;
  const Vectors step = dt * b.v + (0.5 * dt * dt) * acc;
  const Vectors l = b.momentum(b.omega);
  const Vectors omega_half = b.spin(turned(b.q, (0.5 * dt) * b.omega), l + (0.5 * dt) * b.tq);
  const Turns q = turned(b.q, dt * omega_half);
  b.x = choose(movable, b.x + step, b.x);
  b.v = choose(movable, b.v + dt * acc, b.v);
  b.omega = choose(movable, b.spin(q, l + dt * b.tq), b.omega);
  b.q = choose(movable, q, b.q);
  return choose(movable, step, Vectors{});
}

double predict_bodies(const BodyArgs& a, const std::uint32_t* list, std::size_t first,
                      std::size_t last) {
  double greatest = 0;
  for (std::size_t at = first; at < last; at += 4) {
    const BodyGroup g = group_of(a, list, at, last);
    BodyLanes b = load_bodies(g);
    const Turns before = b.q;
    const Vectors step = predict_lanes(b, a.dt);
    store_bodies(b, g);
    if (a.periodic)
      for (int l = 0; l < g.count; ++l) wrap(g.body[l]->x, a.box);
    const Four arm2 = put_group(a, g, axes_of(b.q), false);
    // How far a point can have gone: with the centre, and by the chord of the turn at the longest
    // arm. A part in 1e12 is for rounding.
    const Turns turn = b.q * conjugate(before);
    const Four chord = 2 * root(norm2(Vectors{turn.x, turn.y, turn.z}) * arm2);
    const Four moved = (root(norm2(step)) + chord) * (1 + 1e-12);
    for (int l = 0; l < g.count; ++l) greatest = longest(greatest, moved[l]);
  }
  return greatest;
}

}  // namespace
}  // namespace scree::kernel
