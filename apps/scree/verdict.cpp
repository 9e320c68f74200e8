#include "scree/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/messages.hpp"

namespace scree::app {
namespace {

constexpr double kResidual = 0.01;  // of the energy turned over
constexpr double kOverlap =
    0.20;  // of the smaller radius: a tenth of its diameter, at the worst impact
constexpr double kSteps = 15;  // a contact; fewer distort restitution by percents

Check energy_check(const EnergyReport& e) {
  const double turned = energy_turned_over(e), residual = std::abs(e.residual());
  // Below the rounding of the potential there is nothing to compare with.
  const double floor = 1e-12 * (std::abs(e.potential) + std::abs(e.start));
  const double share = residual <= floor ? 0 : turned > 0 ? residual / turned : INFINITY;
  Check c{"energy budget", share <= kResidual, share, kResidual, ""};
  c.reason = fmt::format("residual {} is {:.2g} of the {} turned over",
                         quantity_text(e.residual(), "J"), share, quantity_text(turned, "J"));
  if (!c.ok) c.reason += "; a smaller dt (more steps a contact) closes it";
  return c;
}

Check overlap_check(const Simulation& sim) {
  const double deepest = sim.greatest_overlap();
  Check c{"greatest overlap", deepest <= kOverlap, deepest, kOverlap,
          fmt::format("{:.2f}% of the smaller radius", 100 * deepest)};
  if (!c.ok) c.reason += "; stiffer contacts (a shorter contact_time) reduce it";
  return c;
}

Check steps_check(const Simulation& sim) {
  const TimeStepReport& t = sim.time_step();
  const double steps = t.contact_time > 0 ? t.contact_time / sim.dt() : INFINITY;
  Check c{"steps per contact", steps >= kSteps, steps, kSteps,
          fmt::format("{:.0f} in the shortest contact ({})", steps, seconds_text(t.contact_time))};
  if (!(t.contact_time > 0)) c.reason = "there are no contacts to resolve";
  if (!c.ok) c.reason += "; leave dt to Scree or make it smaller";
  return c;
}

Check lost_check(const Simulation& sim, std::size_t at_start) {
  const std::size_t lost = grains_lost(sim, at_start);
  Check c{"grains lost", lost == 0, static_cast<double>(lost), 0, ""};
  c.reason = lost == 0 ? "none" : fmt::format("{} went through a wall or are nowhere", lost);
  return c;
}

bool behind(const Wall& w, const Vec3& x, double r) {
  WallTouches touches;
  w.shape->touch(rotate_back(w.pose.q, x - w.pose.x), 0, touches);
  for (int k = 0; k < touches.count; ++k)
    if (touches.touch[static_cast<std::size_t>(k)].distance < -r) return true;
  return false;
}

}  // namespace

double energy_turned_over(const EnergyReport& e) {
  const double now = e.kinetic + e.rotational + e.stored_normal + e.stored_tangential +
                     e.stored_rolling + e.lost();
  const double in = std::abs(e.work_walls) + std::abs(e.work_gravity) + std::abs(e.added);
  return std::max({now, in, std::abs(e.potential - e.start)});
}

std::size_t grains_lost(const Simulation& sim, std::size_t at_start) {
  std::size_t expected = at_start;
  for (const Inlet& i : sim.world().inlets) expected += i.placed;
  const Particles& p = sim.particles();
  std::size_t lost = expected > p.size() ? expected - p.size() : 0;
  for (std::size_t s = 0; s < p.size(); ++s) {
    const PositionRadius& g = p.xr[s];
    bool gone = !is_finite(g.x);
    for (const Wall& w : sim.world().walls) gone = gone || behind(w, g.x, g.r);
    lost += gone;
  }
  return lost;
}

Verdict judge(const Simulation& sim, std::size_t at_start, const std::optional<Failure>& failure,
              int stopped_by) {
  Verdict v;
  if (failure) v.checks.push_back({"run", false, 0, 0, failure->message});
  if (stopped_by != 0)
    v.checks.push_back(
        {"run", false, 0, 0, fmt::format("stopped by signal {} before its end", stopped_by)});
  v.checks.push_back(energy_check(sim.energy()));
  v.checks.push_back(overlap_check(sim));
  v.checks.push_back(steps_check(sim));
  v.checks.push_back(lost_check(sim, at_start));
  v.ok = std::all_of(v.checks.begin(), v.checks.end(), [](const Check& c) { return c.ok; });
  v.word = failure ? "failed" : stopped_by != 0 ? "stopped" : v.ok ? "ok" : "doubtful";
  return v;
}

}  // namespace scree::app
