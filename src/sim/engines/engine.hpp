// Who does the arithmetic of a step and owns the data that it works on.
//
//   predict    f, torque of t -> positions, velocities of t + dt
//   contacts   near pairs, walls, other sources -> one record per contact
//   gather     records -> the force and torque of each row, every sum in one order
//   correct    forces of t + dt -> velocities of t + dt
//   reduce     losses, greatest values, counts of all rows -> StepTotals
//
// An engine may fuse these phases and share them out as it likes, but every sum has one order or is
// exact, so all engines give the same bits: docs/decisions/0059-engines-as-a-catalogue.md. The
// engine of the processor's cores works tile by tile (sim/engines/tile_engine.hpp), its oracle
// contact by contact and row by row (sim/engines/row_engine.hpp).
//
// What an engine needs beside the state is its own: the order of rows that suits it, the plan of
// its loops, the forces of near pairs. docs/decisions/0060-engines-own-their-data.md
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/exact_sum.hpp"
#include "dynamics/integrator.hpp"
#include "sim/bonds/bond_system.hpp"
#include "sim/contacts/near_list.hpp"
#include "sim/contacts/pair_laws.hpp"
#include "sim/contacts/point_contacts.hpp"
#include "sim/engines/source_list.hpp"
#include "sim/engines/wall_system.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/lists/list_maker.hpp"
#include "sim/world/timers.hpp"
#include "sim/world/world.hpp"

namespace scree {

// What a step works on.
struct StepState {
  World& world;
  const PairLaws& laws;
  const IntegratorEntry& integrator;
  std::size_t integrator_state = 0;  // number of its first field among those of the particles
  NearList& near;
  PointContacts& points;
  WallSystem& walls;
  const BondSystem& bonds;
  const SourceList& sources;
  const CollideTable& collisions;
  Vec3 gravity;                      // current
  bool gravity_works = false;        // its power is wanted
  std::array<double, 3> loss_magic;  // quanta of losses (sim/kernel/exact_lanes.hpp)
  std::size_t touching_before = 0;   // near pairs that touched a step ago

  double lever() const { return world.lever == LeverArm::contact ? 0.5 : 0.0; }
};

struct StepOrders {
  double dt = 0;              // 0: forces of the start, nothing is remembered
  bool predict_next = false;  // go on with the predictor of the next step
  bool keep_only = false;     // keep the forces, correct nothing
};

// What all rows and contacts of a step add up to.
struct StepTotals {
  std::array<ExactSum, kernel::kLosses> lost{};  // by channel of state/energy_report.hpp
  ExactSum background;                           // lost by background damping
  double gravity_power = 0;
  double deepest = 0;        // overlap relative to the smaller radius
  std::size_t touching = 0;  // near pairs
  double corrected = 0;      // greatest displacement of a corrector that moves grains
  double predicted = 0;      // the same of the next step's predictor
};

// Parts of the state that an engine may keep for itself while it works: a set of bits.
using Held = unsigned;
namespace held {
inline constexpr Held positions = 1, orientations = 2, velocities = 4;  // of rows and bodies
inline constexpr Held forces = 8;  // and torques, and what the integrator remembers
inline constexpr Held pairs = 16;  // near pairs: who touches, what their laws remember
inline constexpr Held wall_contacts = 32;
inline constexpr Held points = 64;  // contact points of other shapes
inline constexpr Held contacts = pairs | wall_contacts | points;
inline constexpr Held everything = 127;
}  // namespace held

// The arrays that a StepState refers to are the host's. After predict(), deform() or step() those
// of the parts above are old until they are published; after load() and edited() they are as good
// as the engine's. Everything else (sizes, masses, materials, names, the box, walls, bonds, force
// sources, other fields of grains, which pairs are near) is the host's, and every call may find it
// changed.
class Engine {
 public:
  virtual ~Engine() = default;

  // Takes up a state with rows and lists that are new or in another order, before the next step().
  // Forces of pairs are not known until then.
  virtual void load(const StepState& s) = 0;
  // Brings these arrays of the host up to date; nothing to do before the first load().
  virtual void publish(const StepState& s, Held parts) = 0;
  // The host has changed these arrays, between two steps and after it had them published. Rows may
  // have come or gone if it is everything; then load() follows before the next step(), but not
  // before the next predict().
  virtual void edited(const StepState& s, Held parts) = 0;
  // Rows have left: near pair k is now the one that was number kept[k]. edited() follows.
  virtual void drop_pairs(std::span<const std::uint32_t> kept) = 0;
  // Who makes the lists where the engine does so itself, for this state; null: the processor. Its
  // near list is known to the host when pairs are published. `fresh`: rows are new or in another
  // order, and those of the host.
  virtual ListMaker* list_maker(const StepState& /*s*/, bool /*fresh*/) { return nullptr; }
  // The order of rows that suits this engine: order[r] is the present row of the one that shall be
  // row r. Empty: as they are. Everything is published.
  virtual std::vector<std::uint32_t> row_order(const StepState& s) = 0;

  // Phase 1 alone; returns the greatest displacement.
  virtual double predict(const StepState& s, Timers& timers) = 0;
  // The flow x -> x + D (x - lo) of a deforming box, after predict(); the box is the new one.
  virtual void deform(const StepState& s, const CellNumbers& increment) = 0;
  // Phases 5 to 8, and 1 of the next step if ordered.
  virtual StepTotals step(const StepState& s, const StepOrders& orders, Timers& timers) = 0;

  // Of the current velocities: W of gravity, W of force sources.
  virtual double gravity_power(const StepState& s) const = 0;
  virtual double source_power(const StepState& s) const = 0;
  // V sigma = sum of m v v less sum of f d, f on the owner and d to its partner.
  virtual CellNumbers virial(const StepState& s) const = 0;

  // By number of the near pair, or none: a step that looks ahead keeps no forces, and lists that
  // are new have none yet.
  virtual std::span<const kernel::ContactForce> pair_forces() const = 0;
  virtual void put_pair_forces(std::vector<kernel::ContactForce> forces) = 0;

  // Of what it keeps beside the state.
  virtual std::size_t memory_bytes() const = 0;
};

}  // namespace scree
