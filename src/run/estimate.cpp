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

// Grains that are there on average: those of an inlet come evenly until it has no more.
double mean_grains(const Simulation& sim, double duration) {
  double grains = static_cast<double>(sim.particles().size());
  for (const Inlet& i : sim.world().inlets) {
    const double rate = grains_a_second(i, sim.world());
    // At first switched off by the stages: taken for open from the one that switches it on.
    double start = i.start, at = 0;
    for (const RunStage& s : sim.world().stages) {
      for (const StageGate& g : s.inlets)
        if (g.open && i.start > 1e299 && &sim.world().inlets[g.number] == &i && start > 1e299)
          start = at + g.from;
      at += s.duration;
    }
    const double open = std::min(i.end, duration) - std::min(start, duration);
    double come = rate * std::max(open, 0.0);
    if (i.count > 0) come = std::min(come, static_cast<double>(i.count));
    if (!(come > 0)) continue;
    const double pouring = come / rate, after = duration - start - pouring;
    grains += i.mean_rows() * come * (0.5 * pouring + std::max(after, 0.0)) / duration;
  }
  return grains;
}

}  // namespace

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
                  ? std::max(own.seconds_a_step - contacts * e.contact_s, 0.0) / now
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
  const Expected rest = expected_at_rest(sim);
  const double grains = std::max(rest.grains, static_cast<double>(sim.particles().size()));
  // docs/reference/files.md: 192 bytes per grain, 64 a contact and its history, names and
  // attributes.
  return 2 * (40e3 + 192 * grains + 112 * rest.contacts_high);
}

}  // namespace scree::run
