#include "sim/archive_contacts.hpp"

#include <algorithm>
#include <optional>

namespace scree {
namespace {

// Number of the contact of two grains in the near list: it is stored with the lower row.
std::optional<std::size_t> find_contact(const Simulation::Impl& s, std::uint32_t id,
                                        std::uint32_t other_id) {
  const std::vector<std::uint32_t>& row_of = s.world.particles.row_of();
  const auto [row, partner] = std::minmax(row_of[id], row_of[other_id]);
  for (std::uint32_t c = s.lists.near.begin[row]; c < s.lists.near.begin[row + 1]; ++c)
    if (s.lists.near.partner_of(row, c) == partner) return c;
  return std::nullopt;
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

ContactData contact_data(const NearList& list, const Particles& p, std::uint32_t c) {
  const kernel::ContactForce& on = list.force[c];
  return {.i = p.id[list.owner[c]].value,
          .j = p.id[list.other[c]].value,
          .force = on.force,
          .moment = on.moment};
}

WallContactData wall_contact_data(const WallContacts& list, const Particles& p,
                                  const WallEntry& entry, std::size_t point) {
  const WallPoint& at = list.points[point];
  return {.id = p.id[entry.row].value,
          .wall = entry.wall,
          .feature = at.feature,
          .force = at.force,
          .torque = at.torque,
          .point = at.point,
          .normal = at.normal,
          .tangential = at.tangential,
          .couple = at.couple,
          .overlap = at.overlap};
}

void save_contacts(const Simulation::Impl& s, SimulationArchive& out) {
  const Particles& p = s.world.particles;
  out.contacts.stride = static_cast<std::size_t>(s.laws.stride);
  for (const std::uint32_t c : touching_in_order(s.lists.near, p))
    out.contacts.add(contact_data(s.lists.near, p, c),
                     s.lists.near.history.data() + c * out.contacts.stride);
}

void save_wall_contacts(const Simulation::Impl& s, SimulationArchive& out) {
  out.wall_contacts.stride = static_cast<std::size_t>(s.laws.stride);
  for (const std::uint32_t k : s.walls.contacts.by_id) {
    const WallEntry& e = s.walls.contacts.entries[k];
    for (std::size_t m = e.first; m < e.first + std::size_t{e.touching}; ++m)
      out.wall_contacts.add(wall_contact_data(s.walls.contacts, s.world.particles, e, m),
                            s.walls.contacts.history.data() + m * out.wall_contacts.stride);
  }
}

bool put_contacts(Simulation::Impl& s, const SimulationArchive& from, Missing missing) {
  const auto stride = static_cast<std::size_t>(s.laws.stride);
  s.lists.touching = 0;
  for (std::size_t k = 0; k < from.contacts.size(); ++k) {
    const ContactData& c = from.contacts[k];
    const auto at = find_contact(s, c.i, c.j);
    if (!at && missing == Missing::dropped) continue;
    if (!at) return false;
    ++s.lists.touching;
    s.lists.near.force[*at] = {.force = c.force, .moment = c.moment};
    kernel::LastForce& last = s.lists.near.last[*at];
    for (int k = 0; k < 3; ++k) last.force[k] = static_cast<float>(c.force[k]);
    last.touching = 1;
    std::copy_n(from.contacts.history.data() + k * stride, stride,
                s.lists.near.history.data() + *at * stride);
  }
  s.lists.near.marked = false;
  return true;
}

// Both are in the order of (id, wall).
bool put_wall_contacts(Simulation::Impl& s, const SimulationArchive& from, Missing missing) {
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
