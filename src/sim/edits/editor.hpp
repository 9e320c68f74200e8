// What the program that runs a simulation changes between steps, with the books kept
// (sim/simulation.hpp says what each does).
#pragma once

#include <span>
#include <utility>

#include "sim/sim_state.hpp"
#include "sim/step/force_step.hpp"
#include "sim/step/outflow.hpp"

namespace scree {

bool has_applied_forces(const Particles& p);

class Editor {
 public:
  Editor(SimState& state, Outflow& outflow, BondEnds& bond_ends, ForceStep& forces, Ledger& ledger)
      : state_(state), outflow_(outflow), bond_ends_(bond_ends), forces_(forces), ledger_(ledger) {}

  using Ids = std::span<const ParticleId>;
  using Pairs = std::span<const std::pair<ParticleId, ParticleId>>;
  Result<ParticleId> add_grains(std::span<const Grain> grains);
  // The names, in order.
  Result<std::vector<std::uint32_t>> add_bodies(std::span<const BodySpec> specs);
  Errors remove(Ids ids);
  Errors set_velocities(Ids ids, std::span<const Vec3> v, std::span<const Vec3> omega);
  Errors set_forces(Ids ids, std::span<const Vec3> force, std::span<const Vec3> torque);
  Errors add_bonds(Pairs pairs, std::uint32_t type);  // bond_edit.cpp
  Errors break_bonds(Pairs pairs);
  // Fields and source of applied forces, where they are not there yet.
  std::optional<Error> allow_applied_forces();

 private:
  // In the order of the ids. The mistakes of all.
  Result<std::vector<std::uint32_t>> rows_of(Ids ids) const;
  std::vector<bool> moved_with(std::span<const std::uint32_t> rows) const;
  double stored_with(const std::vector<bool>& rows) const;
  double set_velocity(std::uint32_t row, const Vec3& v, const Vec3& omega);
  void welcome(std::size_t first_row);
  std::optional<Error> unwelcome(MaterialId material) const;
  Errors mistakes_of(std::span<const BodySpec> specs) const;
  void end_contact(std::uint32_t row, std::uint32_t other);

  SimState& state_;
  Outflow& outflow_;
  BondEnds& bond_ends_;
  ForceStep& forces_;
  Ledger& ledger_;
};

}  // namespace scree
