// Integrators of the equations of motion (3.17), (3.18): from full step to full step.
//
// predict() moves rows [first, last) from t to t + dt with the forces at t and leaves velocities of
// the same instant t + dt for the contact laws. correct() receives the forces at t + dt.
// Both return the square of the longest way that a grain went, for the certificate of the
// candidate list (infinity when a position is no longer a number).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/params.hpp"
#include "state/box.hpp"
#include "state/particles.hpp"

namespace scree {

struct MotionArgs {
  Particles& p;
  PeriodicBox box;
  double dt = 0;
  // Arrays of the integrator itself, IntegratorEntry::arrays of them, a row a grain.
  std::span<std::vector<Vec3>> own;
};

struct IntegratorEntry {
  CatalogInfo info;
  int arrays = 0;
  // predict / correct are those of dynamics/taylor.hpp: the step may use their vectorised twins.
  bool taylor_predictor = false, trapezoid_corrector = false;
  double (*predict)(const MotionArgs&, std::size_t first, std::size_t last);
  // f, tq: forces and torques at t + dt of rows first..last; also stores them in the particles.
  double (*correct)(const MotionArgs&, std::size_t first, std::size_t last, const Vec3* f,
                    const Vec3* tq);
};

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
