#include "packing.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <numbers>

#include "base/random.hpp"

namespace scree::bench {
namespace {

Wall plane(const std::string& name, const Vec3& point, const Vec3& normal) {
  ParamSet p;
  p.set("point", point);
  p.set("normal", normal);
  Wall w;
  w.name = name;
  w.shape = std::shared_ptr<const WallShape>(std::move(*find_wall_shape("plane")->make(p)));
  return w;
}

// Law, walls and step; no grains yet.
World empty_world(const PackingSettings& s, double width) {
  World w;
  MaterialSpec m;
  m.name = "glass";
  m.density = s.density;
  m.normal.law = "linear";
  m.normal.params.set("contact_time", s.contact_time);
  m.normal.params.set("restitution", s.restitution);
  m.tangential.law = "spring";
  m.tangential.params.set("friction", s.friction);
  w.materials.push_back(m);
  w.steps_per_contact = s.steps_per_contact;
  w.walls = {plane("floor", {0, 0, 0}, {0, 1, 0}), plane("left", {0, 0, 0}, {1, 0, 0}),
             plane("right", {width, 0, 0}, {-1, 0, 0}), plane("front", {0, 0, 0}, {0, 0, 1}),
             plane("back", {0, 0, width}, {0, 0, -1})};
  return w;
}

double pitch(const PackingSettings& s) { return 1.06 * s.diameter * (1 + s.spread); }

// Grains of one layer of the lattice, along one side of the base.
int across(const PackingSettings& s) {
  const double wanted = s.width > 0 ? s.width * s.diameter
                                    : pitch(s) * std::cbrt(static_cast<double>(s.grains) / 2.0);
  return std::max(1, static_cast<int>(std::floor(wanted / pitch(s))));
}

}  // namespace

double base_width(const PackingSettings& s) { return across(s) * pitch(s); }

World loose_world(const PackingSettings& s) {
  const double d = s.diameter, step = pitch(s);
  const auto side = static_cast<std::size_t>(across(s));
  World w = empty_world(s, base_width(s));
  const CounterRandom random(s.seed, 7);
  for (std::size_t k = 0; k < s.grains; ++k) {
    const auto place = [&](std::size_t cell, std::uint64_t c) {
      return (static_cast<double>(cell) + 0.5) * step +
             0.05 * d * (random.uniform(3 * k + c) - 0.5);
    };
    const double r = 0.5 * d * (1 + s.spread * (2 * random.uniform(k, 1) - 1));
    w.particles.add(
        {.x = {place(k % side, 0), place(k / (side * side), 1), place((k / side) % side, 2)},
         .radius = r},
        s.density);
  }
  return w;
}

void settle(Simulation& sim, double max_time, double share) {
  double peak = 0;
  while (sim.time() < max_time) {
    if (sim.run(500)) return;
    const EnergyReport e = sim.energy();
    const double kinetic = e.kinetic + e.rotational;
    peak = std::max(peak, kinetic);
    if (kinetic < share * peak) return;
  }
}

World packed_world(const Packing& p) {
  World w = empty_world(p.settings, p.width);
  for (const peers::GrainState& g : p.grains)
    w.particles.add({.x = g.x, .radius = g.radius, .v = g.v, .omega = g.omega}, g.density);
  return w;
}

namespace {

// A stage of settling: contacts `softer` times as long as asked, a background damping that lets
// velocities fall by a factor e in 1/rate seconds, and an end.
struct Stage {
  double softer;
  double restitution;  // 0: as asked
  double rate;         // 1/s
  double seconds;      // at most; times of a fall through 30% of the loose bed's height
  double rest;         // kinetic energy a grain, in m g d, at which it ends
};

// Stiffening a loaded bed frees energy: it is done in steps and damped, so that the bed swells to
// its new height and does not jump.
constexpr Stage kStages[] = {{3, 0.1, 20, 3, 1e-7},
                             {2, 0.1, 300, 0.5, 1e-7},
                             {1, 0.1, 300, 0.5, 1e-7},
                             {1, 0, 0, 0.2, 1e-8}};

double mass(const PackingSettings& s) {
  return s.density * std::numbers::pi / 6 * s.diameter * s.diameter * s.diameter;
}

// Kinetic energy a grain in units of m g d.
double unrest(const Simulation& sim, const PackingSettings& s) {
  const EnergyReport e = sim.energy();
  return (e.kinetic + e.rotational) / (static_cast<double>(s.grains) * mass(s) * 9.81 * s.diameter);
}

}  // namespace

Result<Packing> settled_packing(const PackingSettings& s, int threads,
                                const std::function<void(const std::string&)>& say) {
  Packing packing{.settings = s, .width = base_width(s)};
  packing.grains = peers::state_of(loose_world(s).particles);
  const double height = pitch(s) * static_cast<double>(s.grains) / (across(s) * across(s));
  const double fall = std::sqrt(2 * 0.3 * height / 9.81);
  for (const Stage& stage : kStages) {
    PackingSettings now = s;
    now.contact_time *= stage.softer;
    now.steps_per_contact = std::min(now.steps_per_contact, 20.0);
    if (stage.restitution > 0) now.restitution = stage.restitution;
    World world = packed_world({now, packing.width, packing.grains});
    world.damping = stage.rate * mass(s);
    world.rotational_damping = 0.1 * s.diameter * s.diameter * world.damping;
    world.max_start_overlap = 0.5;
    Result<Simulation> sim = Simulation::create(std::move(world), {.threads = threads});
    if (!sim) return sim.errors();
    do {
      if (const auto failure = sim->run(500)) return Error{failure->code, failure->message, "", ""};
    } while (sim->time() < stage.seconds * fall && !(unrest(*sim, s) < stage.rest));
    packing.grains = peers::state_of(sim->particles());
    say(fmt::format(
        "t_c {:.1e} s, e {:.2f}: {} steps, {:.2f} contacts per grain, deepest {:.1e} r, kinetic "
        "{:.1e} m g d a grain",
        now.contact_time, now.restitution, sim->steps(),
        static_cast<double>(sim->contact_count()) / static_cast<double>(s.grains),
        sim->greatest_overlap(), unrest(*sim, s)));
  }
  return packing;
}

peers::HookeLaw hooke_law(const PackingSettings& s) {
  constexpr double pi = std::numbers::pi;
  const double m = mass(s);
  const double ln_e = std::log(s.restitution);
  constexpr double ratio = 2.0 / 7.0;  // Scree's default for k_t/k_n and c_t/c_n
  peers::HookeLaw l;
  l.k_n = 0.5 * m * (pi * pi + ln_e * ln_e) / (s.contact_time * s.contact_time);  // (3.13)
  l.wall_k_n = 2 * l.k_n;                                                         // m_eff = m
  l.k_t = ratio * l.k_n;
  l.wall_k_t = ratio * l.wall_k_n;
  l.gamma_n = -2 * ln_e / s.contact_time;  // (3.14)
  l.gamma_t = ratio * l.gamma_n;
  l.mu = s.friction;
  return l;
}

// Of this machine and this program only: a cache. The settings are part of the file, so that a
// packing made for others is not taken.
bool save(const Packing& p, const std::string& path) {
  std::FILE* out = std::fopen(path.c_str(), "wb");
  if (out == nullptr) return false;
  bool ok = std::fwrite(&p.settings, sizeof p.settings, 1, out) == 1 &&
            std::fwrite(&p.width, sizeof p.width, 1, out) == 1 &&
            std::fwrite(p.grains.data(), sizeof(peers::GrainState), p.grains.size(), out) ==
                p.grains.size();
  return std::fclose(out) == 0 && ok;
}

std::optional<Packing> load(const std::string& path) {
  std::FILE* in = std::fopen(path.c_str(), "rb");
  if (in == nullptr) return std::nullopt;
  Packing p;
  bool ok = std::fread(&p.settings, sizeof p.settings, 1, in) == 1 &&
            std::fread(&p.width, sizeof p.width, 1, in) == 1;
  if (ok) {
    p.grains.resize(p.settings.grains);
    ok = std::fread(p.grains.data(), sizeof(peers::GrainState), p.grains.size(), in) ==
         p.grains.size();
  }
  std::fclose(in);
  return ok ? std::optional<Packing>(std::move(p)) : std::nullopt;
}

}  // namespace scree::bench
