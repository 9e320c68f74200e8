// All that a simulation knows from step to step. Who works on it are the parts of
// sim/parts/impl.hpp, each with this state and the other parts that it asks. Private to src/sim.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/bonds/bond_system.hpp"
#include "sim/contacts/contact_store.hpp"
#include "sim/contacts/pair_laws.hpp"
#include "sim/contacts/point_contacts.hpp"
#include "sim/engines/compaction.hpp"
#include "sim/engines/engine_catalog.hpp"
#include "sim/engines/liquid.hpp"
#include "sim/engines/source_list.hpp"
#include "sim/engines/wall_system.hpp"
#include "sim/lists/contact_lists.hpp"
#include "sim/simulation.hpp"
#include "sim/world/books.hpp"
#include "sim/world/cell.hpp"

namespace scree {

// A position that geometry can be done with: the square of a distance between two such is finite.
inline constexpr double kFarthest = 1e100;
inline bool has_usable_position(const Vec3& x) {
  return std::abs(x.x) <= kFarthest && std::abs(x.y) <= kFarthest && std::abs(x.z) <= kFarthest;
}

// Sizes that bound what a step may do, and the greatest values that were seen.
struct Extremes {
  double largest_mass = 0;     // of the current grains
  double largest_radius = 0;   // of the current grains
  double smallest_radius = 0;  // of all grains that ever were
  double deepest = 0;          // overlap relative to the smaller radius, since the start
  double deepest_now = 0;      // in the last step
};

struct SimState {
  World world;
  RunOptions options;
  int threads = 1;
  PairLaws laws;
  MaterialUse use;  // of the world at the start
  TimeStepReport time_step;
  std::vector<std::string> warnings;

  const kernel::Kernels* kernels = nullptr;
  const EngineEntry* engine_entry = nullptr;
  std::unique_ptr<Engine> engine;
  const IntegratorEntry* integrator = nullptr;
  std::size_t integrator_state = 0;  // number of its first field among those of the particles
  ContactLists lists;
  PointContacts points;
  WallSystem walls;
  BondSystem bonds;
  SourceList sources;
  CompactionSystem compaction;
  CollideTable collisions;
  EnergyBooks books;
  CellSystem cell;
  StageProgress stages;

  std::uint64_t step = 0;
  Vec3 gravity{};  // current
  StepMotion motion;
  Extremes extremes;
  Timers timers;
  EditCounts edits;
  RecordTable<BondBreak> bond_breaks;   // of the whole run, in the order of time
  std::vector<Arrival> arrivals;        // of the last run(); no part of the state
  std::optional<Failure> card_failure;  // the state was on a card that failed: no step goes on

  double time() const { return static_cast<double>(step) * world.dt; }
  double lever() const { return world.lever == LeverArm::contact ? 0.5 : 0.0; }
  Particles& p() { return world.particles; }
  const Particles& p() const { return world.particles; }
  StepState step_state();
  EngineArgs engine_args() const {
    return {.kernels = *kernels,
            .threads = threads,
            .gather_by = options.gather_by,
            .laws = laws.laws.size()};
  }
  // What the engine holds is read after publish() and told by edited() when it is changed.
  void publish(Held parts) { engine->publish(step_state(), parts); }
  void edited(Held parts) { engine->edited(step_state(), parts); }
  ContactReader contacts() const {
    return {world, laws, lever(), lists.near, {}, walls.contacts, points};
  }
  ContactReader contacts_with_forces() const {
    return {world, laws, lever(), lists.near, engine->pair_forces(), walls.contacts, points};
  }
  ContactWriter contacts_to_change() {
    return {world, laws, lever(), lists.near, engine->pair_forces(), walls.contacts, points};
  }
  bool has_liquid() const { return p().extra().find(kLiquidField) != nullptr; }
  ListInput list_input();
  // Its potential energy is not told by the state alone.
  bool books_gravity_as_work() const;
  // Quanta of losses (sim/kernel/exact_lanes.hpp).
  std::array<double, 3> loss_magic() const;
  void note_masses();
  void note_sizes();
  void take_off_force(std::uint32_t row, const Vec3& force, const Vec3& torque);
};

}  // namespace scree
