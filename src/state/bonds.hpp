// Bonds: pairs of grains that hold together, and what each bond carries.
//
// Bonds are part of the state of a world, like its bodies: a program or a scene adds them by ids
// and type, the simulation measures their lengths, keeps what acts and says which are broken.
//
// Grains that intact bonds hold together, directly or over others, are a *fragment* (a cluster
// that has not broken is one fragment). Its name, in files and in SpinMaterial::body, is the lowest
// id of its grains plus 1, as that of a rigid body is; its rows have the flag kBonded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "state/body_fields.hpp"
#include "state/particles.hpp"

namespace scree {

// FIELD(type, member, name, unit, meaning, roles)
// clang-format off
#define SCREE_BOND_FIELDS(FIELD)                                                                   \
  FIELD(std::uint32_t, i, "i", "", "id of the lower of the two grains", kKey | kState)             \
  FIELD(std::uint32_t, j, "j", "", "id of the higher", kKey | kState)                              \
  FIELD(std::uint32_t, type, "type", "", "number of the bond type in the world", kState)           \
  FIELD(std::uint32_t, broken, "broken", "", "0: intact; else how it broke: BondMode", kState)     \
  FIELD(std::uint32_t, started, "started", "", "1: length and history are set", kState)             \
  FIELD(double, length, "length", "m", "at rest, between the centres; 0: to be measured", kState)  \
  FIELD(Vec3, force, "force", "N", "on i", kSaved | kSent)                                         \
  FIELD(Vec3, couple1, "couple1", "N m", "on i", kSaved | kSent)                                   \
  FIELD(Vec3, couple2, "couple2", "N m", "on j", kSaved | kSent)                                   \
  FIELD(Vec3, viscous, "viscous", "N", "damping, part of the force", kSaved | kSent)               \
  FIELD(Vec3, viscous1, "viscous1", "N m", "damping, part of the couple on i", kSaved | kSent)     \
  FIELD(Vec3, viscous2, "viscous2", "N m", "damping, part of the couple on j", kSaved | kSent)

#define SCREE_BREAK_FIELDS(FIELD)                                                                  \
  FIELD(std::uint64_t, step, "step", "", "at the end of which the bond broke", kSaved)             \
  FIELD(std::uint32_t, i, "i", "", "id of the lower of the two grains", kSaved)                    \
  FIELD(std::uint32_t, j, "j", "", "id of the higher", kSaved)                                     \
  FIELD(std::uint32_t, type, "type", "", "number of the bond type in the world", kSaved)           \
  FIELD(std::uint32_t, mode, "mode", "", "BondMode", kSaved)                                       \
  FIELD(double, energy, "energy", "J", "that the bond held", kSaved)
// clang-format on

// How a bond ended.
enum class BondMode : std::uint32_t { intact, tension, shear, energy, edit, count };
inline constexpr const char* kBondModeNames[] = {"intact", "tension", "shear", "energy", "edit"};

#define SCREE_DECLARE_FIELD(type, member, ...) type member{};
struct BondData {
  SCREE_BOND_FIELDS(SCREE_DECLARE_FIELD)

  bool intact() const { return broken == 0; }
};
// One line of the table of breakages.
struct BondBreak {
  SCREE_BREAK_FIELDS(SCREE_DECLARE_FIELD)
};
#undef SCREE_DECLARE_FIELD

#define SCREE_VISIT_FIELD(type, member, name, ...) \
  visit(FieldInfo{name, name, __VA_ARGS__}, field::span_of(rows, n, &Record::member));
template <class Row, class Visitor>
void for_each_member(const BondData*, Row* rows, std::size_t n, Visitor&& visit) {
  using Record = BondData;
  SCREE_BOND_FIELDS(SCREE_VISIT_FIELD)
}
template <class Row, class Visitor>
void for_each_member(const BondBreak*, Row* rows, std::size_t n, Visitor&& visit) {
  using Record = BondBreak;
  SCREE_BREAK_FIELDS(SCREE_VISIT_FIELD)
}
#undef SCREE_VISIT_FIELD

// All bonds of a world with what their kinds remember. A simulation keeps them in the order of
// (i, j).
class Bonds : public ContactTable<BondData> {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Any order of the two and of the bonds. The length is that of the start, if none is given.
  void add(ParticleId a, ParticleId b, std::uint32_t type, double length = 0);
  // One that is not new: what its kind remembers of it. An empty history: as above.
  void add(ParticleId a, ParticleId b, std::uint32_t type, double length,
           std::span<const double> remembered);
  // Number of the bond of two grains, i < j, broken or not. Precondition: in order.
  std::size_t find(std::uint32_t i, std::uint32_t j) const;
  void sort();
  // Every bond remembers so many numbers; what was there is kept.
  void set_stride(std::size_t numbers);
  // Removes the bonds where `gone` is true.
  void remove(const std::vector<bool>& gone);
};

// No law of contact acts between the two rows. Rigid bodies: rows of the same one. Bonds: an intact
// bond holds them, or both are of one fragment and never had a bond with each other, unless the
// fragment may touch itself. A pair whose bond is broken touches again.
// Looks at the state only, so it is the same for any order of rows; log(bonds) for pairs of a
// fragment, two compares for others.
bool internal_pair(const Particles& p, const Bonds& bonds, std::uint32_t a, std::uint32_t b);

// Names the fragments: sets SpinMaterial::body and the flags kBonded, kTouchesItself of all rows
// but those of rigid bodies. `touches_itself` by bond type. Precondition: every id has a row.
void name_fragments(const Bonds& bonds, const std::vector<bool>& touches_itself, Particles& p);

}  // namespace scree
