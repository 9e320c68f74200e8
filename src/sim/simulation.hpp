// The simulation: a World that steps. The only class that sees all modules.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "detect/selector.hpp"
#include "sim/contacts/narrow_report.hpp"
#include "sim/world/archive.hpp"
#include "sim/world/body_spec.hpp"
#include "sim/world/liquid_report.hpp"
#include "sim/world/run_options.hpp"
#include "sim/world/timers.hpp"
#include "sim/world/world.hpp"
#include "state/contact_view.hpp"
#include "state/energy_report.hpp"
#include "state/hash.hpp"

namespace scree {

// Contacts that touch now.
struct ContactCount {
  std::size_t pairs = 0;  // of grains
  std::size_t walls = 0;  // grains at walls
  // Ends of contacts at grains, two of a pair and one at a wall, where all points of an area are
  // one contact.
  std::size_t partners = 0;
};

struct WallReport {
  Vec3 force;       // of the grains on the wall
  Vec3 torque;      // about the wall's origin
  double work = 0;  // done by the wall on the grains since the start
};

// Why a run cannot go on: names the grain, the step and what was near it.
struct Failure {
  std::string code;
  std::string message;
  std::uint64_t step = 0;
  std::optional<ParticleId> particle;
};

// One of the limits of the time step: a duration of nature and what it allows.
struct StepBound {
  std::string name;    // "contact", "rolling", "free wall", ...
  std::string by;      // pair of materials, wall or grain, in words
  double time = 0;     // s
  double stable = 0;   // largest dt that it accepts
  double derived = 0;  // dt that it asks for where none is given
};

inline constexpr std::string_view kDampingInPile = "damping in a pile";  // a StepBound of bodies

// What limits the time step.
struct TimeStepReport {
  double dt = 0;            // used
  double contact_time = 0;  // shortest of all pairs present
  double rayleigh = 0;      // 0 when no material gives a Young's modulus
  double stable = 0;        // largest dt that is accepted
  std::string limited_by;   // what accepts no larger one, in words
  bool derived = false;     // the scene gave none
  std::string derived_by;   // what asks for the dt that is used, if it was derived
  std::vector<StepBound> bounds;
};

class Simulation {
 public:
  // Checks the world (sizes, overlaps, grains outside walls, time step) and prepares the first
  // forces. All mistakes are returned together.
  static Result<Simulation> create(World world, const RunOptions& options = {});

  // The state as plain data, and back: a resumed simulation goes on with the same bits, with any
  // threads, detector or instruction set. `world` is that which the saved one was created from;
  // its mistakes are returned as by create(), and E0915, E0916 when the archive cannot be a state
  // of it.
  SimulationArchive save() const;
  static Result<Simulation> resume(World world, const SimulationArchive& archive,
                                   const RunOptions& options = {});

  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  // Advances n steps; stops early on a failure and returns it.
  std::optional<Failure> run(std::uint64_t n);
  // The same in two parts, for who does not look at the state after each stretch of steps: where it
  // is on a graphics card it stays there until it is brought up to date. Before that only counts
  // and times may be asked, and nothing may be edited.
  std::optional<Failure> advance(std::uint64_t n);
  std::optional<Failure> bring_up_to_date();

  // Edits between steps, for programs; the books are kept: what a newcomer brings and a change of
  // speed is booked as `added`, what leaves as `removed`, the work of a force as that of sources.
  // E0544 says what cannot be. A grain that belongs to a body stands for it.
  Result<ParticleId> add_grain(const Grain& grain);
  Result<std::uint32_t> add_body(const BodySpec& spec);  // its name
  std::optional<Error> remove(ParticleId id);
  std::optional<Error> set_velocity(ParticleId id, const Vec3& v, const Vec3& omega);
  // E0550 to E0553 say what cannot be. A contact that the two had ends, without a loss.
  std::optional<Error> add_bond(ParticleId a, ParticleId b, std::uint32_t type);
  std::optional<Error> break_bond(ParticleId a, ParticleId b);
  // Acts at the grain's centre until it is set again; part of the state, saved and hashed.
  std::optional<Error> set_force(ParticleId id, const Vec3& force, const Vec3& torque = {});
  // The same for many: all are changed, or none where one cannot be. Books, sources and fragments
  // are looked at once, which is what a single edit costs.
  using Pairs = std::span<const std::pair<ParticleId, ParticleId>>;
  Result<ParticleId> add_grains(std::span<const Grain> grains);  // the first of consecutive ids
  Result<std::vector<std::uint32_t>> add_bodies(std::span<const BodySpec> specs);  // their names
  Errors remove(std::span<const ParticleId> ids);
  // As many vectors as ids. Empty: the spins stay.
  Errors set_velocities(std::span<const ParticleId> ids, std::span<const Vec3> v,
                        std::span<const Vec3> omega = {});
  Errors set_forces(std::span<const ParticleId> ids, std::span<const Vec3> force,
                    std::span<const Vec3> torque = {});
  Errors add_bonds(Pairs pairs, std::uint32_t type);
  Errors break_bonds(Pairs pairs);

  double time() const;
  double dt() const;
  std::uint64_t steps() const;
  const Particles& particles() const;
  const World& world() const;
  const TimeStepReport& time_step() const;

  // Where a world with stages stands; run() takes no step once all are over.
  const StageProgress& stages() const;
  bool finished() const;

  // Of all that decides the future. The same with any number of threads and any order of rows.
  Hash128 state_hash() const;
  EnergyReport energy() const;
  LiquidReport liquid() const;       // 0 without liquid bridges
  CellReport cell() const;           // of a cell that deforms
  double compaction_energy() const;  // of the cells of the last step; 0 without compaction
  std::vector<WallReport> wall_reports() const;
  // In id order; walls after grains for each i; shapes after balls. After a failure only walls: the
  // step that failed may not have kept the forces between grains.
  void for_each_contact(const std::function<void(const ContactView&)>& visit) const;
  // The same contacts in any order, in blocks, on up to `threads` threads at once: for sums that do
  // not depend on the order, at a small part of the price.
  void visit_contacts(int threads, const ContactVisitor& visit) const;
  std::size_t contact_count() const;  // touching now
  ContactCount count_contacts() const;
  std::size_t candidate_count() const;
  std::size_t memory_bytes() const;  // state, contacts, lists
  double greatest_overlap() const;   // seen so far, relative to the smaller radius
  // Bonds that broke since the start, in the order of time; those that are left: world().bonds.
  const std::vector<BondBreak>& bond_breaks() const;
  const Timers& timers() const;
  std::string detector() const;       // in use
  DetectionReport detection() const;  // since the start, or since a resume
  NarrowReport narrow() const;        // of polyhedra, since the start, or since a resume
  std::string_view engine() const;
  // Those that `auto` does not take here, each with the reason why not.
  std::vector<std::pair<std::string, std::string>> engines_not_taken()
      const;  // by name, never `auto`
  std::string_view instruction_set() const;
  int threads() const;
  std::uint64_t renewals() const;
  // Grains that were poured in during the last run(), in the order of their ids.
  const std::vector<Arrival>& arrivals() const;
  // Rows that came and went, but for those that inlets and outlets count: a body counts once there.
  const EditCounts& edit_counts() const;
  const std::vector<std::string>& warnings() const;

 public:
  struct Impl;  // private to src/sim

 private:
  explicit Simulation(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree
