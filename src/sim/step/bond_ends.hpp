// Bonds that end: broken by their load, by a program, or because a grain leaves.
#pragma once

#include "sim/sim_state.hpp"

namespace scree {

class BondEnds {
 public:
  explicit BondEnds(SimState& state) : state_(state) {}

  // Those that the last step found overloaded.
  void break_bonds();
  void end_bond(std::size_t bond, BondMode mode);
  // Fragments after some bonds have ended or begun.
  void rename_fragments();
  // Bonds of rows that are taken; adds what they held.
  void end_bonds_of(std::span<const std::uint16_t> taken_by, ExactSum& stored);

 private:
  void release(std::size_t bond, bool first_stays, bool second_stays);
  double stored_at_first_touch(const RowPair& pair) const;

  SimState& state_;
};

}  // namespace scree
