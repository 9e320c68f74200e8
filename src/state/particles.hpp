// The particle arrays.
//
// Arrays are grouped by use, so that the contact kernel reads three 32-byte records per grain and
// nothing else:
//
//   xr    x y z | radius            touch
//   vm    v     | 1/mass            touch (0: immovable)
//   ws    omega | material, flags   touch
//   q     orientation               output, clusters
//   f tq  force, torque at t        predict, gather
//
// What a grain carries is said once, in SCREE_GRAIN_FIELDS: one line more is one array more, which
// is sorted, removed, hashed, saved, restored and shown like the others (state/fields.hpp).
// A row changes when the arrays are re-sorted along a space-filling curve; the ParticleId
// never does, and orders every sum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/dimensions.hpp"
#include "base/id.hpp"
#include "base/vec3.hpp"
#include "state/extra_fields.hpp"
#include "state/fields.hpp"

namespace scree {

struct alignas(32) PositionRadius {
  Vec3 x;
  double r = 0;
};

struct alignas(32) VelocityMass {
  Vec3 v;
  double inv_mass = 0;  // 0: immovable
};

struct alignas(32) SpinMaterial {
  Vec3 omega;
  std::uint16_t material = 0;
  std::uint16_t flags = 0;
  std::uint32_t body = 0;  // name of its body or fragment; 0: it is its own
};

enum ParticleFlag : std::uint16_t {
  kFixed = 1,           // a ball of a wall: never moves, never paired with another fixed one
  kMember = 2,          // a primitive of a body: moved by it (state/bodies.hpp)
  kShaped = 4,          // not a ball, but a shape within the ball of this row
  kBonded = 8,          // held by intact bonds: `body` names its fragment (state/bonds.hpp)
  kTouchesItself = 16,  // grains of its fragment that have no bond with each other may touch
  // It does not move along these axes, or turn about them (state/freedoms.hpp).
  kLockedX = 32,
  kLockedY = 64,
  kLockedZ = 128,
  kLockedRx = 256,
  kLockedRy = 512,
  kLockedRz = 1024,
  kLocked = 2016,  // all of them
};

// Primitives of one body: they never touch each other.
inline bool same_body(const SpinMaterial& a, const SpinMaterial& b) {
  return (a.flags & b.flags & kMember) && a.body == b.body;
}

// One grain as a user or a fill describes it.
struct Grain {
  Vec3 x;
  double radius = 0;
  MaterialId material{};
  Vec3 v{};
  Vec3 omega{};
  Quat q{};
  bool fixed = false;
  std::uint32_t body = 0;
};

// RECORDS(type, array)             an array of records
// FIELD(array, member, info...)    a member of its records
// ARRAY(type, array, info...)      an array that is a field by itself
// The info is name, name in frames, unit, meaning, roles. The order is that of the hash: fields of
// less than 64 bits share words, so keep them together. (clang-format would break the columns.)
// clang-format off
#define SCREE_GRAIN_FIELDS(RECORDS, FIELD, ARRAY)                                                  \
  RECORDS(PositionRadius, xr)                                                                      \
  RECORDS(VelocityMass, vm)                                                                        \
  RECORDS(SpinMaterial, ws)                                                                        \
  ARRAY(ParticleId, id, "id", "id", "", "stable number, ascending", kKey | kState | kShown)         \
  FIELD(ws, material, "material", "type", "", "number of the material, from 0", kState | kShown)   \
  FIELD(ws, flags, "flags", "fixed", "", "1: fixed, a ball of a wall", kState | kShown)            \
  FIELD(ws, body, "body", "body", "", "rigid body or bonded fragment; 0: none", kState | kShown)        \
  FIELD(xr, x, "position", "x", "m", "x y z of the centre", kState | kShown)                       \
  FIELD(xr, r, "radius", "radius", "m", "", kState | kShown)                                       \
  FIELD(vm, v, "velocity", "v", "m/s", "", kState | kShown)                                        \
  FIELD(vm, inv_mass, "inverse_mass", "mass", "1/kg", "0: immovable", kState | kShown)             \
  FIELD(ws, omega, "spin", "omega", "rad/s", "", kState | kShown)                                  \
  ARRAY(Quat, q, "orientation", "q", "", "unit quaternion w x y z", kState | kShown)               \
  ARRAY(Vec3, f, "force", "f", "N", "sum of all forces at this instant", kState | kShown)          \
  ARRAY(Vec3, tq, "torque", "tq", "N m", "", kState | kShown)                                      \
  ARRAY(double, inv_inertia, "inverse_inertia", "inverse_inertia", "1/(kg m^2)",                   \
        "of a sphere 1/(2/5 m r^2)", kState)
// clang-format on

class Particles {
 public:
#define SCREE_DECLARE_RECORDS(type, array) std::vector<type> array;
#define SCREE_DECLARE_FIELD(...)
#define SCREE_DECLARE_ARRAY(type, array, ...) std::vector<type> array;
  SCREE_GRAIN_FIELDS(SCREE_DECLARE_RECORDS, SCREE_DECLARE_FIELD, SCREE_DECLARE_ARRAY)
#undef SCREE_DECLARE_RECORDS
#undef SCREE_DECLARE_FIELD
#undef SCREE_DECLARE_ARRAY

  std::size_t size() const { return xr.size(); }
  bool empty() const { return xr.empty(); }

  // One more field for every grain, current and to come. Returns its number among extra().all().
  // E0534: the name is taken or not possible, or the width is none of 1, 3, 4.
  Result<std::size_t> add_field(FieldSpec spec, std::size_t width = 1);
  ExtraFields& extra() { return extra_; }
  const ExtraFields& extra() const { return extra_; }

  // Two: rows are discs of unit depth in the plane z = 0 (base/dimensions.hpp).
  Dimensions dimensions() const { return dimensions_; }
  void set_dimensions(Dimensions d) { dimensions_ = d; }

  // Appends a homogeneous sphere with a new id; density in kg/m^3.
  ParticleId add(const Grain& g, double density);

  // Removes the rows where `gone` is true; ids of the others stay.
  void remove(std::span<const std::uint8_t> gone);

  // Row r of the result is row order[r] of before.
  void permute(std::span<const std::uint32_t> order);

  // New rows have values of their types' defaults, and no id.
  void resize(std::size_t rows);

  // Gives back what growing by doubling has reserved in vain.
  void shrink_to_fit();
  std::size_t memory_bytes() const;

  // row_of()[id.value]: row of an id; kNoRow for an id that was removed. Valid until rows change.
  static constexpr std::uint32_t kNoRow = 0xffffffffu;
  const std::vector<std::uint32_t>& row_of() const { return row_of_; }
  void index_ids();

  std::uint32_t next_id() const { return next_id_; }
  void set_next_id(std::uint32_t id) { next_id_ = id; }

  double mass(std::size_t s) const { return vm[s].inv_mass > 0 ? 1.0 / vm[s].inv_mass : 0.0; }

 private:
  ExtraFields extra_;
  std::vector<std::uint32_t> row_of_;
  std::uint32_t next_id_ = 0;
  Dimensions dimensions_ = Dimensions::three;
};

// visit(info, span) for every field, in the order of the hash; extra fields come last.
template <class Table, class Visitor>
requires std::is_same_v<std::remove_const_t<Table>, Particles>
void for_each_field(Table& p, Visitor&& visit) {
#define SCREE_VISIT_RECORDS(...)
#define SCREE_VISIT_FIELD(array, member, ...)                                  \
  visit(FieldInfo{__VA_ARGS__}, field::span_of(p.array.data(), p.array.size(), \
                                               &decltype(Particles::array)::value_type::member));
#define SCREE_VISIT_ARRAY(type, array, ...) \
  visit(FieldInfo{__VA_ARGS__}, field::span_of(p.array.data(), p.array.size()));
  SCREE_GRAIN_FIELDS(SCREE_VISIT_RECORDS, SCREE_VISIT_FIELD, SCREE_VISIT_ARRAY)
#undef SCREE_VISIT_RECORDS
#undef SCREE_VISIT_FIELD
#undef SCREE_VISIT_ARRAY
  for (auto& e : p.extra().all())
    visit(e.info(),
          FieldSpan(e.values.data(), e.values.size() / e.width, e.width, e.width * sizeof(double)));
}

// visit(array, elements per row) for every array in memory.
template <class Table, class Visitor>
requires std::is_same_v<std::remove_const_t<Table>, Particles>
void for_each_column(Table& p, Visitor&& visit) {
#define SCREE_VISIT_COLUMN(type, array, ...) visit(p.array, std::size_t{1});
#define SCREE_VISIT_NOTHING(...)
  SCREE_GRAIN_FIELDS(SCREE_VISIT_COLUMN, SCREE_VISIT_NOTHING, SCREE_VISIT_COLUMN)
#undef SCREE_VISIT_COLUMN
#undef SCREE_VISIT_NOTHING
  for (auto& e : p.extra().all()) visit(e.values, e.width);
}

}  // namespace scree
