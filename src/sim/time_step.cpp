// What limits the time step: the shortest contact among all pairs that can meet, and for elastic
// materials the time that a surface wave needs to cross the smallest grain.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/impl.hpp"

namespace scree {
namespace {

// A step longer than this share of a contact is refused: with up to twelve neighbours the stiffest
// mode is about sqrt(12) times as fast as a lone pair, whose limit is dt < 2/omega = 0.64 t_c.
constexpr double kStableShare = 0.1;
constexpr double kRayleighShare = 0.5;

// Smallest grain of each material, those to come included.
std::vector<double> smallest_radii(const World& w) {
  std::vector<double> r(w.materials.size(), 0);
  const auto note = [&r](std::size_t m, double radius) {
    r[m] = r[m] == 0 ? radius : std::min(r[m], radius);
  };
  for (std::size_t s = 0; s < w.particles.size(); ++s)
    note(w.particles.ws[s].material, w.particles.xr[s].r);
  for (const Inlet& i : w.inlets) note(i.material.value, 0.5 * i.sizes.smallest());
  return r;
}

double sphere_mass(double r, double density) {
  return density * (4.0 / 3.0 * std::numbers::pi) * r * r * r;
}

struct Limit {
  double time = 1e300;
  std::string by;
  void note(double t, const std::string& name) {
    if (t < time) time = t, by = name;
  }
};

Limit shortest_contact(const World& w, const PairLaws& laws, const std::vector<double>& radius) {
  Limit limit;
  const std::size_t n = w.materials.size();
  const MaterialUse use = materials_in_use(w);
  for (std::size_t a = 0; a < n; ++a) {
    if (radius[a] == 0) continue;
    const double ma = sphere_mass(radius[a], w.materials[a].density);
    for (std::size_t b = 0; b < n; ++b) {
      const std::uint16_t index = laws.index[a * n + b];
      if (index == PairLaws::kNone) continue;
      if (radius[b] > 0) {
        const double mb = sphere_mass(radius[b], w.materials[b].density);
        limit.note(contact_time(laws.laws[index], ma * mb / (ma + mb),
                                radius[a] * radius[b] / (radius[a] + radius[b]), w.reference_speed),
                   laws.names[index]);
      }
      if (use.wall[b])
        limit.note(contact_time(laws.laws[index], ma, radius[a], w.reference_speed),
                   laws.names[index] + " (wall)");
    }
  }
  return limit;
}

// dt = pi R sqrt(rho/G) / (0.1631 nu + 0.8766)
Limit rayleigh(const World& w, const std::vector<double>& radius) {
  Limit limit;
  for (std::size_t a = 0; a < w.materials.size(); ++a) {
    const MaterialSpec& m = w.materials[a];
    if (radius[a] == 0 || !m.normal.params.has("young") || !m.normal.params.has("poisson"))
      continue;
    const double nu = m.normal.params.number("poisson");
    const double shear = m.normal.params.number("young") / (2 * (1 + nu));
    limit.note(std::numbers::pi * radius[a] * std::sqrt(m.density / shear) / (0.1631 * nu + 0.8766),
               m.name);
  }
  return limit;
}

}  // namespace

Result<TimeStepReport> derive_time_step(World& w, const PairLaws& laws) {
  const std::vector<double> radius = smallest_radii(w);
  const Limit contact = shortest_contact(w, laws, radius);
  const Limit wave = rayleigh(w, radius);
  TimeStepReport report;
  report.contact_time = contact.time;
  report.rayleigh = wave.time < 1e300 ? wave.time : 0;
  const bool by_wave =
      report.rayleigh > 0 && kRayleighShare * wave.time < kStableShare * contact.time;
  report.stable = by_wave ? kRayleighShare * wave.time : kStableShare * contact.time;
  report.limited_by = by_wave ? "Rayleigh wave in " + wave.by : "contact " + contact.by;
  if (!(contact.time > 0) || !std::isfinite(contact.time))
    return Error{"E0520", fmt::format("the shortest contact lasts {:g} s", contact.time),
                 contact.by, ""};
  if (!(w.steps_per_contact >= 1))
    return Error{"E0521", fmt::format("steps_per_contact is {:g}", w.steps_per_contact), "", ""};
  if (w.dt < 0 || !std::isfinite(w.dt))
    return Error{"E0522", fmt::format("the time step is {:g} s", w.dt), "dt",
                 "leave dt out to have it derived"};
  if (w.dt == 0) {
    w.dt = contact.time / w.steps_per_contact;
    if (report.rayleigh > 0) w.dt = std::min(w.dt, 0.2 * wave.time);
  }
  report.dt = w.dt;
  if (w.dt > report.stable && !w.allow_unstable_dt)
    return Error{"E0523",
                 fmt::format("the time step of {:.3g} s is above the stable one of {:.3g} s", w.dt,
                             report.stable),
                 "dt",
                 fmt::format("limited by {} ({:.3g} s); leave dt out to have {:.3g} s, or set "
                             "allow_unstable_dt = true",
                             report.limited_by, contact.time, contact.time / 50)};
  return report;
}

}  // namespace scree
