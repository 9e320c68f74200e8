#include "run/law_studies/law_conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/folder/quantity_text.hpp"
#include "run/forecast/fastest_motion.hpp"
#include "scene/build/parts.hpp"
#include "sim/contacts/pair_laws.hpp"
#include "sim/reports/law_probe.hpp"

namespace scree::run {
namespace {

double mass_of_ball(double r, double density, Dimensions d) { return density * ball_measure(r, d); }

// Speeds at which a restitution is asked for: that of the fastest impact (without one the scene's
// reference speed), and slower ones.
std::vector<double> speeds_of(double fastest, double reference) {
  const double v = fastest > 0 ? fastest : reference;
  return {v, 0.1 * v, 0.01 * v};
}

// The force that parts two bodies, pressed as an impact presses them, slowly enough that no dashpot
// counts.
double pull_off_force(const kernel::PairLaw& law, const ProbeBodies& bodies, double overlap) {
  if (!(overlap > 0)) return 0;
  const double gap = law.range > 0 ? 1.05 * law.range : 0.05 * overlap;
  const double slow = 1e6 * contact_time(law, bodies.m_eff, bodies.r_eff, 1);
  constexpr int kSteps = 2000;
  const ProbePose pressed{.overlap = overlap}, away{.overlap = -gap};
  ContactProbe probe(law, false, bodies.liquid);
  double pull = 0;
  for (const ProbeRow& row :
       drive(probe, bodies, {{{}, pressed, slow}, {pressed, away, slow}}, slow / kSteps))
    pull = std::max(pull, -row.force);
  return pull;
}

// "contact_time 1 ms, restitution 0.3": what was given, in units that read well.
std::string values_text(const LawKind& kind, const PartSpec& part) {
  std::string out;
  for (const CatalogItem& item : kind.catalog()) {
    if (item.info.name != part.law) continue;
    for (const ParamInfo& p : item.info.params) {
      const auto found = part.params.values().find(p.name);
      if (found == part.params.values().end()) continue;
      std::string text;
      if (const double* v = std::get_if<double>(&found->second))
        text = p.dim == dim::none ? fmt::format("{:.4g}", *v)
                                  : quantity_text(*v, si_unit(p.dim).c_str());
      if (const auto* t = std::get_if<std::string>(&found->second)) text = *t;
      if (const auto* i = std::get_if<std::int64_t>(&found->second)) text = fmt::format("{}", *i);
      if (const bool* b = std::get_if<bool>(&found->second)) text = *b ? "true" : "false";
      if (!text.empty()) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", p.name, text);
    }
  }
  return out;
}

class Converter {
 public:
  Converter(const Simulation& sim, const Scene& scene)
      : world_(sim.world()), sizes_(material_sizes(world_)), fastest_(fastest_of(sim, scene)) {}

  std::vector<PairConversion> run() {
    MaterialUse use;
    for (const MaterialSizes& s : sizes_)
      use.grain.push_back(s.largest > 0), use.wall.push_back(s.wall);
    const auto laws = make_pair_laws(world_, use);
    if (!laws) return {};
    std::vector<PairConversion> out;
    for (std::size_t a = 0; a < sizes_.size(); ++a)
      for (std::size_t b = 0; b < sizes_.size() && sizes_[a].largest > 0; ++b) {
        if (b >= a && sizes_[b].largest > 0) out.push_back(pair(*laws, a, b, false));
        if (sizes_[b].wall) out.push_back(pair(*laws, a, b, true));
      }
    return out;
  }

 private:
  PairConversion pair(const PairLaws& laws, std::size_t a, std::size_t b, bool wall) const {
    const std::size_t index = laws.index[a * world_.materials.size() + b];
    const kernel::PairLaw& law = laws.laws[index];
    PairConversion out;
    out.a = world_.materials[a].name, out.b = world_.materials[b].name, out.wall = wall;
    const FrictionOf friction = friction_of(law);
    out.friction = friction.sliding;
    out.rolling = friction.rolling, out.twisting = friction.twisting;
    const std::string& name = laws.names[index];
    out.law = name.substr(name.find(": ") + 2);
    out.given = given(a, b);
    const std::vector<double> speeds = speeds_of(
        wall ? fastest_.wall + fastest_.wall_normal : fastest_.grains, world_.reference_speed);
    const auto at = [&](const char* which, double r_a, double r_b) {
      out.contacts.push_back(contact(law, which, a, r_a, b, wall ? 0 : r_b, speeds));
    };
    const MaterialSizes &p = sizes_[a], &q = sizes_[b];
    const bool one_size = p.smallest == p.largest && (wall || q.smallest == q.largest);
    if (!one_size) at("smallest", p.smallest, q.smallest);
    at("median", p.median, q.median);
    if (!one_size) at("largest", p.largest, q.largest);
    for (const ConvertedContact& c : out.contacts)
      for (const SpeedAndRestitution& s : c.restitution)
        out.by_speed =
            out.by_speed || std::abs(s.restitution - c.restitution.front().restitution) > 2e-3;
    return out;
  }

  ConvertedContact contact(const kernel::PairLaw& law, const char* which, std::size_t a, double r_a,
                           std::size_t b, double r_b, const std::vector<double>& speeds) const {
    const bool wall = r_b == 0;
    const double m_a =
        mass_of_ball(r_a, world_.materials[a].density, world_.particles.dimensions());
    const double m_b =
        wall ? 0 : mass_of_ball(r_b, world_.materials[b].density, world_.particles.dimensions());
    const ProbeBodies bodies{wall ? m_a : m_a * m_b / (m_a + m_b),
                             wall ? r_a : r_a * r_b / (r_a + r_b),
                             bridge_volume(world_.materials[a], r_a, world_.materials[b], r_b)};
    ConvertedContact c{.which = which,
                       .diameter_a = 2 * r_a,
                       .diameter_b = 2 * r_b,
                       .m_eff = bodies.m_eff,
                       .r_eff = bodies.r_eff,
                       .reach = law.range};
    const ContactRates rates = contact_rates(law, bodies.m_eff, bodies.r_eff, speeds.front());
    c.stiffness = rates.normal.k, c.damping = rates.normal.c;
    c.tangential_stiffness = rates.tangential.k, c.rolling_stiffness = rates.rolling.k;
    c.twisting_stiffness = rates.twisting.k;
    for (const double v : speeds) {
      const ImpactResult i =
          impact(law, bodies, {.speed = v, .steps = 1000, .longest = 20, .keep_rows = false});
      if (c.restitution.empty()) c.contact_time = i.duration, c.overlap = i.overlap;
      c.restitution.push_back({v, i.restitution});
    }
    const double pull = pull_off_force(law, bodies, c.overlap);
    c.pull_off = pull > 1e-6 * c.stiffness * c.overlap ? pull : 0;
    return c;
  }

  // The explicit pair's part where there is one, else both materials' own.
  std::string given(const LawKind& kind, std::size_t a, std::size_t b) const {
    for (const PairSpec& p : world_.pairs)
      if ((p.a.value == a && p.b.value == b) || (p.a.value == b && p.b.value == a))
        if (const auto& part = p.*kind.pair_part) return values_text(kind, *part);
    const std::string of_a = values_text(kind, world_.materials[a].*kind.part);
    const std::string of_b = values_text(kind, world_.materials[b].*kind.part);
    if (a == b || of_a == of_b) return of_a;
    return fmt::format("{}: {} | {}: {}", world_.materials[a].name, of_a, world_.materials[b].name,
                       of_b);
  }
  std::string given(std::size_t a, std::size_t b) const {
    std::string out;
    for (const LawKind& kind : law_kinds())
      if (const std::string text = given(kind, a, b); !text.empty())
        out += (out.empty() ? "" : "; ") + text;
    return out;
  }

  const World& world_;
  std::vector<MaterialSizes> sizes_;
  Fastest fastest_;
};

std::string restitution_text(const PairConversion& p, const ConvertedContact& c) {
  if (!p.by_speed) return fmt::format("e {:.3g}", c.restitution.front().restitution);
  std::string out;
  for (const SpeedAndRestitution& s : c.restitution)
    out += fmt::format("{}e {:.3g} at {}", out.empty() ? "" : ", ", s.restitution,
                       quantity_text(s.speed, "m/s"));
  return out;
}

}  // namespace

std::vector<MaterialSizes> material_sizes(const World& w) {
  std::vector<MaterialSizes> out(w.materials.size());
  std::vector<std::vector<double>> radii(w.materials.size());
  for (std::size_t s = 0; s < w.particles.size(); ++s)
    radii[w.particles.ws[s].material].push_back(w.particles.xr[s].r);
  for (const Inlet& i : w.inlets) {
    const double lo = 0.5 * i.sizes.smallest(), hi = 0.5 * i.sizes.largest();
    auto& list = radii[i.material.value];
    list.insert(list.end(), {lo, 0.5 * (lo + hi), hi});
  }
  for (std::size_t m = 0; m < radii.size(); ++m) {
    if (radii[m].empty()) continue;
    const auto middle = radii[m].begin() + static_cast<std::ptrdiff_t>(radii[m].size() / 2);
    std::nth_element(radii[m].begin(), middle, radii[m].end());
    out[m].median = *middle;
    out[m].smallest = *std::min_element(radii[m].begin(), radii[m].end());
    out[m].largest = *std::max_element(radii[m].begin(), radii[m].end());
  }
  for (const Wall& wall : w.walls) out[wall.material.value].wall = true;
  return out;
}

std::vector<PairConversion> law_conversions(const Simulation& sim, const Scene& scene) {
  const LawScope laws(sim.world().laws);  // values of plugins are shown, too
  return Converter(sim, scene).run();
}

std::vector<std::string> pair_table(const std::vector<PairConversion>& pairs) {
  std::size_t width = 4;
  const auto name = [](const PairConversion& p) {
    return fmt::format("{}-{}{}", p.a, p.b, p.wall ? " (wall)" : "");
  };
  for (const PairConversion& p : pairs) width = std::max(width, name(p).size());
  std::vector<std::string> out{fmt::format("{:<{}}  {:>11}  {:>9}  {:>11}  {:>8}  {:>8}  {:>8}",
                                           "pair", width, "k_n", "contact", "restitution",
                                           "friction", "rolling", "twisting")};
  for (const PairConversion& p : pairs) {
    if (p.contacts.empty()) continue;
    // The middle size where there are several.
    const ConvertedContact& c = p.contacts[p.contacts.size() / 2];
    const double e = c.restitution.empty() ? 0 : c.restitution.front().restitution;
    out.push_back(fmt::format("{:<{}}  {:>11}  {:>9}  {:>11.3g}  {:>8.3g}  {:>8.3g}  {:>8.3g}",
                              name(p), width, quantity_text(c.stiffness, "N/m"),
                              seconds_text(c.contact_time), e, p.friction, p.rolling, p.twisting));
  }
  return out;
}

std::vector<std::string> conversion_lines(const PairConversion& p) {
  std::vector<std::string> out;
  out.push_back(fmt::format("{}-{}{}: {}{}", p.a, p.b, p.wall ? " (wall)" : "", p.law,
                            p.given.empty() ? "" : " (" + p.given + ")"));
  for (const ConvertedContact& c : p.contacts) {
    std::string line = p.contacts.size() > 1 ? "  " + c.which + " " : "  ";
    line += quantity_text(c.diameter_a, "m");
    if (c.diameter_b > 0 && c.diameter_b != c.diameter_a)
      line += " on " + quantity_text(c.diameter_b, "m");
    line += fmt::format(": k_n {}, c_n {}", quantity_text(c.stiffness, "N/m"),
                        quantity_text(c.damping, "N s/m"));
    if (c.tangential_stiffness > 0) line += ", k_t " + quantity_text(c.tangential_stiffness, "N/m");
    if (c.rolling_stiffness > 0) line += ", k_r " + quantity_text(c.rolling_stiffness, "N/m");
    line += fmt::format(", contact {}, {}", seconds_text(c.contact_time), restitution_text(p, c));
    if (c.pull_off > 0) line += ", pull-off " + quantity_text(c.pull_off, "N");
    if (c.reach > 0) line += ", reach " + quantity_text(c.reach, "m");
    out.push_back(std::move(line));
  }
  return out;
}

Json conversions_json(const std::vector<PairConversion>& pairs) {
  Json out = Json::array();
  for (const PairConversion& p : pairs) {
    Json contacts = Json::array();
    for (const ConvertedContact& c : p.contacts) {
      Json restitution = Json::array();
      for (const SpeedAndRestitution& s : c.restitution)
        restitution.push_back({{"speed", s.speed}, {"restitution", s.restitution}});
      contacts.push_back({{"which", c.which},
                          {"diameter_a", c.diameter_a},
                          {"diameter_b", c.diameter_b},
                          {"m_eff", c.m_eff},
                          {"r_eff", c.r_eff},
                          {"stiffness", c.stiffness},
                          {"damping", c.damping},
                          {"tangential_stiffness", c.tangential_stiffness},
                          {"rolling_stiffness", c.rolling_stiffness},
                          {"twisting_stiffness", c.twisting_stiffness},
                          {"contact_time", c.contact_time},
                          {"overlap", c.overlap},
                          {"restitution", restitution},
                          {"pull_off", c.pull_off},
                          {"reach", c.reach}});
    }
    out.push_back({{"a", p.a},
                   {"b", p.b},
                   {"wall", p.wall},
                   {"law", p.law},
                   {"given", p.given},
                   {"restitution_depends_on_speed", p.by_speed},
                   {"friction", p.friction},
                   {"rolling_friction", p.rolling},
                   {"twisting_friction", p.twisting},
                   {"contacts", contacts}});
  }
  return out;
}

}  // namespace scree::run
