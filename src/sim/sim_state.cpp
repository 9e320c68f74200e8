#include "sim/sim_state.hpp"

#include <algorithm>
#include <cmath>

#include "sim/engines/body_system.hpp"
#include "state/freedoms.hpp"

namespace scree {

StepState SimState::step_state() {
  return {.world = world,
          .laws = laws,
          .integrator = *integrator,
          .integrator_state = integrator_state,
          .near = lists.near,
          .points = points,
          .walls = walls,
          .bonds = bonds,
          .sources = sources,
          .collisions = collisions,
          .gravity = gravity,
          .gravity_works = books_gravity_as_work(),
          .loss_magic = loss_magic(),
          .touching_before = lists.touching};
}

ListInput SimState::list_input() {
  return {.p = p(),
          .box = world.box,
          .laws = laws,
          .dt = world.dt,
          .step = step,
          .threads = threads,
          .instruction_set = kernels->name,
          .motion = motion,
          .bodies = !world.bodies.empty(),
          .bonds = world.bonds,
          .deforming = world.deforms(),
          .largest_radius = extremes.largest_radius};
}

// The three numbers that cut losses into multiples of quanta (sim/kernel/exact_lanes.hpp): a scale
// that depends on the state alone, so that the cut is the same for any threads, detector or order
// of rows.
std::array<double, 3> SimState::loss_magic() const {
  double speed = motion.grains / world.dt;
  if (world.deforms()) speed += 2 * extremes.largest_radius * motion.strain / world.dt;
  const double scale = extremes.largest_mass * speed * speed;
  // Beyond these a quantum would not be a normal number.
  if (!(scale > 1e-250 && scale < 1e250)) return {};
  const int exponent = std::ilogb(scale);
  return {std::ldexp(1.5, exponent - 26 + 52), std::ldexp(1.5, exponent - 66 + 52),
          std::ldexp(1.5, exponent - 106 + 52)};
}

bool SimState::books_gravity_as_work() const {
  if (!world.gravity.constant()) return true;
  for (int k = 0; k < 3; ++k)
    if (world.box.periodic[k] && gravity[k] != 0) return true;  // no potential on a ring
  return false;
}

void SimState::note_masses() {
  extremes.largest_mass = 0;
  double largest = 0;
  for (std::size_t s = 0; s < p().size(); ++s) {
    extremes.largest_mass = std::max(extremes.largest_mass, p().mass(s));
    largest = std::max(largest, p().xr[s].r);
  }
  extremes.largest_radius = largest;
  widen_ranges(largest, laws);
}

void SimState::note_sizes() {
  note_masses();
  double smallest = 1e300;
  for (const PositionRadius& g : p().xr) smallest = std::min(smallest, g.r);
  if (p().empty())
    for (const Inlet& i : world.inlets) smallest = std::min(smallest, i.smallest_radius());
  extremes.smallest_radius = smallest;
  if (lists.skins.outer > 0) return;
  lists.choose_skin(smallest, world.detect.skin);
}

// Takes a force and its torque off a grain that stays.
void SimState::take_off_force(std::uint32_t row, const Vec3& force, const Vec3& torque) {
  const unsigned flags = p().ws[row].flags;
  const bool locked = (flags & kLocked) != 0 && (flags & kMember) == 0;
  const Vec3 f = locked ? free_along(flags, force) : force;
  const Vec3 t = locked ? free_about(flags, torque) : torque;
  p().f[row] -= f;
  p().tq[row] -= t;
  const MotionArgs motion{p(), world.box, world.dt, integrator_state};
  if (!take_off_body_force(world, row, force, torque, *integrator, motion))
    integrator->take_off_force(motion, row, f, t);
}

}  // namespace scree
