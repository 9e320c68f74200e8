#include "sim/body_reports.hpp"

namespace scree {
namespace {

BodyMotion motion_of_row(const Particles& p, std::uint32_t s) {
  return {p.xr[s].x, p.vm[s].v, p.ws[s].omega};
}

const kernel::PairLaw& law_of(const Simulation::Impl& s, const PointPair& pair) {
  const auto& ws = s.world.particles.ws;
  return s.laws.of(ws[pair.i].material, pair.at_wall() ? s.world.walls[pair.wall].material.value
                                                       : std::uint32_t{ws[pair.j].material});
}

}  // namespace

double kinetic_energy(const Particles& p, std::size_t s) {
  if (p.vm[s].inv_mass == 0) return 0;
  return 0.5 * norm2(p.vm[s].v) / p.vm[s].inv_mass + 0.5 * norm2(p.ws[s].omega) / p.inv_inertia[s];
}

double kinetic_energy(const Body& b) {
  if (b.inv_mass == 0) return 0;
  return 0.5 * norm2(b.v) / b.inv_mass + 0.5 * dot(b.omega, b.momentum(b.omega));
}

StoredEnergy stored_in(const Simulation::Impl& s, const PointPair& pair, const PointRecord& point,
                       std::span<const double> history) {
  BodyMotion second;
  if (pair.at_wall()) {
    const WallPose& pose = s.world.walls[pair.wall].pose;
    second = {pose.x, pose.v, pose.omega};
  } else {
    second = motion_of_row(s.world.particles, pair.j);
  }
  Touch touch = point_touch(point.at, motion_of_row(s.world.particles, pair.i), point.arm1, second,
                            point.arm2, point.m_eff, s.world.dt);
  if (pair.at_wall() && s.world.walls[pair.wall].surface.any())
    add_belt(s.world.walls[pair.wall], point.arm2, touch);
  StoredEnergy e = stored_energy(law_of(s, pair), touch, history.data());
  if (const double share = point.at.share; share != 1 || point.at.energy() != 1) {
    e.normal *= point.at.energy(), e.tangential *= share, e.rolling *= share;
    e.twisting *= share, e.cohesion *= share;
  }
  return e;
}

double stored_at_first_touch(const Simulation::Impl& s, std::uint32_t i, std::uint32_t j) {
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

void add_body_energy(const Simulation::Impl& s, bool potential, EnergyReport& to) {
  ExactSum kinetic, rotational, height, normal, tangential, rolling, twisting, cohesion;
  for (const Body& b : s.world.bodies.body) {
    if (b.inv_mass == 0) continue;
    kinetic.add(0.5 * norm2(b.v) / b.inv_mass);
    rotational.add(0.5 * dot(b.omega, b.momentum(b.omega)));
    if (potential) height.add(-dot(s.gravity, b.x) / b.inv_mass);
  }
  const std::span<const PointPair> pairs = s.points.pairs();
  for (std::size_t k = 0; k < pairs.size(); ++k)
    for (std::size_t m = 0; m < pairs[k].touching; ++m) {
      const StoredEnergy e = stored_in(s, pairs[k], s.points.points(k)[m], s.points.history(k, m));
      normal.add(e.normal);
      tangential.add(e.tangential);
      rolling.add(e.rolling);
      twisting.add(e.twisting);
      cohesion.add(e.cohesion);
    }
  to.kinetic += kinetic.value();
  to.rotational += rotational.value();
  to.potential += height.value();
  to.stored_normal += normal.value();
  to.stored_tangential += tangential.value();
  to.stored_rolling += rolling.value();
  to.stored_twisting += twisting.value();
  to.stored_cohesion += cohesion.value();
}

void visit_points(const Simulation::Impl& s, const std::function<void(const ContactView&)>& visit) {
  const Particles& p = s.world.particles;
  const std::span<const PointPair> pairs = s.points.pairs();
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const PointPair& pair = pairs[k];
    const bool friction = has_friction(law_of(s, pair));
    for (const PointRecord& r : s.points.points(k))
      visit({.i = p.id[pair.i],
             .j = pair.at_wall() ? ParticleId{} : p.id[pair.j],
             .wall = pair.at_wall() ? static_cast<std::int32_t>(pair.wall) : -1,
             .point = r.at.point,
             .normal = r.at.normal,
             .overlap = r.at.depth,
             .force = r.force,
             .tangential = r.tangential,
             .friction = friction,
             .feature = r.at.feature});
  }
}

}  // namespace scree
