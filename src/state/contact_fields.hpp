// What a contact carries, by the ids of those who touch, as plain data: for archives, checkpoints
// and the hash. How the lists of a step keep it in memory is their own affair
// (sim/contacts/near_list.hpp, sim/contacts/wall_contacts.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "state/fields.hpp"

namespace scree {

// FIELD(type, member, name, unit, meaning, roles); what is not hashed follows from the state.
// clang-format off
#define SCREE_CONTACT_FIELDS(FIELD)                                                                \
  FIELD(std::uint32_t, i, "i", "", "id of the lower of the two grains", kKey | kState)             \
  FIELD(std::uint32_t, j, "j", "", "id of the higher", kKey | kState)                              \
  FIELD(Vec3, force, "force", "N", "on the grain with the lower id", kSaved | kSent)               \
  FIELD(Vec3, moment, "moment", "N", "normal times tangential force: a torque per lever arm",      \
        kSaved | kSent)

#define SCREE_WALL_CONTACT_FIELDS(FIELD)                                                           \
  FIELD(std::uint32_t, id, "id", "", "of the grain", kKey | kState)                                \
  FIELD(std::uint32_t, wall, "wall", "", "its number in the scene, from 0", kKey | kState)         \
  FIELD(std::uint32_t, feature, "feature", "", "part of the wall's shape", kKey | kState)          \
  FIELD(Vec3, force, "force", "N", "on the grain", kSaved | kSent)                                 \
  FIELD(Vec3, torque, "torque", "N m", "on the grain", kSaved | kSent)                             \
  FIELD(Vec3, point, "point", "m", "where the force acts, on the wall itself", kSaved | kSent)     \
  FIELD(Vec3, normal, "normal", "", "from the grain to the wall", kSaved | kSent)                  \
  FIELD(Vec3, tangential, "tangential", "N", "part of the force", kSaved | kSent)                  \
  FIELD(Vec3, couple, "couple", "N m", "of rolling and twisting, in the torque", kSaved | kSent)       \
  FIELD(double, overlap, "overlap", "m", "", kSaved | kSent)
// clang-format on

#define SCREE_DECLARE_FIELD(type, member, ...) type member{};
// Two grains that touch, i < j. `force` and `moment` are those on i, as the last step left them:
// the next step books its losses with the force of this one.
struct ContactData {
  SCREE_CONTACT_FIELDS(SCREE_DECLARE_FIELD)
};
struct WallContactData {
  SCREE_WALL_CONTACT_FIELDS(SCREE_DECLARE_FIELD)
};
#undef SCREE_DECLARE_FIELD

// Contacts and what their laws remember: `stride` numbers each.
template <class Contact>
struct ContactTable {
  std::vector<Contact> rows;
  std::size_t stride = 0;
  std::vector<double> history;

  std::size_t size() const { return rows.size(); }
  bool empty() const { return rows.empty(); }
  Contact& operator[](std::size_t k) { return rows[k]; }
  const Contact& operator[](std::size_t k) const { return rows[k]; }
  auto begin() const { return rows.begin(); }
  auto end() const { return rows.end(); }

  void add(const Contact& contact, const double* memory) {
    rows.push_back(contact);
    history.insert(history.end(), memory, memory + stride);
  }
  void resize(std::size_t n) { rows.resize(n), history.resize(n * stride); }
};
using ContactRows = ContactTable<ContactData>;
using WallContactRows = ContactTable<WallContactData>;

#define SCREE_VISIT_FIELD(type, member, name, ...) \
  visit(FieldInfo{name, name, __VA_ARGS__}, field::span_of(rows, n, &Record::member));
template <class Row, class Visitor>
void for_each_member(const ContactData*, Row* rows, std::size_t n, Visitor&& visit) {
  using Record = ContactData;
  SCREE_CONTACT_FIELDS(SCREE_VISIT_FIELD)
}
template <class Row, class Visitor>
void for_each_member(const WallContactData*, Row* rows, std::size_t n, Visitor&& visit) {
  using Record = WallContactData;
  SCREE_WALL_CONTACT_FIELDS(SCREE_VISIT_FIELD)
}
#undef SCREE_VISIT_FIELD

inline constexpr FieldInfo kHistoryField{"history", "history", "", "what the contact law remembers",
                                         kState};

// visit(info, span) for every field, in the order of the hash; the history comes last.
template <class Table, class Visitor>
requires requires(Table t) { t.rows, t.history; }
void for_each_field(Table& t, Visitor&& visit) {
  for_each_member(t.rows.data(), t.rows.data(), t.size(), visit);
  visit(kHistoryField,
        FieldSpan(t.history.data(), t.stride > 0 ? t.history.size() / t.stride : t.size(), t.stride,
                  t.stride * sizeof(double)));
}
// The same for a contact that lies elsewhere.
template <class Contact, class Visitor>
void for_each_field(const Contact& contact, std::span<const double> memory, Visitor&& visit) {
  for_each_member(&contact, &contact, 1, visit);
  visit(kHistoryField, FieldSpan(memory.data(), 1, memory.size(), memory.size_bytes()));
}

}  // namespace scree
