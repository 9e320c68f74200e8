#include "sim/reports/body_reports.hpp"

namespace scree {
double kinetic_energy(const Particles& p, std::size_t s) {
  if (p.vm[s].inv_mass == 0) return 0;
  return 0.5 * norm2(p.vm[s].v) / p.vm[s].inv_mass + 0.5 * norm2(p.ws[s].omega) / p.inv_inertia[s];
}

double kinetic_energy(const Body& b) {
  if (b.inv_mass == 0) return 0;
  return 0.5 * norm2(b.v) / b.inv_mass + 0.5 * dot(b.omega, b.momentum(b.omega));
}

double stored_at_first_touch(const SimState& s, std::uint32_t i, std::uint32_t j) {
  const Particles& p = s.world.particles;
  ContactPoints points;
  collide_rows(s.world, s.collisions, i, j, 0, points);
  const kernel::PairLaw& law = s.laws.of(p.ws[i].material, p.ws[j].material);
  const std::vector<double> fresh(static_cast<std::size_t>(s.laws.stride), 0.0);
  ExactSum held;
  for (std::size_t k = 0; k < static_cast<std::size_t>(points.count); ++k) {
    const ContactPoint& at = points.point[k];
    if (!(at.depth > 0)) continue;
    const Touch touch{.n = at.normal,
                      .delta = at.depth,
                      .m_eff = at.mass_share / (p.vm[i].inv_mass + p.vm[j].inv_mass),
                      .r_eff = at.r_eff};
    ExactSum whole;
    stored_energy(law, touch, fresh.data()).add_to(whole);
    held.add(at.energy() * whole.value());
  }
  return held.value();
}

void add_body_energy(const SimState& s, bool potential, EnergyReport& to) {
  ExactSum kinetic, rotational, height;
  for (const Body& b : s.world.bodies.body) {
    if (b.inv_mass == 0) continue;
    kinetic.add(0.5 * norm2(b.v) / b.inv_mass);
    rotational.add(0.5 * dot(b.omega, b.momentum(b.omega)));
    if (potential) height.add(-dot(s.gravity, b.x) / b.inv_mass);
  }
  to.kinetic += kinetic.value();
  to.rotational += rotational.value();
  to.potential += height.value();
}

}  // namespace scree
