#include "scree/series.hpp"

#include <algorithm>

#include "io/text.hpp"

namespace scree::app {

std::string series_header() {
  std::string out =
      "time,step,grains,contacts,coordination,kinetic,rotational,potential,stored_normal,"
      "stored_tangential,stored_rolling";
  for (const std::string_view loss : kLossNames) {
    out += ",lost_";
    for (const char c : loss) out += c == ' ' ? '_' : c;
  }
  return out +
         ",work_walls,work_gravity,added,residual,mean_speed,greatest_speed,greatest_spin,"
         "greatest_overlap\n";
}

Motion motion_of(const Particles& p) {
  Motion m;
  for (const std::uint32_t s : p.slot_of()) {  // id order: sums do not depend on how rows lie
    if (s == Particles::kNoSlot) continue;
    const double v = norm(p.vm[s].v);
    m.mean_speed += v;
    m.greatest_speed = std::max(m.greatest_speed, v);
    m.greatest_spin = std::max(m.greatest_spin, norm(p.ws[s].omega));
  }
  if (!p.empty()) m.mean_speed /= static_cast<double>(p.size());
  return m;
}

double coordination_of(const Simulation& sim) {
  std::size_t partners = 0;
  sim.for_each_contact([&partners](const ContactView& c) { partners += c.wall < 0 ? 2 : 1; });
  const std::size_t n = sim.particles().size();
  return n > 0 ? static_cast<double>(partners) / static_cast<double>(n) : 0;
}

std::string series_line(const Simulation& sim) {
  const EnergyReport e = sim.energy();
  const Motion m = motion_of(sim.particles());
  std::string out;
  append(out, sim.time());
  for (const std::uint64_t n :
       {sim.steps(), std::uint64_t{sim.particles().size()}, std::uint64_t{sim.contact_count()}})
    out += ',', append(out, n);
  const auto add = [&out](double v) { out += ',', append(out, v); };
  add(coordination_of(sim));
  for (const double v : {e.kinetic, e.rotational, e.potential, e.stored_normal, e.stored_tangential,
                         e.stored_rolling})
    add(v);
  for (const double v : e.dissipated) add(v);
  for (const double v : {e.work_walls, e.work_gravity, e.added, e.residual(), m.mean_speed,
                         m.greatest_speed, m.greatest_spin, sim.greatest_overlap()})
    add(v);
  return out + '\n';
}

}  // namespace scree::app
