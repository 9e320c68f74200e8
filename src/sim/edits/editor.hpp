// What the program that runs a simulation changes between steps, with the books kept
// (sim/simulation.hpp says what each does).
#pragma once

#include "sim/sim_state.hpp"
#include "sim/step/force_step.hpp"
#include "sim/step/outflow.hpp"

namespace scree {

bool has_applied_forces(const Particles& p);

class Editor {
 public:
  Editor(SimState& state, Outflow& outflow, BondEnds& bond_ends, ForceStep& forces, Ledger& ledger)
      : state_(state), outflow_(outflow), bond_ends_(bond_ends), forces_(forces), ledger_(ledger) {}

  Result<ParticleId> add_grain(const Grain& grain);
  Result<std::uint32_t> add_body(const BodySpec& spec);
  std::optional<Error> remove(ParticleId id);
  std::optional<Error> set_velocity(ParticleId id, const Vec3& v, const Vec3& omega);
  std::optional<Error> set_force(ParticleId id, const Vec3& force, const Vec3& torque);
  std::optional<Error> add_bond(ParticleId a, ParticleId b, std::uint32_t type);  // bond_edit.cpp
  std::optional<Error> break_bond(ParticleId a, ParticleId b);
  // Fields and source of applied forces, where they are not there yet.
  std::optional<Error> allow_applied_forces();

 private:
  Result<std::uint32_t> row_of(ParticleId id) const;
  double stored_with(std::uint32_t row, std::uint32_t body) const;
  void welcome(std::size_t first_row);
  std::optional<Error> unwelcome(MaterialId material) const;
  void end_contact(std::uint32_t row, std::uint32_t other);

  SimState& state_;
  Outflow& outflow_;
  BondEnds& bond_ends_;
  ForceStep& forces_;
  Ledger& ledger_;
};

}  // namespace scree
