#include "sim/archive/archive_contacts.hpp"

#include <algorithm>
#include <optional>

namespace scree {
namespace {

// Number of the contact of two grains in the near list.
std::optional<std::size_t> find_contact(const SimState& s, std::uint32_t id,
                                        std::uint32_t other_id) {
  const std::vector<std::uint32_t>& row_of = s.world.particles.row_of();
  const std::uint32_t c = s.lists.near.find(row_of[id], row_of[other_id]);
  return c == NearList::kNone ? std::nullopt : std::optional<std::size_t>(c);
}

WallPoint point_of(const WallContactData& c) {
  return {.force = c.force,
          .torque = c.torque,
          .point = c.point,
          .normal = c.normal,
          .tangential = c.tangential,
          .couple = c.couple,
          .overlap = c.overlap,
          .feature = c.feature};
}

}  // namespace

ContactData contact_data(const ContactReader& all, const Contact& c, const Particles& p) {
  const kernel::ContactForce on = all.pair_force(c);
  return {.i = p.id[c.i].value, .j = p.id[c.j].value, .force = on.force, .moment = on.moment};
}

WallContactData wall_contact_data(const ContactReader& all, const Contact& c, const Particles& p) {
  const WallPoint& at = all.wall_point(c);
  return {.id = p.id[c.i].value,
          .wall = c.wall,
          .feature = at.feature,
          .force = at.force,
          .torque = at.torque,
          .point = at.point,
          .normal = at.normal,
          .tangential = at.tangential,
          .couple = at.couple,
          .overlap = at.overlap};
}

PointData point_data(const ContactReader& all, const Contact& c, const Particles& p) {
  const PointRecord r = all.point(c);
  return {.i = p.id[c.i].value,
          .j = c.at_wall() ? 0 : p.id[c.j].value,
          .wall = c.wall,
          .feature = r.at.feature,
          .normal = r.at.normal,
          .point = r.at.point,
          .shift = r.at.shift,
          .depth = r.at.depth,
          .r_eff = r.at.r_eff,
          .m_eff = r.m_eff,
          .arm1 = r.arm1,
          .arm2 = r.arm2,
          .force = r.force,
          .tangential = r.tangential,
          .couple = r.couple,
          .share = r.at.share,
          .energy_share = r.at.energy_share};
}

void save_contacts(const SimState& s, SimulationArchive& out) {
  const Particles& p = s.world.particles;
  const ContactReader all = s.contacts_with_forces();
  out.contacts.stride = out.wall_contacts.stride = out.points.stride =
      static_cast<std::size_t>(s.laws.stride);
  all.each_in_order([&](const Contact& c) {
    const double* memory = all.history(c).data();
    switch (c.kind) {
      case ContactKind::pair:
        return out.contacts.add(contact_data(all, c, p), memory);
      case ContactKind::wall:
        return out.wall_contacts.add(wall_contact_data(all, c, p), memory);
      case ContactKind::point:
        return out.points.add(point_data(all, c, p), memory);
    }
  });
}

bool put_contacts(SimState& s, const SimulationArchive& from, Missing missing) {
  const auto stride = static_cast<std::size_t>(s.laws.stride);
  std::vector<kernel::ContactForce> forces(s.lists.near.size());
  s.lists.touching = 0;
  for (std::size_t k = 0; k < from.contacts.size(); ++k) {
    const ContactData& c = from.contacts[k];
    const auto at = find_contact(s, c.i, c.j);
    if (!at && missing == Missing::dropped) continue;
    if (!at) return false;
    ++s.lists.touching;
    forces[*at] = {.force = c.force, .moment = c.moment};
    kernel::LastForce& last = s.lists.near.last[*at];
    for (int k = 0; k < 3; ++k) last.force[k] = static_cast<float>(c.force[k]);
    last.touching = 1;
    std::copy_n(from.contacts.history.data() + k * stride, stride,
                s.lists.near.history.data() + *at * stride);
  }
  s.engine->put_pair_forces(std::move(forces));
  return true;
}

// Both are in the order of (id, wall).
bool put_wall_contacts(SimState& s, const SimulationArchive& from, Missing missing) {
  const auto stride = static_cast<std::size_t>(s.laws.stride);
  WallContacts& list = s.walls.contacts;
  std::size_t k = 0;
  for (const std::uint32_t number : list.by_id) {
    WallEntry& e = list.entries[number];
    const std::uint32_t id = s.world.particles.id[e.row].value;
    const auto is_passed = [&](const WallContactData& c) {
      return c.id < id || (c.id == id && c.wall < e.wall);
    };
    while (missing == Missing::dropped && k < from.wall_contacts.size() &&
           is_passed(from.wall_contacts[k]))
      ++k;
    const auto room =
        static_cast<std::uint16_t>(s.walls.images[e.wall].max_contacts(s.world.walls[e.wall]));
    for (; k < from.wall_contacts.size() && from.wall_contacts[k].id == id &&
           from.wall_contacts[k].wall == e.wall && e.touching < room;
         ++k, ++e.touching) {
      const std::size_t to = e.first + std::size_t{e.touching};
      list.points[to] = point_of(from.wall_contacts[k]);
      std::copy_n(from.wall_contacts.history.data() + k * stride, stride,
                  list.history.data() + to * stride);
    }
  }
  return missing == Missing::dropped || k == from.wall_contacts.size();
}

}  // namespace scree
