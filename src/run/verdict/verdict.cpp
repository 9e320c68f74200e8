#include "run/verdict/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/folder/quantity_text.hpp"
#include "run/forecast/servo_area.hpp"
#include "run/loop/observer.hpp"
#include "run/verdict/overlap_limit.hpp"
#include "walls/images.hpp"

namespace scree::run {
namespace {

constexpr double kResidual = 0.01;  // of the energy turned over
constexpr double kSteps = 15;       // a contact; fewer distort restitution by percents

Check energy_check(const EnergyReport& e) {
  const double turned = energy_turned_over(e), residual = std::abs(e.residual());
  // Below the rounding of the potential there is nothing to compare with.
  const double floor =
      1e-12 * (std::abs(e.potential) + std::abs(e.removed_potential) + std::abs(e.start));
  const double share = residual <= floor ? 0 : turned > 0 ? residual / turned : INFINITY;
  Check c{"energy budget", share <= kResidual, share, kResidual, ""};
  c.reason = fmt::format("residual {} is {:.2g} of the {} turned over",
                         quantity_text(e.residual(), "J"), share, quantity_text(turned, "J"));
  if (!c.ok)
    c.reason +=
        "; run it again with half the dt: if the share falls to a quarter or so, the step was too "
        "long; if it stays, look for a contact law that does not book what it loses, or for bodies "
        "with edges that meet rims and corners";
  return c;
}

// Overlap stands for a deformation that real grains do not have: it moves surfaces, lengthens
// contacts and adds neighbours. Soft grains are legitimate, but someone must have said so.
Check overlap_check(const Simulation& sim, double limit) {
  const double deepest = sim.greatest_overlap(), noted = overlap_limit(limit).ok;
  Check c{"greatest overlap", deepest <= limit, deepest, limit,
          fmt::format("{:.2f}% of the smaller radius", 100 * deepest)};
  c.noted = c.ok && deepest > noted;
  if (c.noted)
    c.reason +=
        fmt::format(", noted above {:.3g}%, doubtful above {:.3g}%", 100 * noted, 100 * limit);
  if (!c.ok)
    c.reason += fmt::format(
        ", more than {:.3g}%; stiffer contacts (a shorter contact_time, a greater stiffness or "
        "young) reduce it, or set verdict.overlap where grains are soft on purpose",
        100 * limit);
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

Check lost_check(const Simulation& sim, const Start& start) {
  const std::size_t lost = grains_lost(sim, start);
  Check c{"grains lost", lost == 0, static_cast<double>(lost), 0, ""};
  c.reason =
      lost == 0 ? "none" : fmt::format("{} went through a wall or fell out of the scene", lost);
  return c;
}

// A safety that the scene switched off.
void add_override_check(const Simulation& sim, std::vector<Check>& checks) {
  if (!sim.world().allow_unstable_dt) return;
  const double stable = sim.time_step().stable;
  const bool within = !(stable > 0) || sim.dt() <= stable;
  checks.push_back({"time step", within, sim.dt(), stable,
                    within ? "allow_unstable_dt is set, though this step needs no permission"
                           : fmt::format("{} is above the stable {}, by allow_unstable_dt",
                                         time_text(sim.dt()), time_text(stable)),
                    within});
}

// What someone insisted on, or what was lost on the way.
void add_event_checks(std::span<const RunEvent> events, std::vector<Check>& checks) {
  for (const RunEvent& e : events) {
    if (e.weight() == RunEvent::Weight::none) continue;
    const bool ok = e.weight() == RunEvent::Weight::noted;
    checks.push_back({e.kind, ok, static_cast<double>(e.step), 0,
                      fmt::format("at step {}: {}", e.step, e.text), ok});
  }
}

void add_missing_check(const std::vector<std::string>& missing, std::vector<Check>& checks) {
  if (missing.empty()) return;
  checks.push_back({"files", false, static_cast<double>(missing.size()), 0,
                    fmt::format("{} of the run {} gone: {}{}", missing.size(),
                                missing.size() == 1 ? "is" : "are", missing.front(),
                                missing.size() > 1 ? ", ..." : "")});
}

// Nothing but the last step makes a run complete.
void add_end_check(const Ending& e, std::vector<Check>& checks) {
  const auto add = [&checks](std::string why) {
    checks.push_back({"run", false, 0, 0, std::move(why)});
  };
  if (e.failure) add(e.failure->message);
  if (!e.trouble.empty()) add(e.trouble);
  if (e.stopped_by == kAskedToStop)
    add("stopped on request before its end");
  else if (e.stopped_by != 0)
    add(fmt::format("stopped by signal {} before its end", e.stopped_by));
  if (checks.empty() && !e.reached) add("ended before its last step");
}

// What was asked of the inlets and what came. A run that ended must have had all of it; one that
// did not, what its rates give until then. A hundredth, or the newest batch, may be waiting for
// room.
std::string shortfall(const Inlet& inlet, const InletReport& r, bool ended) {
  if (r.complete) return {};
  const double placed = static_cast<double>(inlet.placed);
  const double waiting = std::max(0.01 * r.expected, r.newest_batch);
  if (placed < r.expected - waiting)
    return fmt::format(
        "{}: {} came where its rate gives {}; there was no room: a wider or higher "
        "opening, or a lower rate",
        inlet.name, count_text(placed), count_text(r.expected));
  if (!ended) return {};
  if (inlet.count > 0)
    return fmt::format("{}: {} of {} came until the end; a longer duration or a higher rate",
                       inlet.name, count_text(placed), count_text(r.asked));
  if (inlet.mass > 0)
    return fmt::format(
        "{}: {:.4g} of {:.4g} kg came until the end; a longer duration or a higher "
        "rate",
        inlet.name, inlet.placed_mass, inlet.mass);
  return {};
}

Check inlet_check(const Simulation& sim, const Start& start, bool ended) {
  const World& w = sim.world();
  double missing = 0;
  std::string reason;
  const auto note = [&](double grains, const std::string& text) {
    missing += grains;
    reason += (reason.empty() ? "" : "; ") + text;
  };
  for (const Inlet& i : w.inlets) {
    const InletReport r =
        report_of(i, w.materials[i.material.value].density, sim.steps(), sim.dt());
    const double placed = static_cast<double>(i.placed);
    if (const std::string text = shortfall(i, r, ended); !text.empty())
      note(std::max({r.asked - placed, r.expected - placed, 1.0}), text);
    if (i.placed == 0 || !w.gravity.constant()) continue;
    // Walls that move: what is beneath at the start or now was meant to be hit.
    PouredPast past = poured_past(w, i, sim.time());
    const auto k = static_cast<std::size_t>(&i - w.inlets.data());
    if (k < start.past.size() && start.past[k].share() < past.share()) past = start.past[k];
    if (past.share() > 0)
      note(past.share() * placed, fmt::format("about {:.0f}% of {} {}", 100 * past.share(), i.name,
                                              past.in_a_wall > past.nothing_beneath
                                                  ? "starts in or behind wall '" + past.wall + "'"
                                                  : "was poured past every wall"));
  }
  if (reason.empty()) reason = "all that was asked for has come";
  return {"inlets", missing == 0, missing, 0, reason};
}

// On its free fall it will come to an outlet.
bool on_its_way_out(const World& world, const Vec3& x, const Vec3& far_down) {
  for (const Outlet& o : world.outlets)
    if (o.region->depth(x + far_down) > 0) return true;
  return false;
}

bool behind(const Wall& w, const WallImages& images, const Vec3& x, double r) {
  WallTouches touches;
  images.touch(w, x, 0, touches);
  for (int k = 0; k < touches.count; ++k)
    if (touches.touch[static_cast<std::size_t>(k)].distance < -r) return true;
  return false;
}

// Above a wall that bears it, not farther off than `reach`: what rolls down an endless plane comes
// below all of the scene and is still on it. A wall that is steeper than 84 degrees bears nothing.
bool is_above(const Wall& w, const WallImages& images, const Vec3& x, double reach,
              const Vec3& down) {
  WallTouches touches;
  images.touch(w, x, reach, touches);
  for (int k = 0; k < touches.count; ++k) {
    const WallTouch& t = touches.touch[static_cast<std::size_t>(k)];
    if (t.distance >= 0 && dot(t.normal, down) < -0.1) return true;
  }
  return false;
}

}  // namespace

double energy_turned_over(const EnergyReport& e) {
  double now = 0, in = 0, height = -e.start;
  for (const EnergyChannel& c : kEnergyChannels)
    if (c.of_height)
      height += c.in(e);
    else
      (c.side == EnergySide::put_in ? in : now) += std::abs(c.in(e));
  return std::max({now, in, std::abs(height)});
}

Start::Start(const World& world) : grains(world.particles.size()) {
  for (const PositionRadius& g : world.particles.xr) extent.include(g.x, g.r);
  for (const Inlet& i : world.inlets) {
    extent.include(i.centre + i.axis_u + i.axis_v);
    extent.include(i.centre - i.axis_u - i.axis_v);
    past.push_back(poured_past(world, i, 0));
  }
  const Vec3 middle = extent.empty() ? Vec3{} : 0.5 * (extent.lo + extent.hi);
  for (const Wall& w : world.walls) include(w, middle), walls.push_back(w.pose.x);
}

// All of a wall that ends somewhere; of an infinite one the point nearest to the grains.
void Start::include(const Wall& w, const Vec3& middle) {
  const Bounds b = w.shape->bounds();
  if (norm(b.lo) < 1e100 && norm(b.hi) < 1e100) {
    for (int k = 0; k < 8; ++k)
      extent.include(w.pose.x + rotate(w.pose.q, {k & 1 ? b.hi.x : b.lo.x, k & 2 ? b.hi.y : b.lo.y,
                                                  k & 4 ? b.hi.z : b.lo.z}));
    return;
  }
  WallTouches touches;
  w.shape->touch(rotate_back(w.pose.q, middle - w.pose.x), 1e100, touches);
  for (int k = 0; k < touches.count; ++k) {
    const WallTouch& t = touches.touch[static_cast<std::size_t>(k)];
    extent.include(middle - t.distance * rotate(w.pose.q, t.normal));
  }
}

std::size_t grains_lost(const Simulation& sim, const Start& start) {
  std::size_t expected = start.grains;
  const Vec3 down = normalized(sim.world().gravity.at(sim.time()));
  const double size = start.extent.empty() ? 0 : norm(start.extent.hi - start.extent.lo);
  double lowest = start.extent.empty() ? 1e300 : -1e300;  // along gravity
  for (int k = 0; k < 8 && !start.extent.empty(); ++k)
    lowest = std::max(lowest, dot(down, {k & 1 ? start.extent.hi.x : start.extent.lo.x,
                                         k & 2 ? start.extent.hi.y : start.extent.lo.y,
                                         k & 4 ? start.extent.hi.z : start.extent.lo.z}));
  for (const Inlet& i : sim.world().inlets) expected += i.placed;
  // Inlets and outlets count bodies, this counts their balls.
  expected += sim.edit_counts().added;
  expected -= std::min<std::size_t>(expected, sim.edit_counts().removed);
  for (const Outlet& o : sim.world().outlets)
    if (o.meaning == Outlet::Meaning::outflow)
      expected -= std::min<std::size_t>(expected, o.grains);
  const Particles& p = sim.particles();
  std::size_t lost = expected > p.size() ? expected - p.size() : 0;
  const std::vector<Wall>& walls = sim.world().walls;
  std::vector<WallImages> images;
  for (const Wall& w : walls) images.emplace_back(w, sim.world().box);
  const auto on_a_wall = [&](const Vec3& x) {
    for (std::size_t w = 0; w < walls.size(); ++w)
      if (is_above(walls[w], images[w], x, size, down)) return true;
    return false;
  };
  for (std::size_t s = 0; s < p.size(); ++s) {
    const PositionRadius& g = p.xr[s];
    bool gone = !is_finite(g.x) ||
                (dot(down, g.x) > lowest + size &&
                 !on_its_way_out(sim.world(), g.x, (1e3 * size) * down) && !on_a_wall(g.x));
    for (std::size_t w = 0; w < walls.size(); ++w)
      gone = gone || behind(walls[w], images[w], g.x, g.r);
    lost += gone;
  }
  return lost;
}

// Stages that had to end in time and did not; those that might go on are noted.
void add_stage_check(const Simulation& sim, std::vector<Check>& checks) {
  const std::vector<RunStage>& all = sim.world().stages;
  if (all.empty()) return;
  const StageProgress& p = sim.stages();
  Check c{"stages", true, static_cast<double>(p.done.size()), static_cast<double>(all.size()), ""};
  for (std::size_t k = 0; k < p.done.size(); ++k) {
    if (p.done[k].outcome != StageOutcome::late) continue;
    (all[k].fail_when_late ? c.ok : c.noted) = !all[k].fail_when_late;
    c.reason += fmt::format("{}{}: {}", c.reason.empty() ? "" : "; ", all[k].name,
                            reason_of(all[k], p.done[k]));
  }
  if (!p.finished) {
    c.noted = c.ok;
    c.reason +=
        fmt::format("{}the run ended in stage {}", c.reason.empty() ? "" : "; ", all[p.now].name);
  }
  if (c.reason.empty()) c.reason = fmt::format("{} of {} completed", p.done.size(), all.size());
  checks.push_back(std::move(c));
}

// A pressure that was kept on an area that has become another.
void add_servo_checks(const Simulation& sim, const Start& start, std::vector<Check>& checks) {
  constexpr double kNoted = 0.02;  // as much as the pressure may be wrong
  for (const CrossedServo& c : crossed_servos(sim.world(), sim.time())) {
    const double share = changed_share(c, sim.world(), start.walls);
    if (share <= kNoted) continue;
    checks.push_back({"servo area", true, share, kNoted,
                      fmt::format("{}, by {:.2g}% of its length: the pressure on the area that is "
                                  "left differs by as much",
                                  crossed_text(c, sim.world()), 100 * share),
                      true});
  }
}

Verdict judge(const Simulation& sim, const Start& start, const Ending& ending) {
  Verdict v;
  add_end_check(ending, v.checks);
  const bool complete = v.checks.empty();
  add_event_checks(ending.events, v.checks);
  add_missing_check(ending.missing, v.checks);
  add_override_check(sim, v.checks);
  v.checks.push_back(energy_check(sim.energy()));
  v.checks.push_back(overlap_check(sim, ending.limits.overlap));
  v.checks.push_back(steps_check(sim));
  v.checks.push_back(lost_check(sim, start));
  add_stage_check(sim, v.checks);
  add_servo_checks(sim, start, v.checks);
  if (!sim.world().inlets.empty()) v.checks.push_back(inlet_check(sim, start, complete));
  v.ok = std::all_of(v.checks.begin(), v.checks.end(), [](const Check& c) { return c.ok; });
  v.word = ending.failure                                     ? "failed"
           : complete                                         ? (v.ok ? "ok" : "doubtful")
           : ending.trouble.empty() && ending.stopped_by != 0 ? "stopped"
                                                              : "unfinished";
  return v;
}

}  // namespace scree::run
