// Integrators of the equations of motion (3.17), (3.18): from full step to full step.
//
// predict() moves rows [first, last) from t to t + dt with the forces at t and leaves velocities of
// the same instant t + dt for the contact laws. correct() receives the forces at t + dt.
// Both return the square of the greatest displacement that a grain went, for the certificate of the
// candidate list (infinity when a position is no longer a number).
//
// Rows of rigid bodies are not the integrator's: it moves the body, and the rows go along
// (sim/engines/body_system.hpp). What it remembers of a body is in its fields of the row of the
// body's first primitive, so that it is sorted, removed, hashed and saved with that row; those of
// the body's other rows stay 0.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "base/params.hpp"
#include "base/result.hpp"
#include "state/bodies.hpp"
#include "state/box.hpp"
#include "state/particles.hpp"

namespace scree {

struct MotionArgs {
  Particles& p;
  PeriodicBox box;
  double dt = 0;
  std::size_t first_state = 0;  // number of the integrator's first field among p.extra()

  // Field k of IntegratorEntry::state, one vector per grain.
  Vec3* state(std::size_t k) const { return p.extra().all()[first_state + k].vectors(); }
};

// A vector per grain that the integrator remembers. Its name begins with that of the integrator.
struct IntegratorField {
  const char* name;
  const char* unit;
  const char* about;
};

struct IntegratorEntry {
  CatalogInfo info;
  // Extra fields of the particles: sorted, removed, hashed and saved with all others.
  std::span<const IntegratorField> state = {};
  // predict / correct are those of dynamics/taylor.hpp, and for bodies of dynamics/rigid.hpp: the
  // step may use their vectorised twins.
  bool taylor_predictor = false, trapezoid_corrector = false;
  double (*predict)(const MotionArgs&, std::size_t first, std::size_t last);
  // f, tq: forces and torques at t + dt of rows first..last; also stores them in the particles.
  double (*correct)(const MotionArgs&, std::size_t first, std::size_t last, const Vec3* f,
                    const Vec3* tq);
  // What is remembered, in the three cases where it does not come from the step before. An
  // integrator without memory leaves them out.
  // Rows begin their motion with the forces and torques that they have now.
  void (*start)(const MotionArgs&, std::size_t first,
                std::size_t last) = [](const MotionArgs&, std::size_t, std::size_t) {};
  // A grain enters with this acceleration and does not turn.
  void (*enter)(const MotionArgs&, std::size_t row,
                const Vec3& acceleration) = [](const MotionArgs&, std::size_t, const Vec3&) {};
  // A force and a torque have been taken off a grain: one that touched it is gone.
  void (*take_off_force)(const MotionArgs&, std::size_t row, const Vec3& force,
                         const Vec3& torque) = [](const MotionArgs&, std::size_t, const Vec3&,
                                                  const Vec3&) {};

  // The same for a rigid body, with the row that holds its fields. Without the first two the
  // integrator moves balls only, and worlds with bodies are refused (E0543). Both return the
  // displacement of the centre; how far the body turned is seen from its orientation.
  Vec3 (*predict_body)(const MotionArgs&, Body& b, std::size_t row) = nullptr;
  // f, tq: at t + dt, about the centre of mass; also stores them in the body.
  Vec3 (*correct_body)(const MotionArgs&, Body& b, std::size_t row, const Vec3& f,
                       const Vec3& tq) = nullptr;
  // Begins its motion with the force and torque that it has now, at the start or when it enters.
  void (*start_body)(const MotionArgs&, const Body& b,
                     std::size_t row) = [](const MotionArgs&, const Body&, std::size_t) {};
  // A force and a torque about its centre of mass have been taken off.
  void (*take_off_body_force)(const MotionArgs&, const Body& b, std::size_t row, const Vec3& force,
                              const Vec3& torque) = [](const MotionArgs&, const Body&, std::size_t,
                                                       const Vec3&, const Vec3&) {};

  bool moves_bodies() const { return predict_body != nullptr && correct_body != nullptr; }
};

// Gives the particles the integrator's fields, in place of those of another one; returns the
// number of the first.
Result<std::size_t> add_integrator_state(const IntegratorEntry& integrator, Particles& p);

std::span<const IntegratorEntry* const> integrator_catalog();
const IntegratorEntry* find_integrator(std::string_view name);

// Back into the periodic box. A grain moves less than a box length in a step.
HD void wrap(Vec3& x, const PeriodicBox& box) {
  for (int k = 0; k < 3; ++k) {
    if (!box.periodic[k]) continue;
    if (x[k] < box.lo[k])
      x[k] += box.length(k);
    else if (x[k] >= box.hi[k])
      x[k] -= box.length(k);
  }
}

// Greater of the two, and infinity when v is not a number.
HD double longest(double so_far, double v) {
  return v <= so_far ? so_far : (v == v ? v : __builtin_inf());
}

}  // namespace scree
