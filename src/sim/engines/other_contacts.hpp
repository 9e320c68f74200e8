// Contacts that are not near pairs, one after the other: contact points of shapes and contacts at
// walls; and how strong the dashpots of clumps are in this step. They are the host's in every
// engine that goes row by row.
#pragma once

#include "sim/engines/clump_damping.hpp"
#include "sim/engines/engine.hpp"
#include "sim/engines/row_load.hpp"

namespace scree {

class OtherContacts {
 public:
  OtherContacts(const kernel::Kernels& kernels, int threads)
      : kernels_(kernels), threads_(threads) {}

  // Rows and lists are new.
  void load(std::size_t rows);
  // All of them at the current positions: forces and histories. What they lose and the greatest
  // overlap are added to `sum`. `elsewhere`: entries of walls that another computes (WallArgs).
  void touch(const StepState& s, double dt, kernel::LossSum& sum,
             std::span<const std::uint8_t> elsewhere = {});
  // By near pair, of the last touch(): scale of the dashpot; null: all are 1.
  const double* damping() const { return scaled_ ? clumps_.of_pairs() : nullptr; }

 private:
  WallArgs wall_args(const StepState& s, double dt, std::span<const std::uint8_t> elsewhere = {});
  void scale_dashpots(const StepState& s, double dt);

  const kernel::Kernels& kernels_;
  const int threads_;
  Tiles blocks_;  // of rows, for clumps alone
  ClumpDamping clumps_;
  bool scaled_ = false;
};

// Adds what acts on a row beside its near pairs: sources in the order of their ranks, each in the
// order of ids. `wall_entry` is the first one of this row or a later one, and moves on behind it.
// Without walls: they are in the load already.
inline void add_other_forces(const StepState& s, std::uint32_t row, std::size_t& wall_entry,
                             RowLoad& load, bool walls = true) {
  s.points.gather(row, row + 1, &load.f, &load.tq);
  if (walls) gather_walls(s.walls.contacts, wall_entry, row, row + 1, &load.f, &load.tq);
  s.bonds.gather(s.world.bonds, row, row + 1, &load.f, &load.tq);
  s.sources.gather(row, row + 1, &load.f, &load.tq);
}

}  // namespace scree
