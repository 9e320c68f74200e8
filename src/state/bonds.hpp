// Bonds: pairs of grains that hold together, and what each bond carries.
//
// Bonds are part of the state of a world, like its bodies: a program or a scene adds them by ids
// and type, the simulation measures their lengths, keeps what acts and says which are broken.
//
// Grains that intact bonds hold together, directly or over others, are a *fragment* (a cluster
// that has not broken is one fragment). Its name, in files and in SpinMaterial::body, is the lowest
// id of its grains plus 1, as that of a rigid body is; its rows have the flag kBonded.
//
// Rows of rigid bodies may be bonded as well. `body` of such a row is the name of its rigid body;
// the name of a fragment with bodies in it is in a field of the grains, kFragmentField, which only
// worlds with bonded bodies have.
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

// Where a bond of a shape that is not a ball holds on. Balls are held at their centres; they have
// no joint. A shape is held at an end, a point that is fixed on it (docs/theory/bonds.md).
struct BondJoint {
  Vec3 end1, end2;        // from the centres of the two rows, in the frames of the rows
  double r1 = 0, r2 = 0;  // from an end to its own surface, along the bond; 0: this is not a joint
  // Of the face that both share: area, second moment, distance of the outermost fibre. 0: they
  // meet at a point.
  double area = 0, inertia = 0, half = 0;

  bool there() const { return r1 > 0; }
};
inline constexpr std::size_t kJointNumbers = sizeof(BondJoint) / sizeof(double);
static_assert(kJointNumbers == 11);

// All bonds of a world with what is remembered of them. A simulation keeps them in the order of
// (i, j).
class Bonds : public ContactTable<BondData> {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Numbers of a joint, the first of every history; 0: no bond of the world has one.
  std::size_t joint_size = 0;
  BondJoint joint(std::size_t bond) const;
  void set_joint(std::size_t bond, const BondJoint& joint);
  // What its kind remembers.
  double* memory(std::size_t bond) { return history.data() + bond * stride + joint_size; }
  const double* memory(std::size_t bond) const {
    return history.data() + bond * stride + joint_size;
  }
  std::size_t memory_size() const { return stride - joint_size; }
  // Every bond gets room for a joint.
  void make_joints();

  // Any order of the two and of the bonds. The length is that of the start, if none is given.
  void add(ParticleId a, ParticleId b, std::uint32_t type, double length = 0);
  // One that is not new: what its kind remembers of it. An empty history: as above.
  void add(ParticleId a, ParticleId b, std::uint32_t type, double length,
           std::span<const double> remembered);
  // Number of the bond of two grains, i < j, broken or not. Precondition: in order.
  std::size_t find(std::uint32_t i, std::uint32_t j) const;
  void sort();
  // Every bond remembers so many numbers, joints and all; what was there is kept.
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

// Names the fragments: sets SpinMaterial::body (or, where rigid bodies are bonded, the field) and
// the flags kBonded, kTouchesItself of all rows. `touches_itself` by bond type. Precondition: every
// id has a row.
void name_fragments(const Bonds& bonds, const std::vector<bool>& touches_itself,
                    const Bodies& bodies, Particles& p);

inline constexpr std::string_view kFragmentField = "fragment";

// Names of the pieces that rows belong to: fragments, or rigid bodies; 0: the row is its own.
class PieceNames {
 public:
  explicit PieceNames(const Particles& p);
  std::uint32_t operator()(std::size_t row) const {
    if (fragment_ != nullptr && fragment_[row] > 0)
      return static_cast<std::uint32_t>(fragment_[row]);
    return p_.ws[row].body;
  }

 private:
  const Particles& p_;
  const double* fragment_ = nullptr;
};

}  // namespace scree
