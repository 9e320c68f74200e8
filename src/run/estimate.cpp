#include "run/estimate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "run/derived.hpp"

namespace scree::run {
namespace {

using Clock = std::chrono::steady_clock;

struct Timed {
  double seconds_a_step = 0;
  double contact_share = 0;  // of it, in the stages that work on contacts
  std::uint64_t steps = 0;
};

double contact_seconds(const Timers& t) {
  return t.seconds[static_cast<int>(Stage::touch)] + t.seconds[static_cast<int>(Stage::apply_law)] +
         t.seconds[static_cast<int>(Stage::gather)];
}

// At most about `budget` seconds, unless a single step takes longer.
Timed time_steps(Simulation& sim, std::uint64_t most, double budget) {
  const auto start = Clock::now();
  Timed out;
  double spent = 0;
  std::uint64_t stretch = 1;
  while (spent < budget && out.steps < most && sim.particles().size() > 0) {
    const std::uint64_t n = std::min(stretch, most - out.steps);
    const Timers before = sim.timers();
    if (sim.run(n) || sim.finished()) break;
    out.steps += n;
    const double now = std::chrono::duration<double>(Clock::now() - start).count();
    const double each = (now - spent) / static_cast<double>(n);
    // Short stretches see no renewal of the lists.
    if (out.seconds_a_step == 0 || n < 64 || each < out.seconds_a_step) {
      const double total = sim.timers().total() - before.total();
      out.seconds_a_step = each;
      out.contact_share =
          total > 0 ? (contact_seconds(sim.timers()) - contact_seconds(before)) / total : 0;
    }
    if (now - spent < 0.02) stretch *= 2;
    spent = now;
  }
  return out;
}

// The material of most grains, those still to come included, and their mean radius.
struct Usual {
  std::uint32_t material = 0;
  double radius = 0;
};

Usual usual_grain(const World& w) {
  std::vector<double> count(w.materials.size()), radii(w.materials.size());
  const auto note = [&](std::size_t m, double n, double r) { count[m] += n, radii[m] += n * r; };
  for (std::size_t s = 0; s < w.particles.size(); ++s)
    if ((w.particles.ws[s].flags & kFixed) == 0)
      note(w.particles.ws[s].material, 1, w.particles.xr[s].r);
  for (const Inlet& i : w.inlets)
    note(i.material.value, i.mean_rows() * std::max(1.0, static_cast<double>(i.count)),
         0.5 * (i.smallest_radius() + i.largest_radius()));
  const auto most =
      static_cast<std::size_t>(std::max_element(count.begin(), count.end()) - count.begin());
  return {static_cast<std::uint32_t>(most), count[most] > 0 ? radii[most] / count[most] : 0};
}

// Grains on the places of a cubic lattice, pressed together a little: six partners each, and every
// one stays where it is.
World touching_block(const World& like, const Usual& grain, double wanted) {
  World w;
  w.materials = like.materials;
  w.pairs = like.pairs;
  w.dt = like.dt;
  w.allow_unstable_dt = true;
  w.integrator = like.integrator;
  w.lever = like.lever;
  w.detect.method = like.detect.method;
  w.gravity.g = {0, 0, 0};
  const int across = std::clamp(static_cast<int>(std::lround(std::cbrt(wanted))), 8, 40);
  const double pitch = 2 * grain.radius * (1 - 1e-4);
  w.box = {{0, 0, 0}, {across * pitch, across * pitch, across * pitch}, {true, true, true}};
  for (int i = 0; i < across; ++i)
    for (int j = 0; j < across; ++j)
      for (int k = 0; k < across; ++k)
        w.particles.add({.x = {(i + 0.5) * pitch, (j + 0.5) * pitch, (k + 0.5) * pitch},
                         .radius = grain.radius,
                         .material = MaterialId{grain.material}},
                        w.materials[grain.material].density);
  return w;
}

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

}  // namespace

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
    double each = i.mix.empty() ? 1 : member;
    for (const ClusterMix::Part& part : i.mix.parts)
      if (!part.cluster->solids.empty()) each = shape;
    rows += each * mean_rows_poured(i, w, duration);
  }
  return work_of_a_step(rows) * duration / sim.dt();
}

WallTimeEstimate estimate_wall_time(Simulation& sim, const Scene& scene) {
  WallTimeEstimate e;
  const std::uint64_t steps = steps_of(sim, scene.duration);
  const double grains = mean_grains(sim, scene.duration);
  const double now = static_cast<double>(sim.particles().size());
  const Usual usual = usual_grain(sim.world());
  double block_grain_s = 0;
  if (usual.radius > 0) {
    auto block = Simulation::create(
        touching_block(sim.world(), usual, grains),
        {.threads = sim.threads(), .instruction_set = std::string(sim.instruction_set())});
    if (block) {
      const Timed t = time_steps(*block, std::uint64_t{1} << 40, 0.25);
      e.block = block->particles().size();
      const double n = static_cast<double>(e.block);
      e.contact_s = t.seconds_a_step * t.contact_share / std::max(1.0, 3 * n);
      block_grain_s = t.seconds_a_step * (1 - t.contact_share) / n;
    }
  }
  const double contacts_before = static_cast<double>(sim.contact_count());
  const Timed own = time_steps(sim, steps, 0.3);
  const double contacts = 0.5 * (contacts_before + static_cast<double>(sim.contact_count()));
  e.steps = own.steps;
  e.grain_s = own.seconds_a_step > 0 && now > 0
                  ? std::max((own.seconds_a_step - contacts * e.contact_s) / now,
                             std::min(block_grain_s, own.seconds_a_step / now))
                  : block_grain_s;
  const double n_steps = static_cast<double>(steps);
  const auto seconds = [&](double a_grain) {
    return n_steps * grains * (e.grain_s + a_grain * e.contact_s);
  };
  const double at_start = now > 0 ? contacts / now : 0;
  e.low = seconds(std::min(at_start, 2.0));
  e.likely = seconds(std::max(at_start, 2.5));
  e.high = seconds(std::max(at_start, 3.0));
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
