#include "run/verdict/overlap_forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "run/folder/quantity_text.hpp"
#include "run/forecast/fastest_motion.hpp"
#include "sim/checks/impact_overlap.hpp"
#include "sim/contacts/pair_laws.hpp"

namespace scree::run {
namespace {

// Mean force of a contact in a bed under the pressure p (Rumpf 1958): pi d^2 p/(solid share x
// partners), here with 0.6 and 5. The greatest of many is about four times the mean: forces in beds
// fall off exponentially (Radjai et al. 1996).
constexpr double kPeak = 4;
double peak_force(double r_a, double r_b, double pressure, Dimensions dim) {
  // In the plane, by the same reasoning: 2 pi r p a metre of depth/(0.8 x 4).
  if (dim == Dimensions::two) return kPeak * std::numbers::pi * (r_a + r_b) * pressure / (0.8 * 4);
  return kPeak * 4 * std::numbers::pi * r_a * r_b * pressure / (0.6 * 5);
}

struct Radii {
  double smallest = 0, largest = 0;
  bool wall = false;
};

std::vector<Radii> radii_of(const World& w) {
  std::vector<Radii> out(w.materials.size());
  const auto note = [&out](std::size_t m, double lo, double hi) {
    out[m].smallest = out[m].smallest == 0 ? lo : std::min(out[m].smallest, lo);
    out[m].largest = std::max(out[m].largest, hi);
  };
  for (std::size_t s = 0; s < w.particles.size(); ++s)
    note(w.particles.ws[s].material, w.particles.xr[s].r, w.particles.xr[s].r);
  for (const Inlet& i : w.inlets) note(i.material.value, i.smallest_radius(), i.largest_radius());
  for (const Wall& wall : w.walls) out[wall.material.value].wall = true;
  return out;
}

double ball_mass(double r, double density, Dimensions d) { return density * ball_measure(r, d); }

// The deepest pair of materials a and b; r_b = 0: a wall.
class Deepest {
 public:
  Deepest(const World& world, const PairLaws& laws, const Fastest& fastest)
      : world_(world), laws_(laws), fastest_(fastest) {}

  void try_pair(std::size_t a, double r_a, std::size_t b, double r_b) {
    const std::size_t index = laws_.index[a * world_.materials.size() + b];
    if (index >= laws_.laws.size()) return;
    const bool wall = r_b == 0;
    const double m_a = ball_mass(r_a, world_.materials[a].density, world_.particles.dimensions());
    const double m_b =
        wall ? 0 : ball_mass(r_b, world_.materials[b].density, world_.particles.dimensions());
    const double m_eff = wall ? m_a : m_a * m_b / (m_a + m_b);
    const double r_eff = wall ? r_a : r_a * r_b / (r_a + r_b);
    const double smaller = wall ? r_a : std::min(r_a, r_b);
    const double speed = wall ? fastest_.wall + fastest_.wall_normal : fastest_.grains;
    OverlapForecast f;
    f.speed = speed;
    f.pressure = fastest_.pressure;
    f.impact = impact_overlap(laws_.laws[index], m_eff, r_eff, speed) / smaller;
    f.load = loaded_overlap(laws_.laws[index], m_eff, r_eff,
                            peak_force(r_a, wall ? r_a : r_b, fastest_.pressure,
                                       world_.particles.dimensions())) /
             smaller;
    if (!(f.total() > found.total())) return;
    f.pair = world_.materials[a].name + "-" + world_.materials[b].name + (wall ? " (wall)" : "");
    f.cause = wall ? fastest_.wall_by : fastest_.grains_by;
    if (wall && fastest_.wall_normal > fastest_.wall) f.cause = "of a wall that moves";
    found = f;
    material_a = a, material_b = b;
  }

  OverlapForecast found;
  std::size_t material_a = 0, material_b = 0;

 private:
  const World& world_;
  const PairLaws& laws_;
  const Fastest& fastest_;
};

// Two digits, downwards (upwards) so that what is proposed is enough.
double rounded(double v, bool up) {
  const double unit = std::pow(10, std::floor(std::log10(v)) - 1);
  return unit * (up ? std::ceil(v / unit) : std::floor(v / unit));
}

std::string time_in_words(double s) {
  return s < 1e-4 ? fmt::format("{:.2g} us", 1e6 * s) : fmt::format("{:.2g} ms", 1e3 * s);
}

// q with impact q^-a + load q^-b = target.
double stiffer_by(const OverlapForecast& f, double a, double b, double target) {
  double lo = 1, hi = 1;
  const auto left = [&](double q) { return f.impact * std::pow(q, -a) + f.load * std::pow(q, -b); };
  while (left(hi) > target && hi < 1e30) hi *= 2;
  for (int k = 0; k < 60; ++k) {
    const double q = 0.5 * (lo + hi);
    (left(q) > target ? lo : hi) = q;
  }
  return hi;
}

// Linear springs: impact ~ k^-1/2, load ~ 1/k, t_c ~ k^-1/2. Hertz: E^-2/5 and E^-2/3.
std::string proposal_for(const OverlapForecast& f, const MaterialSpec& a, const MaterialSpec& b,
                         double target) {
  if (!(f.total() > target) || !std::isfinite(f.total())) return {};
  const auto least = [&](const char* key, bool smaller) {
    const double x = a.normal.params.number_or(key, 0), y = b.normal.params.number_or(key, 0);
    return x == 0 || y == 0 ? std::max(x, y) : smaller ? std::min(x, y) : std::max(x, y);
  };
  if (const double t = least("contact_time", false); t > 0)
    return fmt::format("contact_time = \"{}\"",
                       time_in_words(rounded(t / std::sqrt(stiffer_by(f, 0.5, 1, target)), false)));
  if (const double k = least("stiffness", true); k > 0)
    return fmt::format("stiffness = {:.2g}", rounded(k * stiffer_by(f, 0.5, 1, target), true));
  if (const double e = least("young", true); e > 0)
    return fmt::format("young = \"{:.2g} Pa\"",
                       rounded(e * stiffer_by(f, 0.4, 2.0 / 3.0, target), true));
  return {};
}

}  // namespace

OverlapForecast forecast_overlap(const Simulation& sim, const Scene& scene) {
  const World& w = sim.world();
  const std::vector<Radii> radii = radii_of(w);
  MaterialUse use;
  for (const Radii& r : radii) use.grain.push_back(r.largest > 0), use.wall.push_back(r.wall);
  const auto laws = make_pair_laws(w, use);
  if (!laws) return {};
  const Fastest fastest = fastest_of(sim, scene);
  Deepest deepest(w, *laws, fastest);
  for (std::size_t a = 0; a < radii.size(); ++a) {
    if (!(radii[a].largest > 0)) continue;
    for (std::size_t b = 0; b < radii.size(); ++b)
      for (const double r : {radii[a].smallest, radii[a].largest}) {
        if (b >= a && radii[b].largest > 0)
          for (const double r_b : {radii[b].smallest, radii[b].largest})
            deepest.try_pair(a, r, b, r_b);
        if (radii[b].wall) deepest.try_pair(a, r, b, 0);
      }
  }
  OverlapForecast f = deepest.found;
  f.proposal = proposal_for(f, w.materials[deepest.material_a], w.materials[deepest.material_b],
                            overlap_limit(scene).ok);
  return f;
}

std::string forecast_text(const OverlapForecast& f, const OverlapLimit& limit) {
  if (f.pair.empty()) return "nothing that meets fast or under load";
  std::string out = fmt::format("about {:.2g}% of the radius in {}", 100 * f.total(), f.pair);
  if (f.impact > 0)
    out += fmt::format(": {:.2g}% by an impact at {} {}", 100 * f.impact,
                       quantity_text(f.speed, "m/s"), f.cause);
  if (f.load > 0)
    out += fmt::format("{} {:.2g}% under {}", f.impact > 0 ? "," : ":", 100 * f.load,
                       quantity_text(f.pressure, "Pa"));
  if (f.total() > limit.doubtful)
    out += fmt::format("; above {:.3g}% the verdict is doubtful", 100 * limit.doubtful);
  else if (f.total() > limit.ok)
    out += fmt::format("; above {:.3g}% it will be noted", 100 * limit.ok);
  if (!f.proposal.empty())
    out += fmt::format("; {} keeps it below {:.3g}%", f.proposal, 100 * limit.ok);
  return out;
}

Json forecast_json(const OverlapForecast& f, const OverlapLimit& limit) {
  return {{"overlap", f.total()},  {"impact", f.impact},     {"load", f.load},
          {"speed", f.speed},      {"pressure", f.pressure}, {"pair", f.pair},
          {"cause", f.cause},      {"ok", limit.ok},         {"doubtful", limit.doubtful},
          {"proposal", f.proposal}};
}

}  // namespace scree::run
