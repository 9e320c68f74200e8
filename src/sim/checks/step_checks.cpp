#include "sim/checks/step_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/kernel/external_part.hpp"

namespace scree {

std::optional<Failure> StepChecker::check_step() {
  // In one step a grain moves a small part of its radius; more than a radius is a blow-up.
  if (state_.motion.grains < state_.extremes.smallest_radius && state_.extremes.deepest_now < 1)
    return std::nullopt;
  state_.publish(held::everything);
  return blow_up(state_.motion.grains < state_.extremes.smallest_radius
                     ? fmt::format("an overlap reached {:.0f}% of the smaller radius",
                                   100 * state_.extremes.deepest_now)
                     : "a grain went farther than a radius in one step");
}

// The ways of the next step would show a velocity or force that is not a number, but the last step
// of a run has no next one; and a spin moves no grain. Price: one look at the state a run().
std::optional<Failure> StepChecker::check_finite() const {
  bool finite = true;
#pragma omp parallel for schedule(static) reduction(&& : finite) num_threads(state_.threads)
  for (std::uint32_t s = 0; s < state_.world.particles.size(); ++s)
    finite = finite && has_finite_motion(s);
  if (finite) return std::nullopt;
  return blow_up("a velocity, spin, force or torque is not a finite number");
}

bool StepChecker::has_finite_motion(std::uint32_t s) const {
  const Particles& g = state_.world.particles;
  // Zero times anything else than a finite number is not a number; no sum of them can overflow.
  const Vec3 sum = 0 * g.vm[s].v + 0 * g.ws[s].omega + 0 * g.f[s] + 0 * g.tq[s];
  const double turn = 0 * g.q[s].w + 0 * g.q[s].x + 0 * g.q[s].y + 0 * g.q[s].z;
  return sum.x + sum.y + sum.z + turn == 0;
}

// The fastest grain, or the first whose motion is not a number, with all that touches it.
Failure StepChecker::blow_up(const std::string& what) const {
  const Particles& g = state_.world.particles;
  std::uint32_t worst = 0;
  double most = -1;
  for (const std::uint32_t s : g.row_of()) {
    if (s == Particles::kNoRow) continue;
    const double v = has_finite_motion(s) ? norm2(g.vm[s].v) : std::nan("");
    if (!(v <= most)) {
      most = v;
      worst = s;
      if (v != v) break;
    }
  }
  Failure f;
  f.code = "E0601";
  f.step = state_.step;
  f.particle = g.id[worst];
  f.message = fmt::format(
      "the run blew up at step {} (t = {:.10g} s): {}; {} grain {} at ({:.6g}, {:.6g}, {:.6g}) m "
      "with {:.6g} m/s",
      state_.step, state_.time(), what, most != most ? "first such" : "fastest", g.id[worst].value,
      g.xr[worst].x.x, g.xr[worst].x.y, g.xr[worst].x.z, norm(g.vm[worst].v));
  for (const std::uint32_t c : touching_in_order(state_.lists.near, g))
    if (state_.lists.near.owner[c] == worst || state_.lists.near.other[c] == worst)
      f.message +=
          fmt::format("; touches grain {}", g.id[state_.lists.near.partner_of(worst, c)].value);
  for (const WallEntry& e : state_.walls.contacts.entries)
    if (e.row == worst && e.touching > 0)
      f.message += "; touches wall '" + state_.world.walls[e.wall].name + "'";
  for (const kernel::ExternalPart* part : state_.world.laws.all()) {
    const char* fault = part->take_fault != nullptr ? part->take_fault() : nullptr;
    if (fault == nullptr) continue;
    f.code = "E0606";
    f.message = fmt::format("{}; then {}", fault, f.message);
  }
  return f;
}

// As E0504 says of a box at rest: no grain may meet two images of another.
std::optional<Failure> StepChecker::check_cell() const {
  if (!state_.world.deforms()) return std::nullopt;
  for (int k = 0; k < 3; ++k)
    if (state_.world.box.periodic[k] &&
        !(state_.world.box.length(k) > 6.6 * state_.extremes.largest_radius))
      return Failure{
          .code = "E0655",
          .message = fmt::format(
              "the cell has become too narrow at step {} (t = {:.10g} s): {:g} m in {}, while the "
              "largest grain has a diameter of {:g} m",
              state_.step, state_.time(), state_.world.box.length(k), "xyz"[k],
              2 * state_.extremes.largest_radius),
          .step = state_.step,
          .particle = std::nullopt};
  return std::nullopt;
}

}  // namespace scree
