// All contacts of a simulation behind one reader and one writer.
//
//   near pairs of balls    contacts/near_list.hpp        ContactKind::pair
//   grains at walls        contacts/wall_contacts.hpp    ContactKind::wall
//   points of bodies       contacts/point_contacts.hpp   ContactKind::point
//
// How each list keeps its contacts is what makes the step fast. Reports, archives, the hash, edits,
// liquid and loads of walls ask here instead, so that none of them forgets a list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/parallel_totals.hpp"
#include "sim/contacts/near_list.hpp"
#include "sim/contacts/pair_laws.hpp"
#include "sim/contacts/point_contacts.hpp"
#include "sim/contacts/wall_contacts.hpp"
#include "sim/world/world.hpp"
#include "state/contact_view.hpp"

namespace scree {

enum class ContactKind : std::uint8_t { pair, wall, point };
inline constexpr ContactKind kContactKinds[] = {ContactKind::pair, ContactKind::wall,
                                                ContactKind::point};

// One contact that touches.
struct Contact {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  ContactKind kind = ContactKind::pair;
  std::uint32_t i = 0;         // row; of two the one with the lower id
  std::uint32_t j = kNone;     // row; kNone at a wall
  std::uint32_t wall = kNone;  // its number, kNone between grains
  std::uint32_t number = 0;    // among the contact points of these two
  std::uint32_t place = 0;     // in its list

  bool at_wall() const { return wall != kNone; }
};

// What it does to its wall; the lever begins at the wall's origin.
struct ActionOnWall {
  Vec3 force, lever, couple;  // as they act on the grain
  Vec3 point, normal;
};

class ContactReader {
 public:
  // `forces` of near pairs are the engine's (sim/engines/engine.hpp); none: they are not known.
  ContactReader(const World& world, const PairLaws& laws, double lever, const NearList& near,
                std::span<const kernel::ContactForce> forces, const WallContacts& walls,
                const PointContacts& points)
      : world_(world),
        laws_(laws),
        lever_(lever),
        near_(near),
        forces_(forces),
        walls_(walls),
        points_(points) {}

  // Of a list: contacts, entries or pairs, touching or not.
  std::size_t places(ContactKind kind) const;
  // visit(contact) for all that touch in places [first, last) of a list.
  template <class Visit>
  void each_in(ContactKind kind, std::size_t first, std::size_t last, Visit&& visit) const;
  template <class Visit>
  void each(ContactKind kind, Visit&& visit) const {
    each_in(kind, 0, places(kind), visit);
  }
  template <class Visit>
  void each(Visit&& visit) const {
    for (const ContactKind kind : kContactKinds) each(kind, visit);
  }
  // Those of two rows.
  template <class Visit>
  void each_between(std::uint32_t row, std::uint32_t other, Visit&& visit) const;
  // Pairs of a grain, in the order of ids, then its walls, grain by grain; then points in the order
  // of PointContacts::pairs(). The same whatever the rows are.
  template <class Visit>
  void each_in_order(Visit&& visit) const;
  // visit(contact, total) on several threads; totals must not depend on order and grouping.
  template <class Totals, class Visit>
  Totals totals(ContactKind kind, int threads, const Totals& empty, Visit&& visit) const;

  const kernel::PairLaw& law(const Contact& c) const;
  std::span<const double> history(const Contact& c) const;
  // From the state as it is now.
  Touch touch(const Contact& c) const;
  StoredEnergy stored(const Contact& c) const;
  // Forces are those of the last step.
  ContactAction action(const Contact& c) const;
  ActionOnWall on_wall(const Contact& c) const;
  ContactView view(const Contact& c) const;

  // What the lists hold of it.
  bool knows_pair_forces() const { return !forces_.empty(); }
  // Zero where it is not known.
  kernel::ContactForce pair_force(const Contact& c) const {
    return knows_pair_forces() ? forces_[c.place] : kernel::ContactForce{};
  }
  const WallPoint& wall_point(const Contact& c) const { return walls_.points[wall_place(c)]; }
  PointRecord point(const Contact& c) const { return points_.points(c.place)[c.number]; }

 protected:
  std::size_t wall_place(const Contact& c) const {
    return walls_.entries[c.place].first + std::size_t{c.number};
  }
  Contact pair_at(std::size_t place) const {
    return {.kind = ContactKind::pair,
            .i = near_.owner[place],
            .j = near_.other[place],
            .place = static_cast<std::uint32_t>(place)};
  }
  Contact wall_at(std::size_t place, std::uint32_t number) const {
    const WallEntry& e = walls_.entries[place];
    return {.kind = ContactKind::wall,
            .i = e.row,
            .wall = e.wall,
            .number = number,
            .place = static_cast<std::uint32_t>(place)};
  }
  Contact point_at(std::size_t place, std::uint32_t number) const {
    const PointPair& p = points_.pairs()[place];
    return {.kind = ContactKind::point,
            .i = p.i,
            .j = p.at_wall() ? Contact::kNone : p.j,
            .wall = p.at_wall() ? p.wall : Contact::kNone,
            .number = number,
            .place = static_cast<std::uint32_t>(place)};
  }

  const World& world_;
  const PairLaws& laws_;
  double lever_;
  const NearList& near_;
  std::span<const kernel::ContactForce> forces_;
  const WallContacts& walls_;
  const PointContacts& points_;
};

// The same, to change what laws remember and to end contacts.
class ContactWriter : public ContactReader {
 public:
  ContactWriter(const World& world, const PairLaws& laws, double lever, NearList& near,
                std::span<const kernel::ContactForce> forces, WallContacts& walls,
                PointContacts& points)
      : ContactReader(world, laws, lever, near, forces, walls, points),
        near_list_(near),
        wall_list_(walls),
        point_list_(points) {}

  std::span<double> history(const Contact& c);
  // A pair or the points of two bodies touch no more; their springs are the caller's business.
  void end(const Contact& c);

 private:
  NearList& near_list_;
  WallContacts& wall_list_;
  PointContacts& point_list_;
};

inline std::size_t ContactReader::places(ContactKind kind) const {
  switch (kind) {
    case ContactKind::pair:
      return near_.size();
    case ContactKind::wall:
      return walls_.entries.size();
    case ContactKind::point:
      break;
  }
  return points_.pairs().size();
}

template <class Visit>
void ContactReader::each_in(ContactKind kind, std::size_t first, std::size_t last,
                            Visit&& visit) const {
  for (std::size_t k = first; k < last; ++k) {
    if (kind == ContactKind::pair) {
      if (near_.touching(static_cast<std::uint32_t>(k))) visit(pair_at(k));
    } else if (kind == ContactKind::wall) {
      for (std::uint32_t m = 0; m < walls_.entries[k].touching; ++m) visit(wall_at(k, m));
    } else {
      for (std::uint32_t m = 0; m < points_.pairs()[k].touching; ++m) visit(point_at(k, m));
    }
  }
}

template <class Visit>
void ContactReader::each_between(std::uint32_t row, std::uint32_t other, Visit&& visit) const {
  const auto [low, high] = std::minmax(row, other);
  for (std::uint32_t k = near_.begin[low]; k < near_.begin[low + 1]; ++k)
    if (near_.partner_of(low, k) == high) each_in(ContactKind::pair, k, k + 1, visit);
  for (std::size_t k = 0; k < points_.pairs().size(); ++k) {
    const PointPair& p = points_.pairs()[k];
    if (!p.at_wall() && std::minmax(p.i, p.j) == std::minmax(row, other))
      each_in(ContactKind::point, k, k + 1, visit);
  }
}

template <class Visit>
void ContactReader::each_in_order(Visit&& visit) const {
  const std::vector<std::uint32_t> pairs = touching_in_order(near_, world_.particles);
  std::size_t next = 0, w = 0;
  for (const std::uint32_t row : world_.particles.row_of()) {
    if (row == Particles::kNoRow) continue;
    for (; next < pairs.size() && near_.owner[pairs[next]] == row; ++next)
      visit(pair_at(pairs[next]));
    for (; w < walls_.by_id.size() && walls_.entries[walls_.by_id[w]].row == row; ++w)
      each_in(ContactKind::wall, walls_.by_id[w], std::size_t{walls_.by_id[w]} + 1, visit);
  }
  each(ContactKind::point, visit);
}

template <class Totals, class Visit>
Totals ContactReader::totals(ContactKind kind, int threads, const Totals& empty,
                             Visit&& visit) const {
  return parallel_totals(places(kind), threads, empty,
                         [&](std::size_t first, std::size_t last, Totals& total) {
                           each_in(kind, first, last, [&](const Contact& c) { visit(c, total); });
                         });
}

}  // namespace scree
