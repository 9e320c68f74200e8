// Simulation::state_hash: all that decides the future, in id order.
#include "sim/archive_bodies.hpp"
#include "sim/archive_contacts.hpp"
#include "sim/impl.hpp"

namespace scree {
namespace {

void hash(StateHasher& h, const Vec3& v) { h.add(v.x), h.add(v.y), h.add(v.z); }

void hash_grain(StateHasher& h, const Particles& p, std::size_t row) {
  RowHasher visit(h, row);
  for_each_field(p, visit);
}

template <class Contact>
void hash_contact(StateHasher& h, const Contact& contact, std::span<const double> history) {
  RowHasher visit(h, 0);
  for_each_field(contact, history, visit);
}

void hash_wall_contacts(StateHasher& h, const Simulation::Impl& s) {
  const auto stride = static_cast<std::size_t>(s.laws.stride);
  const WallContacts& list = s.walls.contacts;
  for (const std::uint32_t k : list.by_id) {
    const WallEntry& entry = list.entries[k];
    if (entry.touching == 0) continue;
    h.add((std::uint64_t{s.world.particles.id[entry.slot].value} << 32) | entry.wall);
    for (std::size_t m = entry.first; m < entry.first + std::size_t{entry.touching}; ++m)
      hash_contact(h, wall_contact_data(list, s.world.particles, entry, m),
                   {list.history.data() + m * stride, stride});
  }
}

void hash_bodies(StateHasher& h, const Simulation::Impl& s) {
  const Bodies& bodies = s.world.bodies;
  for (const Body& b : bodies.body) {
    RowHasher visit(h, 0);
    for_each_member(&b, &b, 1, visit);
    for (std::uint32_t k = 0; k < b.count; ++k) {
      const Primitive& p = bodies.primitive[b.first_primitive + k];
      for_each_member(&p, &p, 1, visit);
    }
  }
  const std::span<const PointPair> pairs = s.points.pairs();
  for (std::size_t k = 0; k < pairs.size(); ++k)
    for (std::size_t m = 0; m < pairs[k].touching; ++m)
      hash_contact(h, point_data(pairs[k], s.points.points(k)[m], s.world.particles),
                   s.points.history(k, m));
}

void hash_walls(StateHasher& h, const World& world) {
  for (const Wall& w : world.walls) {
    hash(h, w.pose.x), hash(h, w.pose.v), hash(h, w.pose.omega);
    h.add(w.pose.q.w), h.add(w.pose.q.x), h.add(w.pose.q.y), h.add(w.pose.q.z);
    if (w.motion)
      for (const double v : w.motion->state()) h.add(v);
  }
  for (const Inlet& i : world.inlets) h.add(i.placed), h.add(i.placed_mass), h.add(i.tries);
  for (const Outlet& o : world.outlets) h.add(o.grains), h.add(o.mass);
}

}  // namespace

// Grains with their fields, touching contacts with their histories, walls, inlets, outlets, the
// step number.
Hash128 Simulation::state_hash() const {
  const Impl& s = *impl_;
  const Particles& grains = s.world.particles;
  const auto stride = static_cast<std::size_t>(s.laws.stride);
  const std::vector<std::uint32_t> contacts = touching_in_order(s.lists.near, grains);
  std::size_t next = 0;
  StateHasher h;
  h.add(s.step);
  h.add(s.world.dt);
  for (const std::uint32_t row : grains.slot_of()) {
    if (row == Particles::kNoSlot) continue;
    hash_grain(h, grains, row);
    for (; next < contacts.size() && s.lists.near.owner[contacts[next]] == row; ++next) {
      const std::size_t c = contacts[next];
      hash_contact(h, contact_data(s.lists.near, grains, contacts[next]),
                   {s.lists.near.history.data() + c * stride, stride});
    }
  }
  hash_wall_contacts(h, s);
  hash_bodies(h, s);
  hash_walls(h, s.world);
  return h.finish();
}

}  // namespace scree
