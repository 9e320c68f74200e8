// What a simulation tells: energies, contacts, walls.
#include <algorithm>
#include <cmath>

#include "shapes/sphere_touch.hpp"
#include "sim/body_reports.hpp"
#include "sim/impl.hpp"

namespace scree {
namespace {

// The Touch of a contact from the state of now, for energies.
Touch touch_of(const Particles& p, std::uint32_t i, std::uint32_t j, const World& world,
               double lever) {
  const Vec3 d =
      nearest_image(p.xr[j].x - p.xr[i].x, world.box.lengths(), world.box.inverse_lengths());
  return sphere_touch(d, p.vm[j].v - p.vm[i].v, p.ws[i].omega, p.ws[j].omega, p.xr[i].r, p.xr[j].r,
                      p.vm[i].inv_mass + p.vm[j].inv_mass, lever, world.dt);
}

// The point of a contact with a wall, on the image that the grain is at.
Vec3 near_grain(const WallPlace& place, const Vec3& x, const PeriodicBox& box) {
  if (!box.any()) return place.point;
  return x + nearest_image(place.point - x, box.lengths(), box.inverse_lengths());
}

Touch touch_of(const Particles& p, std::uint32_t s, const WallPlace& place, const Wall& wall,
               const World& world) {
  Touch t;
  t.n = place.normal;
  t.delta = place.overlap;
  const Vec3 arm = near_grain(place, p.xr[s].x, world.box) - p.xr[s].x;
  const Vec3 dv = wall.pose.v + cross(wall.pose.omega, place.point - wall.pose.x) - p.vm[s].v;
  t.delta_dot = -dot(dv, t.n);
  t.v_t = dv + t.delta_dot * t.n + cross(arm, p.ws[s].omega);
  t.w_rel = p.ws[s].omega - wall.pose.omega;
  t.m_eff = equivalent_mass(p.vm[s].inv_mass, wall, place.normal);
  t.r_eff = p.xr[s].r;
  t.dt = world.dt;
  return t;
}

}  // namespace

bool Simulation::Impl::books_gravity_as_work() const {
  if (!world.gravity.constant()) return true;
  for (int k = 0; k < 3; ++k)
    if (world.box.periodic[k] && gravity[k] != 0) return true;  // no potential on a ring
  return false;
}

StoredEnergy Simulation::Impl::stored_in(std::uint32_t c) const {
  const Particles& grains = world.particles;
  const std::uint32_t i = lists.near.owner[c], j = lists.near.other[c];
  return stored_energy(laws.of(grains.ws[i].material, grains.ws[j].material),
                       touch_of(grains, i, j, world, lever()),
                       lists.near.history.data() + std::size_t{c} * laws.stride);
}

StoredEnergy Simulation::Impl::stored_in(const WallEntry& entry, std::uint32_t m) const {
  const Particles& grains = world.particles;
  const Wall& wall = world.walls[entry.wall];
  const WallPlace& place = walls.contacts.places[entry.first + m];
  return stored_energy(laws.of(grains.ws[entry.slot].material, wall.material.value),
                       touch_of(grains, entry.slot, place, wall, world),
                       walls.contacts.history.data() + std::size_t{entry.first + m} * laws.stride);
}

EnergyReport Simulation::Impl::energy() const {
  const Particles& grains = world.particles;
  EnergyReport e;
  const bool potential = !books_gravity_as_work();
  for (const std::uint32_t s : grains.slot_of()) {
    if (s == Particles::kNoSlot || grains.vm[s].inv_mass == 0) continue;
    if (grains.ws[s].flags & kMember) continue;
    e.kinetic += 0.5 * norm2(grains.vm[s].v) / grains.vm[s].inv_mass;
    e.rotational += 0.5 * norm2(grains.ws[s].omega) / grains.inv_inertia[s];
    if (potential) e.potential -= dot(gravity, grains.xr[s].x) / grains.vm[s].inv_mass;
  }
  const auto add = [&e](const StoredEnergy& stored) {
    e.stored_normal += stored.normal;
    e.stored_tangential += stored.tangential;
    e.stored_rolling += stored.rolling;
  };
  for (const std::uint32_t c : touching_in_order(lists.near, grains)) add(stored_in(c));
  for (const std::uint32_t k : walls.contacts.by_id) {
    const WallEntry& entry = walls.contacts.entries[k];
    for (std::uint32_t m = 0; m < entry.touching; ++m) add(stored_in(entry, m));
  }
  add_body_energy(*this, potential, e);
  for (std::size_t k = 0; k < books.lost.size(); ++k) e.dissipated[k] = books.lost[k].value();
  for (const double w : walls.work) e.work_walls += w;
  e.work_gravity = books.work_gravity;
  e.work_sources = books.work_sources;
  e.added = books.added;
  e.removed_kinetic = books.removed.kinetic;
  e.removed_potential = books.removed.potential;
  e.removed_stored = books.removed.stored;
  e.start = books.start;
  return e;
}

EnergyReport Simulation::energy() const { return impl_->energy(); }

std::vector<WallReport> Simulation::wall_reports() const {
  const Impl& s = *impl_;
  std::vector<WallReport> out;
  const std::vector<WallReaction> now = s.walls.loads(s.world.walls, s.points);
  for (std::size_t k = 0; k < now.size(); ++k)
    out.push_back({now[k].force, now[k].torque, s.walls.work[k]});
  return out;
}

void Simulation::for_each_contact(const std::function<void(const ContactView&)>& visit) const {
  const Impl& s = *impl_;
  const Particles& grains = s.world.particles;
  std::vector<std::uint32_t> contacts;
  if (s.forces_kept) contacts = touching_in_order(s.lists.near, grains);
  std::size_t next = 0, w = 0;
  for (const std::uint32_t row : grains.slot_of()) {
    if (row == Particles::kNoSlot) continue;
    for (; next < contacts.size() && s.lists.near.owner[contacts[next]] == row; ++next) {
      const std::uint32_t c = contacts[next];
      const kernel::ContactForce& on = s.lists.near.force[c];
      const std::uint32_t j = s.lists.near.other[c];
      const Touch t = touch_of(grains, row, j, s.world, s.lever());
      const double arm = grains.xr[row].r - s.lever() * t.delta;
      visit({.i = grains.id[row],
             .j = grains.id[j],
             .point = grains.xr[row].x + arm * t.n,
             .normal = t.n,
             .overlap = t.delta,
             .force = on.force,
             .tangential = cross(on.moment, t.n),
             .friction = has_friction(s.laws.of(grains.ws[row].material, grains.ws[j].material))});
    }
    const auto& by_id = s.walls.contacts.by_id;
    while (w < by_id.size() && s.walls.contacts.entries[by_id[w]].slot == row) {
      const WallEntry& entry = s.walls.contacts.entries[by_id[w++]];
      const bool friction = has_friction(
          s.laws.of(grains.ws[row].material, s.world.walls[entry.wall].material.value));
      for (std::uint32_t m = 0; m < entry.touching; ++m) {
        const WallPlace& place = s.walls.contacts.places[entry.first + m];
        visit({.i = grains.id[row],
               .wall = entry.wall,
               .point = near_grain(place, grains.xr[row].x, s.world.box),
               .normal = place.normal,
               .overlap = place.overlap,
               .force = place.force,
               .tangential = place.tangential,
               .friction = friction});
      }
    }
  }
  visit_points(s, visit);
}

std::size_t Simulation::contact_count() const {
  std::size_t count = 0;
  for (const kernel::LastForce& last : impl_->lists.near.last) count += last.touching > 0;
  for (const WallEntry& e : impl_->walls.contacts.entries) count += e.touching;
  return count + impl_->points.touching();
}

std::size_t Simulation::candidate_count() const { return impl_->lists.candidates.other.size(); }

std::size_t Simulation::memory_bytes() const {
  const Impl& s = *impl_;
  const std::size_t bytes = s.world.particles.memory_bytes();
  return bytes + s.lists.memory_bytes() + s.walls.contacts.memory_bytes();
}

}  // namespace scree
