// Inside of a Simulation: the parts that a step uses, each with its own data. Private to src/sim.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/bond_system.hpp"
#include "sim/books.hpp"
#include "sim/cell.hpp"
#include "sim/compaction.hpp"
#include "sim/contact_lists.hpp"
#include "sim/engine.hpp"
#include "sim/liquid.hpp"
#include "sim/pair_laws.hpp"
#include "sim/point_contacts.hpp"
#include "sim/simulation.hpp"
#include "sim/source_list.hpp"
#include "sim/wall_system.hpp"

namespace scree {

// A position that geometry can be done with: the square of a distance between two such is finite.
inline constexpr double kFarthest = 1e100;
inline bool has_usable_position(const Vec3& x) {
  return std::abs(x.x) <= kFarthest && std::abs(x.y) <= kFarthest && std::abs(x.z) <= kFarthest;
}

// Sizes that bound what a step may do, and the greatest values that were seen.
struct Extremes {
  double largest_mass = 0;     // of the grains of now
  double largest_radius = 0;   // of the grains of now
  double smallest_radius = 0;  // of all grains that ever were
  double deepest = 0;          // overlap relative to the smaller radius, since the start
  double deepest_now = 0;      // in the last step
};

struct Simulation::Impl {
  static Result<std::unique_ptr<Impl>> prepare(World world, const RunOptions& options);

  World world;
  RunOptions options;
  int threads = 1;
  PairLaws laws;
  MaterialUse use;  // of the world at the start
  TimeStepReport time_step;
  std::vector<std::string> warnings;

  const kernel::Kernels* kernels = nullptr;
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
  Vec3 gravity{};  // of now
  StepMotion motion;
  Extremes extremes;
  bool forces_kept = false;  // near.force holds the last step
  Timers timers;
  EditCounts edits;
  RecordTable<BondBreak> bond_breaks;  // of the whole run, in the order of time
  std::vector<Arrival> arrivals;       // of the last run(); no part of the state

  double time() const { return static_cast<double>(step) * world.dt; }
  double lever() const { return world.lever == LeverArm::contact ? 0.5 : 0.0; }
  Particles& p() { return world.particles; }
  const Particles& p() const { return world.particles; }
  StepState step_state();
  // Nothing but the volumes of bridges is changed through it.
  BridgeLists bridge_lists() const {
    Impl& s = const_cast<Impl&>(*this);
    return {laws, world, s.lists.near, s.walls.contacts, s.points};
  }
  bool has_liquid() const { return p().extra().find(kLiquidField) != nullptr; }
  ListInput list_input();

  // The stages of one step (docs/architecture.md), in sim/step.cpp.
  std::optional<Failure> remove_grains();
  void insert_grains();
  void book_arrival(std::size_t first_row, double mass, const Vec3& velocity);
  void start_poured_bonds();
  void deform_cell();
  CellNumbers cell_virial() const;
  std::optional<Failure> check_cell() const;
  void move_walls();
  void detect();
  // 4 to 7, and 1 of the next step if ordered.
  StepTotals step_rows(const StepOrders& orders);
  void act_sources(double t);
  void act_bonds(double dt);
  void account(double dt, double gravity_power);
  void plan();
  void put_all_rows();
  bool may_look_ahead() const;
  bool outlets_look(std::uint64_t at_step) const;
  void renew();

  bool books_gravity_as_work() const;
  double gravity_power_now() const;
  std::array<double, 3> loss_magic() const;
  void note_masses();
  void note_sizes();
  void first_forces();
  void compute_first_forces();
  void take_up(const StartState& from);  // sim/start_state.cpp
  std::optional<Failure> check_step() const;
  std::optional<Failure> check_finite() const;
  bool has_finite_motion(std::uint32_t row) const;
  Failure blow_up(const std::string& what) const;
  // sim/audit.cpp
  std::optional<Failure> audit() const;
  std::optional<Failure> audit_walls() const;
  Failure missed(const RowPair& pair) const;
  Failure missed(std::uint32_t row, const Wall& wall, const WallTouches& found) const;
  EnergyReport energy() const;
  StoredEnergy stored_in(std::uint32_t contact) const;
  StoredEnergy stored_in(const WallEntry& entry, std::uint32_t point) const;
  // Outlets, in sim/remove.cpp.
  std::vector<std::uint16_t> takers() const;
  double radius_around(const Body& body) const;
  void remove_rows(std::span<const std::uint16_t> taker);
  void book_grains(std::span<const std::uint16_t> taker);
  void relieve(std::uint32_t row, const Vec3& force, const Vec3& torque);
  void end_contacts(std::span<const std::uint16_t> taker);
  void drop_rows(std::span<const std::uint16_t> taker);
  // Bonds that end, in sim/bond_breaks.cpp.
  void release(std::size_t bond, bool first_stays, bool second_stays);
  void end_bond(std::size_t bond, BondMode mode);
  void rename_fragments();
  double stored_at_first_touch(const RowPair& pair) const;
  void break_bonds();
  void end_contact(std::uint32_t row, std::uint32_t other);  // sim/bond_edit.cpp
  void end_points(std::uint32_t row, std::uint32_t other);
  void end_bonds_of(std::span<const std::uint16_t> taker, ExactSum& stored);
  // Stages, in sim/stages.cpp.
  bool stages_look(std::uint64_t at_step) const;
  void note_stage_begin();
  std::optional<std::uint32_t> condition_reached(const Simulation& sim);
  std::optional<Failure> look_at_stage(const Simulation& sim);
  std::optional<Failure> begin_next_stage();
  void apply_changes(const RunStage& stage, double t);
  void renew_laws();
  Result<TimeStepReport> derive_over_stages();
  std::optional<Error> take_up_stages(const SimulationArchive& archive);
  // Edits, in sim/edit.cpp.
  Result<std::uint32_t> row_of(ParticleId id) const;
  double stored_with(std::uint32_t row, std::uint32_t body) const;
  void welcome(std::size_t first_row);
  std::optional<Error> unwelcome(MaterialId material) const;
  std::optional<Error> allow_applied_forces();
  Failure strayed(std::uint32_t row, const Outlet& outlet) const;
};

// sim/restore.cpp: lists made anew for the positions of now, with the contacts of the archive put
// in. False where one of them has no room: the two that touched are far apart.
bool put_lists(const SimulationArchive& from, Simulation::Impl& s);
// The same with those that have room; the others are dropped.
void put_known_contacts(const SimulationArchive& from, Simulation::Impl& s);
// sim/edit.cpp
bool has_applied_forces(const Particles& p);
// sim/checks.cpp: mistakes of a world that can be seen before the first step.
Errors check_world(const World& world, std::vector<std::string>& warnings);
// sim/cell_checks.cpp: what does not go with a cell that deforms, and changes that are too fast.
void check_cell_world(const World& world, Errors& all);
void check_cell_speed(const World& world, Errors& all);
// sim/body_checks.cpp
void check_bodies(const World& world, Errors& all);
// Pairs of kinds of shapes that could meet and that the table lacks. `balls`: there are some.
Errors unknown_pairs(const World& world, const CollideTable& table, bool balls,
                     std::span<const PrimitiveSpec> newcomers);
void check_start_of_shapes(const World& world, std::span<const RowPair> pairs, Errors& all);
// sim/hand_made.cpp. The first is false where the rows of the grains cannot be read at all; the
// second wants grains without other mistakes.
bool check_hand_made(const World& world, Errors& all);
void check_masses(const Particles& p, Errors& all);
// sim/outlet_checks.cpp
void check_outlets(const World& world, Errors& all, std::vector<std::string>& warnings);
void warn_of_thin_outlets(const World& world, double smallest_radius,
                          std::vector<std::string>& warnings);
// sim/time_step.cpp: what limits dt; sets world.dt when it is 0.
Result<TimeStepReport> derive_time_step(World& world, const PairLaws& laws);
MaterialUse materials_in_use(const World& world);

}  // namespace scree
