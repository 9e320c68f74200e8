#include "run/forecast/estimate.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "run/forecast/cost_samples.hpp"
#include "run/forecast/derived_values.hpp"

namespace scree::run {
namespace {

double grains_a_second(const Inlet& i, const World& w) {
  if (i.rate > 0) return i.rate;
  const double mass = w.materials[i.material.value].density * i.mean_volume();
  return mass > 0 ? i.mass_rate / mass : 0;
}

// An inlet that stages switch off at first is taken for open from the stage that switches it on.
double opens_at(const Inlet& i, const World& w) {
  if (i.start < 1e299) return i.start;
  double at = 0;
  for (const RunStage& s : w.stages) {
    for (const StageGate& g : s.inlets)
      if (g.open && &w.inlets[g.number] == &i) return at + g.from;
    at += s.duration;
  }
  return i.start;
}

// Rows of an inlet that are there on average: they come evenly.
double mean_rows_poured(const Inlet& i, const World& w, double duration) {
  const PourForecast f = forecast_pour(i, w, duration);
  if (!(f.grains > 0)) return 0;
  const double pouring = f.ends - f.begins, after = duration - f.ends;
  return i.mean_rows() * f.grains * (0.5 * pouring + std::max(after, 0.0)) / duration;
}

// Shaped bodies and all other grains that move, on average until the end.
struct Kinds {
  double balls = 0, shapes = 0;
  double all() const { return balls + shapes; }
};

Kinds mean_kinds(const World& w, double duration) {
  Kinds out;
  for (const SpinMaterial& ws : w.particles.ws) out.balls += (ws.flags & (kFixed | kShaped)) == 0;
  for (const Body& b : w.bodies.body)
    out.shapes += b.inv_mass > 0 && w.bodies.primitive[b.first_primitive].shape != 0;
  for (const Inlet& i : w.inlets) {
    const double rows = mean_rows_poured(i, w, duration);
    if (pours_shapes(i))
      out.shapes += rows / i.mean_rows();
    else
      out.balls += rows;
  }
  return out;
}

// How many times as long everything takes because others work on the machine, too.
double slowed_by_others(int threads, double load, double processors) {
  return processors > 0 ? std::max(1.0, (load + threads) / processors) : 1;
}

// Contacts per grain of a state in which most of them touch, the walls of small vessels and the
// time before included: 5 partners of balls, 3 of discs and of bodies with faces and corners, as in
// the scenes that come with Scree; at most 6, 4 and 6.
struct Touching {
  double balls = 0, shapes = 0;
};
Touching usual_contacts(Dimensions d) { return {d == Dimensions::two ? 1.5 : 2.5, 1.5}; }
Touching most_contacts(Dimensions d) { return {d == Dimensions::two ? 2.0 : 3.0, 3.0}; }

}  // namespace

bool pours_shapes(const Inlet& i) {
  return std::any_of(i.mix.parts.begin(), i.mix.parts.end(),
                     [](const ClusterMix::Part& p) { return !p.cluster->solids.empty(); });
}

PourForecast forecast_pour(const Inlet& i, const World& w, double duration) {
  PourForecast f;
  const double each = w.materials[i.material.value].density * i.mean_volume();
  const double rate = grains_a_second(i, w);
  f.begins = opens_at(i, w);
  f.asked = static_cast<double>(i.count);
  if (i.mass > 0 && each > 0)
    f.asked = f.asked > 0 ? std::min(f.asked, i.mass / each) : i.mass / each;
  const double open = std::min(i.end, duration) - std::min(f.begins, duration);
  f.grains = rate * std::max(open, 0.0);
  if (f.asked > 0) f.grains = std::min(f.grains, f.asked);
  f.mass = f.grains * each;
  f.ends = rate > 0 ? f.begins + f.grains / rate : f.begins;
  return f;
}

double mean_grains(const Simulation& sim, double duration) {
  double grains = static_cast<double>(sim.particles().size());
  for (const Inlet& i : sim.world().inlets) grains += mean_rows_poured(i, sim.world(), duration);
  return grains;
}

double work_to_come(const Simulation& sim, std::uint64_t last_step) {
  if (last_step <= sim.steps()) return 0;
  const auto left = static_cast<double>(last_step - sim.steps());
  const double end = static_cast<double>(last_step) * sim.dt(), seconds = end - sim.time();
  double work = left * work_of_a_step(static_cast<double>(sim.particles().size()));
  for (const Inlet& i : sim.world().inlets) {
    const PourForecast f = forecast_pour(i, sim.world(), end);
    const double come = f.grains - static_cast<double>(i.placed);
    if (!(come > 0) || !(seconds > 0)) continue;
    // Evenly until the last one comes; a spout that is behind goes on until the end.
    const double from = std::max(f.begins, sim.time()), to = std::max(std::min(f.ends, end), from);
    work += i.mean_rows() * come * (end - 0.5 * (from + to)) / sim.dt();
  }
  return work;
}

double run_work(const Simulation& sim, double duration) {
  const World& w = sim.world();
  const double bond = 0.5, member = 0.5;
  const double shape = w.particles.dimensions() == Dimensions::two ? 3 : 20;
  double rows = bond * static_cast<double>(w.bonds.size());
  for (const SpinMaterial& ws : sim.particles().ws)
    if ((ws.flags & kFixed) == 0)
      rows += (ws.flags & kShaped) ? shape : (ws.flags & kMember) ? member : 1;
  for (const Inlet& i : w.inlets) {
    const double each = i.mix.empty() ? 1 : pours_shapes(i) ? shape : member;
    rows += each * mean_rows_poured(i, w, duration);
  }
  return work_of_a_step(rows) * duration / sim.dt();
}

WallTimeEstimate estimate_wall_time(Simulation& sim, const Scene& scene) {
  WallTimeEstimate e;
  const std::uint64_t steps = steps_of(sim, scene.duration);
  const double rows = mean_grains(sim, scene.duration);
  const double now = static_cast<double>(sim.particles().size());
  const Kinds kinds = mean_kinds(sim.world(), scene.duration);
  const double before = touching_pairs(sim);
  const StepTime own = time_steps(sim, steps, 0.3);
  const double contacts = 0.5 * (before + touching_pairs(sim));
  e.steps = own.steps;
  if (::getloadavg(&e.load, 1) != 1) e.load = 0;
  e.processors = static_cast<double>(::sysconf(_SC_NPROCESSORS_ONLN));
  const double slowed = slowed_by_others(sim.threads(), e.load, e.processors);
  if (own.steps > 0 && own.steps >= steps) {
    e.whole = true;
    e.grain_s = own.seconds_a_step / std::max(now, 1.0);
    e.likely = static_cast<double>(steps) * own.seconds_a_step;
    e.low = e.likely / kEstimateFactor, e.high = e.likely * kEstimateFactor * slowed;
    return e;
  }
  // Samples take no longer than a part of the run.
  const double budget =
      std::clamp(0.05 * static_cast<double>(steps) * own.seconds_a_step, 0.05, 0.4);
  const SampleCost ball = kinds.balls > 0 ? ball_cost(sim, kinds.balls, budget) : SampleCost{};
  SampleCost shape = kinds.shapes > 0 ? shape_cost(sim, scene.duration, budget) : SampleCost{};
  // The sample has one thread; several are not as many times as fast.
  const double speedup = 1 + 0.8 * (sim.threads() - 1);
  shape.contact_s /= speedup, shape.grain_s /= speedup;
  e.balls = ball.grains, e.shapes = shape.grains;
  e.contact_s = ball.contact_s, e.shape_contact_s = shape.contact_s;

  const auto mean = [&](double a_ball, double a_shape, double of) {
    return of > 0 ? (kinds.balls * a_ball + kinds.shapes * a_shape) / of : 0;
  };
  const double sample_s = mean(ball.grain_s, shape.grain_s, rows);
  const double touching_s = contacts * mean(ball.contact_s, shape.contact_s, kinds.all());
  e.grain_s = own.seconds_a_step > 0 && now > 0
                  ? std::max((own.seconds_a_step - touching_s) / now,
                             std::min(sample_s, own.seconds_a_step / now))
                  : sample_s;
  const double at_start = now > 0 ? contacts / now : 0;
  const auto seconds = [&](const Touching& t) {
    return static_cast<double>(steps) *
           (rows * e.grain_s + kinds.balls * std::max(at_start, t.balls) * ball.contact_s +
            kinds.shapes * std::max(at_start, t.shapes) * shape.contact_s);
  };
  const Dimensions d = sim.particles().dimensions();
  e.likely = seconds(usual_contacts(d));
  e.low = std::max(seconds({}), e.likely / kEstimateFactor);
  e.high = std::max(seconds(most_contacts(d)), kEstimateFactor * e.likely) * slowed;
  return e;
}

double checkpoint_bytes(const Simulation& sim, const Scene& scene) {
  if (!(scene.output.checkpoint > 0)) return 0;
  const Expected rest = expected_at_rest(sim, scene.duration);
  const double grains = std::max(rest.grains, static_cast<double>(sim.particles().size()));
  // docs/reference/files.md: 192 bytes per grain, 64 a contact and its history, names and
  // attributes.
  return 2 * (40e3 + 192 * grains + 112 * rest.contacts_high);
}

}  // namespace scree::run
