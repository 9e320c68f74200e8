// What a deforming cell adds to a step, after the predictor; its stress is booked by account().
#include <algorithm>
#include <cmath>

#include "sim/step/stepper.hpp"

namespace scree {
namespace {

// At least the factor of D on any distance.
double greatest_strain(const CellNumbers& d) {
  const auto abs = [&d](std::size_t k) { return std::abs(d[k]); };
  const double columns = std::max({abs(0), abs(3) + abs(1), abs(4) + abs(5) + abs(2)});
  const double rows = std::max({abs(0) + abs(3) + abs(4), abs(1) + abs(5), abs(2)});
  return std::sqrt(columns * rows);
}

}  // namespace

// After the predictor, which leaves grains outside.
void Stepper::deform_cell() {
  if (state_.world.cell.empty()) return;
  const double dt = state_.world.dt;
  const CellNumbers d = state_.cell.next(state_.world.cell, state_.world.box, state_.step, dt);
  const Vec3 diagonal{d[0], d[1], d[2]}, above{d[3], d[4], d[5]};
  PeriodicBox box = deformed(state_.world.box, d);
  box.stretch = diagonal / dt, box.shear = above / dt;
  state_.cell.increment = d;
  state_.cell.shear += above;
  state_.world.box = box;
  state_.motion.strain = greatest_strain(d);
  state_.lists.deform(d);
  state_.engine->deform(state_.step_state(), d);
}

}  // namespace scree
