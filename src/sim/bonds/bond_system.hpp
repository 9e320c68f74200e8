// The bonds of a world at work: forces in every step, gathered by row in one order.
//
// A bond is computed once, as seen from the grain with the lower id, and kept in its record
// (state/bonds.hpp): no other number of a step depends on who computed it. A row adds up its bonds
// in the order of its partners' ids.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/bonds/bond_laws.hpp"

namespace scree {

class BondSystem {
 public:
  BondLaws laws;  // by bond type

  // Rows or bonds have changed.
  void plan(const World& world);
  // Forces of all bonds, for the current positions and velocities.
  void act(World& world, double dt, int threads);
  // The same for one bond; how it is overloaded.
  BondMode act_on(World& world, std::size_t bond, double dt) const;
  // Adds what acts on rows [first, last) to f and tq (offset by first).
  void gather(const Bonds& bonds, std::uint32_t first, std::uint32_t last, Vec3* f, Vec3* tq) const;

  // Of all dashpots, with the current velocities: W that is lost.
  double lost_power(const World& world, int threads) const;
  double stored(const World& world, std::size_t bond) const;
  double stored(const World& world, int threads) const;  // in all bonds

  // Bonds that the last act() found above their strength, and how.
  struct Overload {
    std::size_t bond;
    BondMode mode;
  };
  const std::vector<Overload>& overloads() const { return overloads_; }

  std::vector<bool> touches_itself() const;

 private:
  // Bonds of a row: 2 k where it is the first of bond k, 2 k + 1 where it is the second.
  std::vector<std::uint32_t> link_begin_, link_;
  std::vector<std::uint8_t> overload_;  // of each bond
  std::vector<Overload> overloads_;
};

}  // namespace scree
