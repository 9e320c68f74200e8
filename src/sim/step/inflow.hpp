// Grains that inlets pour in at the beginning of a step.
#pragma once

#include "sim/sim_state.hpp"
#include "sim/step/bond_ends.hpp"

namespace scree {

class Inflow {
 public:
  Inflow(SimState& state, BondEnds& bond_ends) : state_(state), bond_ends_(bond_ends) {}

  void insert_grains();

 private:
  void book_arrival(std::size_t first_row, double mass, const Vec3& velocity);
  void start_poured_bonds();

  SimState& state_;
  BondEnds& bond_ends_;
};

}  // namespace scree
