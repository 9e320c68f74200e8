// What is known of a run before its first step: limits of the time step, the state at rest.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/folder/quantity_text.hpp"
#include "run/forecast/derived_values.hpp"
#include "run/forecast/estimate.hpp"

namespace scree::run {
namespace {

// An elastic material with its smallest grain; r = 0: only walls are made of it.
struct Elastic {
  std::string name;
  double r = 0, mass = 0, compliance = 0;  // compliance: (1 - nu^2)/E
  bool wall = false;
};

std::vector<Elastic> elastic_materials(const World& w) {
  std::vector<Elastic> out(w.materials.size());
  const auto note = [&out](std::size_t m, double r) {
    out[m].r = out[m].r == 0 ? r : std::min(out[m].r, r);
  };
  for (std::size_t s = 0; s < w.particles.size(); ++s)
    note(w.particles.ws[s].material, w.particles.xr[s].r);
  for (const Inlet& i : w.inlets) note(i.material.value, i.smallest_radius());
  for (const Wall& wall : w.walls) out[wall.material.value].wall = true;
  for (std::size_t m = 0; m < out.size(); ++m) {
    const MaterialSpec& spec = w.materials[m];
    out[m].name = spec.name;
    out[m].mass = spec.density * ball_measure(out[m].r, w.particles.dimensions());
    if (!spec.normal.params.has("young") || !spec.normal.params.has("poisson")) continue;
    const double nu = spec.normal.params.number("poisson");
    out[m].compliance = (1 - nu * nu) / spec.normal.params.number("young");
  }
  std::erase_if(out, [](const Elastic& e) { return e.compliance == 0; });
  return out;
}

double hertz_time(double m_eff, double r_eff, double e_eff, double speed) {
  return 2.8682656991953315 *
         std::pow(m_eff * m_eff / (r_eff * e_eff * e_eff * speed), 0.2);  // laws/normal/hertz.hpp
}

StepLimit hertz_limit(const World& w) {
  StepLimit out{"Hertz", 0, ""};
  const auto note = [&](double t, const std::string& by) {
    if (out.time == 0 || t < out.time) out.time = t, out.by = by;
  };
  const auto materials = elastic_materials(w);
  for (const Elastic& a : materials) {
    if (a.r == 0) continue;
    for (const Elastic& b : materials) {
      const double e_eff = 1 / (a.compliance + b.compliance);
      if (b.r > 0)
        note(hertz_time(a.mass * b.mass / (a.mass + b.mass), a.r * b.r / (a.r + b.r), e_eff,
                        w.reference_speed),
             a.name + "-" + b.name);
      if (b.wall)
        note(hertz_time(a.mass, a.r, e_eff, w.reference_speed), a.name + "-" + b.name + " (wall)");
    }
  }
  return out;
}

}  // namespace

std::vector<StepLimit> step_limits(const Simulation& sim) {
  std::vector<StepLimit> out;
  for (const StepBound& b : sim.time_step().bounds) {
    const bool wave = b.name.starts_with("Rayleigh");
    const bool pile = b.name == kDampingInPile;
    out.push_back({wave ? "Rayleigh wave" : b.name, b.time,
                   wave   ? "across the smallest grain of " + b.by
                   : pile ? b.by + ": with dashpots on all sides it bears no longer step"
                          : b.by});
  }
  if (StepLimit hertz = hertz_limit(sim.world()); hertz.time > 0) {
    hertz.by += fmt::format(" at {}", quantity_text(sim.world().reference_speed, "m/s"));
    out.push_back(std::move(hertz));
  }
  return out;
}

Expected expected_at_rest(const Simulation& sim, double duration) {
  Expected e;
  for (const SpinMaterial& g : sim.particles().ws) e.grains += (g.flags & kFixed) == 0;
  const double now = static_cast<double>(sim.particles().size());
  double more = 0;
  for (const Inlet& i : sim.world().inlets)
    more += i.mean_rows() * forecast_pour(i, sim.world(), duration).grains;
  e.grains += more;
  e.contacts_low = 2 * e.grains;
  e.contacts_high = 3 * e.grains;
  // About 300 bytes per grain of state and lists and 250 a contact of records and histories.
  const double bytes = static_cast<double>(sim.memory_bytes());
  const double missing = std::max(0.0, e.contacts_high - static_cast<double>(sim.contact_count()));
  e.memory = bytes * (now > 0 ? 1 + more / now : 1) + (now > 0 ? 0 : 300 * more) + 250 * missing;
  return e;
}

}  // namespace scree::run
