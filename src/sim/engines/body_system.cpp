#include "sim/engines/body_system.hpp"

#include <algorithm>
#include <cmath>

#include "sim/engines/body_motion.hpp"
#include "state/freedoms.hpp"

namespace scree {

kernel::BodyArgs body_args(World& w, const Vec3& gravity) {
  Particles& p = w.particles;
  return {.body = w.bodies.body.data(),
          .primitive = w.bodies.primitive.data(),
          .row_of = p.row_of().data(),
          .xr = p.xr.data(),
          .vm = p.vm.data(),
          .ws = p.ws.data(),
          .q = p.q.data(),
          .f = p.f.data(),
          .tq = p.tq.data(),
          .box = w.box,
          .periodic = w.box.any(),
          .dt = w.dt,
          .gravity = gravity,
          .damping = w.damping,
          .rotational_damping = w.rotational_damping};
}

void put_rows(const Body& b, World& w) { put_rows(body_args(w, {}), b); }

void put_orientations(const Body& b, World& w) {
  for (std::uint32_t k = 0; k < b.count; ++k)
    w.particles.q[w.particles.row_of()[b.first_id + k]] =
        b.q * w.bodies.primitive[b.first_primitive + k].q;
}

double predict_bodies(const kernel::BodyArgs& args, const BodyMotionArgs& by, World& w,
                      const std::uint32_t* list, std::size_t first, std::size_t last) {
  if (by.integrator.taylor_predictor) return by.kernels.predict_bodies(args, list, first, last);
  double greatest = 0;
  for (std::size_t k = first; k < last; ++k) {
    Body& b = w.bodies.body[list != nullptr ? list[k] : k];
    greatest = longest(greatest, predict_body_and_rows(by.integrator, by.motion, w, b));
  }
  return greatest;
}

double correct_bodies(const kernel::BodyArgs& args, const BodyMotionArgs& by, World& w,
                      const std::uint32_t* list, std::size_t first, std::size_t last,
                      std::size_t end, bool keep_only, double* loss) {
  if (keep_only || by.integrator.trapezoid_corrector) {
    by.kernels.correct_bodies(args, list, first, last, end, keep_only, loss);
    return 0;
  }
  using Load = BodyLoad;
  constexpr std::size_t kMost = 64;
  Load before[kMost];
  double greatest = 0;
  for (; first < last; first += kMost) {
    const std::size_t until = std::min(first + kMost, last);
    for (std::size_t k = first; k < until; ++k)
      before[k - first] = {w.bodies.body[list[k]].f, w.bodies.body[list[k]].tq};
    by.kernels.correct_bodies(args, list, first, until, end, true, loss);
    for (std::size_t k = first; k < until; ++k) {
      Body& b = w.bodies.body[list[k]];
      const Load now{b.f, b.tq};
      b.f = before[k - first].f, b.tq = before[k - first].tq;
      greatest = longest(greatest, correct_body_alone(by.integrator, by.motion, w, b, now));
    }
    if (loss != nullptr) loss += until - first;
  }
  return greatest;
}

void start_motion(World& w, const IntegratorEntry& integrator, const MotionArgs& motion) {
  const Particles& p = w.particles;
  const auto is_member = [&p](std::size_t s) { return (p.ws[s].flags & kMember) != 0; };
  for (std::size_t s = 0; s < p.size();) {
    std::size_t end = s;
    while (end < p.size() && !is_member(end)) ++end;
    if (end > s) integrator.start(motion, s, end);
    for (s = end; s < p.size() && is_member(s);) ++s;
  }
  for (const Body& b : w.bodies.body) integrator.start_body(motion, b, first_row_of(w, b));
}

double predict_bodies(World& w, const BodyMotionArgs& by, int threads) {
  constexpr std::int64_t kChunk = 128;
  const kernel::BodyArgs args = body_args(w, {});
  double greatest = 0;
  const auto n = static_cast<std::int64_t>(w.bodies.body.size());
#pragma omp parallel for schedule(static) reduction(max : greatest) num_threads(threads)
  for (std::int64_t k = 0; k < n; k += kChunk)
    greatest =
        std::max(greatest, predict_bodies(args, by, w, nullptr, static_cast<std::size_t>(k),
                                          static_cast<std::size_t>(std::min(k + kChunk, n))));
  return greatest;
}

bool take_off_body_force(World& w, std::uint32_t row, const Vec3& force, const Vec3& torque,
                         const IntegratorEntry& integrator, const MotionArgs& motion) {
  if ((w.particles.ws[row].flags & kMember) == 0) return false;
  const Body* found = w.bodies.find(w.particles.ws[row].body);
  if (found == nullptr) return false;
  Body& b = w.bodies.body[static_cast<std::size_t>(found - w.bodies.body.data())];
  const Vec3 f = b.f, tq = b.tq;
  b.f -= force;
  b.tq -=
      torque + cross(BodyAxes(b.q).arm(w.bodies.primitive_of(b, w.particles.id[row].value)), force);
  if (b.locked != 0) b.f = free_along(b.locked, b.f), b.tq = free_about(b.locked, b.tq);
  integrator.take_off_body_force(motion, b, first_row_of(w, b), f - b.f, tq - b.tq);
  return true;
}

double bodies_weight_power(const World& w, const Vec3& gravity) {
  ExactSum power;
  for (const Body& b : w.bodies.body) add_weight_power(b, gravity, power);
  return power.value();
}

}  // namespace scree
