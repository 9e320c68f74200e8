// The particle arrays.
//
// Arrays are grouped by use, so that the contact kernel reads three 32-byte records a grain and
// nothing else:
//
//   xr    x y z | radius            touch
//   vm    v     | 1/mass            touch (0: immovable)
//   ws    omega | material, flags   touch
//   q     orientation               output, clusters
//   f tq  force, torque at t        predict, gather
//
// A row changes when the arrays are re-sorted along a space-filling curve; the ParticleId
// never does, and orders every sum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/id.hpp"
#include "base/vec3.hpp"

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
  std::uint32_t body = 0;  // name of its body; 0: it is its own
};

enum ParticleFlag : std::uint16_t {
  kFixed = 1,   // a ball of a wall: never moves, never paired with another fixed one
  kMember = 2,  // a primitive of a body: moved by it (state/bodies.hpp)
  kShaped = 4,  // not a ball, but a shape within the ball of this row
};

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

class Particles {
 public:
  std::vector<PositionRadius> xr;
  std::vector<VelocityMass> vm;
  std::vector<SpinMaterial> ws;
  std::vector<Quat> q;
  std::vector<Vec3> f, tq;
  std::vector<double> inv_inertia;  // sphere: 1 / (2/5 m r^2)
  std::vector<ParticleId> id;

  std::size_t size() const { return xr.size(); }
  bool empty() const { return xr.empty(); }

  // Appends a homogeneous sphere with a new id; density in kg/m^3.
  ParticleId add(const Grain& g, double density);

  // Removes the rows where `gone` is true; ids of the others stay.
  void remove(std::span<const std::uint8_t> gone);

  // Row r of the result is row order[r] of before.
  void permute(std::span<const std::uint32_t> order);

  // Gives back what growing by doubling has reserved in vain.
  void shrink_to_fit();

  // slot_of()[id.value]: row of an id; kNoSlot for an id that was removed. Valid until rows change.
  static constexpr std::uint32_t kNoSlot = 0xffffffffu;
  const std::vector<std::uint32_t>& slot_of() const { return slot_of_; }
  void index_ids();

  std::uint32_t next_id() const { return next_id_; }
  void set_next_id(std::uint32_t id) { next_id_ = id; }

  double mass(std::size_t s) const { return vm[s].inv_mass > 0 ? 1.0 / vm[s].inv_mass : 0.0; }

 private:
  std::vector<std::uint32_t> slot_of_;
  std::uint32_t next_id_ = 0;
};

}  // namespace scree
