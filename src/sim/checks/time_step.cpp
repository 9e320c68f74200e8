// What limits the time step: the shortest contact among all pairs that can meet, for elastic
// materials the time that a surface wave needs to cross the smallest grain, and the modes of
// sim/checks/step_bounds.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/checks/checks.hpp"
#include "sim/checks/step_bounds.hpp"

namespace scree {
namespace {

// A step longer than this share of a contact is refused: with up to twelve neighbours the stiffest
// mode is about sqrt(12) times as fast as a lone pair, whose limit is dt < 2/omega = 0.64 t_c.
constexpr double kStableShare = 0.1;
constexpr double kCompactionShare = 0.15, kCompactionDerived = 0.05;
constexpr double kRayleighShare = 0.5, kRayleighDerived = 0.2;

struct Limit {
  double time = 1e300;
  std::string by;
  Subject subject;
  void note(double t, const std::string& name, const Subject& of) {
    if (t < time) time = t, by = name, subject = of;
  }
};

Limit shortest_contact(const World& w, const PairLaws& laws, const std::vector<double>& radius) {
  Limit limit;
  const std::size_t n = w.materials.size();
  const MaterialUse use = materials_in_use(w);
  for (std::size_t a = 0; a < n; ++a) {
    if (radius[a] == 0) continue;
    const double ma = sphere_mass(radius[a], w.materials[a].density, w.particles.dimensions());
    for (std::size_t b = 0; b < n; ++b) {
      const std::uint16_t index = laws.index[a * n + b];
      if (index == PairLaws::kNone) continue;
      if (radius[b] > 0) {
        const double mb = sphere_mass(radius[b], w.materials[b].density, w.particles.dimensions());
        limit.note(contact_time(laws.laws[index], ma * mb / (ma + mb),
                                radius[a] * radius[b] / (radius[a] + radius[b]), w.reference_speed),
                   laws.names[index], Subject::pair(a, b));
      }
      if (use.wall[b])
        limit.note(contact_time(laws.laws[index], ma, radius[a], w.reference_speed),
                   laws.names[index] + " (wall)", Subject::pair(a, b));
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
               m.name, Subject::material(a));
  }
  return limit;
}

// d sqrt(rho/K): a wave of pressure from cell to cell. The stiffest mode of a dense packing of
// cells has omega^2 = 80 K/(rho d^2), so dt < 2/omega = 0.22 of it.
Limit compaction_wave(const World& w, const std::vector<double>& radius) {
  Limit limit;
  for (std::size_t a = 0; a < w.materials.size(); ++a) {
    const MaterialSpec& m = w.materials[a];
    if (radius[a] == 0 || !m.compaction.acts()) continue;
    limit.note(2 * radius[a] * std::sqrt(m.density / m.compaction.bulk_modulus), m.name,
               Subject::material(a));
  }
  return limit;
}

}  // namespace

Result<TimeStepReport> derive_time_step(World& w, const PairLaws& laws) {
  const GrainSizes sizes = grain_sizes(w);
  const Limit contact = shortest_contact(w, laws, sizes.smallest);
  const Limit wave = rayleigh(w, sizes.smallest);
  if (!(contact.time > 0) || !std::isfinite(contact.time))
    return Error{"E0520", fmt::format("the shortest contact lasts {:g} s", contact.time),
                 contact.by, "", contact.subject};
  if (!(w.steps_per_contact >= 1))
    return Error{"E0521", fmt::format("steps_per_contact is {:g}", w.steps_per_contact), "", "",
                 Subject::setting("steps_per_contact")};
  if (w.dt < 0 || !std::isfinite(w.dt))
    return Error{"E0522", fmt::format("the time step is {:g} s", w.dt), "dt",
                 "leave dt out to have it derived", Subject::setting("dt")};
  TimeStepReport report;
  report.contact_time = contact.time;
  report.rayleigh = wave.time < 1e300 ? wave.time : 0;
  report.bounds = further_bounds(w, laws, sizes);
  if (report.rayleigh > 0)
    report.bounds.insert(report.bounds.begin(),
                         {"Rayleigh wave in", wave.by, wave.time, kRayleighShare * wave.time,
                          kRayleighDerived * wave.time});
  report.bounds.insert(report.bounds.begin(),
                       {"contact", contact.by, contact.time, kStableShare * contact.time,
                        contact.time / w.steps_per_contact});
  if (const Limit solid = compaction_wave(w, sizes.smallest); solid.time < 1e300)
    report.bounds.push_back({"compaction of", solid.by, solid.time, kCompactionShare * solid.time,
                             kCompactionDerived * solid.time});
  const auto words = [](const StepBound& b) { return b.name + " " + b.by; };
  const StepBound& strictest =
      *std::min_element(report.bounds.begin(), report.bounds.end(),
                        [](const StepBound& a, const StepBound& b) { return a.stable < b.stable; });
  const StepBound& shortest = *std::min_element(
      report.bounds.begin(), report.bounds.end(),
      [](const StepBound& a, const StepBound& b) { return a.derived < b.derived; });
  report.stable = strictest.stable;
  report.limited_by = words(strictest);
  report.derived = w.dt == 0;
  if (report.derived) {
    w.dt = shortest.derived;
    report.derived_by = words(shortest);
  }
  report.dt = w.dt;
  if (w.dt > report.stable && !w.allow_unstable_dt)
    return Error{"E0523",
                 fmt::format("the time step of {:.6g} s is above the stable one of {:.6g} s", w.dt,
                             report.stable),
                 "dt",
                 fmt::format("limited by {} ({:.3g} s); leave dt out to have {:.3g} s, or set "
                             "allow_unstable_dt = true",
                             report.limited_by, strictest.time, shortest.derived),
                 Subject::setting(report.derived ? "steps_per_contact" : "dt")};
  return report;
}

}  // namespace scree
