// What a rigid body, a primitive on it and a contact point carry, as tables of fields
// (state/fields.hpp): for archives, checkpoints and the hash.
#pragma once

#include "state/bodies.hpp"
#include "state/contact_fields.hpp"

namespace scree {

// FIELD(type, member, name, unit, meaning, roles)
// clang-format off
#define SCREE_BODY_FIELDS(FIELD)                                                                   \
  FIELD(std::uint32_t, first_id, "first_id", "", "id of the first primitive", kKey | kState)       \
  FIELD(std::uint32_t, count, "count", "", "number of primitives", kState)                         \
  FIELD(Vec3, x, "position", "m", "centre of mass", kState)                                        \
  FIELD(Quat, q, "orientation", "", "principal frame to world, w x y z", kState)                   \
  FIELD(Vec3, v, "velocity", "m/s", "", kState)                                                    \
  FIELD(Vec3, omega, "spin", "rad/s", "", kState)                                                  \
  FIELD(double, inv_mass, "inverse_mass", "1/kg", "0: immovable", kState)                          \
  FIELD(Vec3, inertia, "inertia", "kg m^2", "principal moments", kState)                           \
  FIELD(double, volume, "volume", "m^3", "of the solid", kState)                                   \
  FIELD(Vec3, f, "force", "N", "sum of all forces at this instant", kState)                        \
  FIELD(Vec3, tq, "torque", "N m", "about the centre of mass", kState)

#define SCREE_PRIMITIVE_FIELDS(FIELD)                                                              \
  FIELD(Vec3, x, "position", "m", "in the principal frame of its body", kState)                    \
  FIELD(Quat, q, "orientation", "", "its own frame to that of the body, w x y z", kState)          \
  FIELD(std::uint32_t, shape, "shape", "", "number of the shape in the world; 0: a ball", kState)  \
  FIELD(std::uint32_t, form, "form", "", "shape that it is a copy of; 0: of none", kSaved | kSent) \
  FIELD(double, size, "size", "", "of the copy, in sizes of the form", kSaved | kSent)

#define SCREE_POINT_FIELDS(FIELD)                                                                  \
  FIELD(std::uint32_t, i, "i", "", "id of the first grain", kKey | kState)                         \
  FIELD(std::uint32_t, j, "j", "", "id of the second; 0 at a wall", kKey | kState)                 \
  FIELD(std::uint32_t, wall, "wall", "", "its number in the scene; 2^32 - 1: none", kKey | kState) \
  FIELD(std::uint64_t, feature, "feature", "", "of the surfaces that meet", kKey | kState)         \
  FIELD(Vec3, normal, "normal", "", "from the first to the second", kSaved | kSent)                \
  FIELD(Vec3, point, "point", "m", "where the force acts", kSaved | kSent)                         \
  FIELD(Vec3, shift, "shift", "m", "to the image that is met", kSaved | kSent)                     \
  FIELD(double, depth, "depth", "m", "of the overlap", kSaved | kSent)                             \
  FIELD(double, r_eff, "effective_radius", "m", "", kSaved | kSent)                                \
  FIELD(double, m_eff, "effective_mass", "kg", "", kSaved | kSent)                                 \
  FIELD(Vec3, arm1, "arm1", "m", "from the first to the point", kSaved | kSent)                    \
  FIELD(Vec3, arm2, "arm2", "m", "from the second to the point", kSaved | kSent)                   \
  FIELD(Vec3, force, "force", "N", "on the first", kSaved | kSent)                                 \
  FIELD(Vec3, tangential, "tangential", "N", "part of the force", kSaved | kSent)                  \
  FIELD(Vec3, couple, "couple", "N m", "on the first", kSaved | kSent)                             \
  FIELD(double, share, "share", "", "of the law that acts here", kSaved | kSent)                   \
  FIELD(double, energy_share, "energy_share", "", "of the energy of a common potential",           \
        kSaved | kSent)
// clang-format on

#define SCREE_DECLARE_FIELD(type, member, ...) type member{};
// A contact point by the ids of those who touch.
struct PointData {
  SCREE_POINT_FIELDS(SCREE_DECLARE_FIELD)
};
#undef SCREE_DECLARE_FIELD
using PointRows = ContactTable<PointData>;

// Records without a history.
template <class Record>
struct RecordTable {
  std::vector<Record> records;
};

#define SCREE_VISIT_FIELD(type, member, name, ...) \
  visit(FieldInfo{name, name, __VA_ARGS__}, field::span_of(rows, n, &Record::member));
template <class Row, class Visitor>
void for_each_member(const Body*, Row* rows, std::size_t n, Visitor&& visit) {
  using Record = Body;
  SCREE_BODY_FIELDS(SCREE_VISIT_FIELD)
}
template <class Row, class Visitor>
void for_each_member(const Primitive*, Row* rows, std::size_t n, Visitor&& visit) {
  using Record = Primitive;
  SCREE_PRIMITIVE_FIELDS(SCREE_VISIT_FIELD)
}
template <class Row, class Visitor>
void for_each_member(const PointData*, Row* rows, std::size_t n, Visitor&& visit) {
  using Record = PointData;
  SCREE_POINT_FIELDS(SCREE_VISIT_FIELD)
}
#undef SCREE_VISIT_FIELD

template <class Table, class Visitor>
requires requires(Table t) { t.records; }
void for_each_field(Table& t, Visitor&& visit) {
  for_each_member(t.records.data(), t.records.data(), t.records.size(), visit);
}

}  // namespace scree
