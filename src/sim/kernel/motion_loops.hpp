// The predictor (3.20), (3.21) and the trapezoid corrector, four rows at a time: fast twins of
// dynamics/taylor.hpp and of `verlet`, with the same operations in the same order.
//
// Included by kernel_*.cpp only.
#pragma once

#include "dynamics/taylor.hpp"
#include "sim/kernel/lanes.hpp"

namespace scree::kernel {
namespace {

using integrators::MotionRows;

// Positions and velocities; returns the squares of the displacements.
HD Four move_four(const MotionRows& p, std::size_t s, double dt, double half_dt2) {
  Four f[4], step[4];
  load_vectors(&p.f[s].x, f);
  for (int k = 0; k < 4; ++k) {
    Four& x = *reinterpret_cast<Four*>(&p.xr[s + k]);
    Four& v = *reinterpret_cast<Four*>(&p.vm[s + k]);
    const Four acc = f[k] * v[3];
    step[k] = without_last(dt * v + half_dt2 * acc);
    x += step[k];
    v += dt * acc;
  }
  transpose(step[0], step[1], step[2], step[3]);
  return step[0] * step[0] + step[1] * step[1] + step[2] * step[2];
}

// Spins and orientations, as columns: turned() of base/vec3.hpp for four grains.
HD void turn_four(const MotionRows& p, std::size_t s, double dt, double half_dt2) {
  Four t[4], w[4], q[4];
  load_vectors(&p.tq[s].x, t);
  for (int k = 0; k < 4; ++k) w[k] = load_row(p.ws[s + k]), q[k] = load4(&p.q[s + k].w);
  transpose(t[0], t[1], t[2], t[3]);
  transpose(w[0], w[1], w[2], w[3]);
  transpose(q[0], q[1], q[2], q[3]);
  const Four inv = load4(&p.inv_inertia[s]);
  Four h[3];
  for (int k = 0; k < 3; ++k) {
    const Four alpha = inv * t[k];
    h[k] = 0.5 * (dt * w[k] + half_dt2 * alpha);
    w[k] += dt * alpha;
  }
  const Four one{1, 1, 1, 1};
  const Four qw = one * q[0] - h[0] * q[1] - h[1] * q[2] - h[2] * q[3];
  const Four qx = one * q[1] + h[0] * q[0] + h[1] * q[3] - h[2] * q[2];
  const Four qy = one * q[2] - h[0] * q[3] + h[1] * q[0] + h[2] * q[1];
  const Four qz = one * q[3] + h[0] * q[2] - h[1] * q[1] + h[2] * q[0];
  const Four l2 = qw * qw + qx * qx + qy * qy + qz * qz;
  Four scale;
  for (int k = 0; k < 4; ++k) scale[k] = __builtin_sqrt(l2[k]);
  scale = one / scale;
  q[0] = qw * scale, q[1] = qx * scale, q[2] = qy * scale, q[3] = qz * scale;
  transpose(w[0], w[1], w[2], w[3]);
  transpose(q[0], q[1], q[2], q[3]);
  for (int k = 0; k < 4; ++k) {
    *reinterpret_cast<Four*>(&p.ws[s + k]) = w[k];
    store4(&p.q[s + k].w, q[k]);
  }
}

double predict_rows(const MotionRows& m, std::size_t first, std::size_t last) {
  const double dt = m.dt, half_dt2 = 0.5 * m.dt * m.dt;
  Four most{};
  FourIndex wrong{};
  std::size_t s = first;
  for (; s + 4 <= last; s += 4) {
    const Four way2 = move_four(m, s, dt, half_dt2);
    turn_four(m, s, dt, half_dt2);
    wrong |= way2 != way2;
    most = way2 > most ? way2 : most;
    if (m.periodic)
      for (int k = 0; k < 4; ++k) wrap(m.xr[s + k].x, m.box);
  }
  double way2 = 0;
  for (; s < last; ++s) way2 = longest(way2, integrators::taylor_predict_row(m, s));
  for (int k = 0; k < 4; ++k) {
    way2 = longest(way2, most[k]);
    if (wrong[k]) way2 = __builtin_inf();
  }
  return way2;
}

// Twelve numbers.
HD void copy_vectors(double* to, const double* from) {
  for (int k = 0; k < 12; k += 4) store4(to + k, load4(from + k));
}

void correct_rows(const MotionRows& m, std::size_t first, std::size_t last, const Vec3* f,
                  const Vec3* tq) {
  const double half = 0.5 * m.dt;
  std::size_t s = first;
  for (; s + 4 <= last; s += 4) {
    Four was[4], now[4];
    load_vectors(&m.f[s].x, was);
    load_vectors(&f[s - first].x, now);
    copy_vectors(&m.f[s].x, &f[s - first].x);
    for (int k = 0; k < 4; ++k) {
      Four& v = *reinterpret_cast<Four*>(&m.vm[s + k]);
      v = with_last(v + (half * v[3]) * (now[k] - was[k]), v);
    }
    load_vectors(&m.tq[s].x, was);
    load_vectors(&tq[s - first].x, now);
    copy_vectors(&m.tq[s].x, &tq[s - first].x);
    for (int k = 0; k < 4; ++k) {
      Four& w = *reinterpret_cast<Four*>(&m.ws[s + k]);
      w = with_last(w + (half * m.inv_inertia[s + k]) * (now[k] - was[k]), w);
    }
  }
  for (; s < last; ++s) integrators::trapezoid_correct_row(m, s, f[s - first], tq[s - first]);
}

}  // namespace
}  // namespace scree::kernel
