// Grains that outlets take at the beginning of a step, or a program between two.
#pragma once

#include "sim/sim_state.hpp"
#include "sim/step/bond_ends.hpp"
#include "sim/step/ledger.hpp"

namespace scree {

class Outflow {
 public:
  Outflow(SimState& state, BondEnds& bond_ends, Ledger& ledger)
      : state_(state), bond_ends_(bond_ends), ledger_(ledger) {}

  bool outlets_look(std::uint64_t at_step) const;
  std::optional<Failure> remove_grains();
  // Rows that are taken: 1 + the number of an outlet, or more.
  void remove_rows(std::span<const std::uint16_t> taken_by);

 private:
  std::vector<std::uint16_t> takers() const;
  double radius_around(const Body& body) const;
  void book_grains(std::span<const std::uint16_t> taken_by);
  void end_contacts(std::span<const std::uint16_t> taken_by);
  void drop_rows(std::span<const std::uint16_t> taken_by);
  Failure strayed(std::uint32_t row, const Outlet& outlet) const;

  SimState& state_;
  BondEnds& bond_ends_;
  Ledger& ledger_;
};

}  // namespace scree
