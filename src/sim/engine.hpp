// Who does the arithmetic of a step: predict, contacts, gather, correct, reduce.
//
//   predict    f, torque of t -> positions, velocities of t + dt
//   contacts   near pairs, walls, other sources -> one record per contact
//   gather     records -> the force and torque of each row, every sum in one order
//   correct    forces of t + dt -> velocities of t + dt
//   reduce     losses, greatest values, counts of all rows -> StepTotals
//
// An engine may fuse these stages and share them out as it likes, but every sum has one order or is
// exact, so all engines give the same bits. The engine of the processor's cores works tile by tile
// (sim/tile_engine.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/exact_sum.hpp"
#include "dynamics/integrator.hpp"
#include "sim/bond_system.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/near_list.hpp"
#include "sim/pair_laws.hpp"
#include "sim/point_contacts.hpp"
#include "sim/source_list.hpp"
#include "sim/timers.hpp"
#include "sim/wall_system.hpp"
#include "sim/world.hpp"

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
  Vec3 gravity;                      // of now
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

class Engine {
 public:
  virtual ~Engine() = default;
  // The near list or the rows have changed.
  virtual void plan(const StepState& s) = 0;
  // Stage 1 alone; returns the greatest displacement.
  virtual double predict(const StepState& s, Timers& timers) = 0;
  // Stages 5 to 8, and 1 of the next step if ordered.
  virtual StepTotals step(const StepState& s, const StepOrders& orders, Timers& timers) = 0;
};

}  // namespace scree
