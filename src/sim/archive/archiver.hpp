// The state as plain data, and back.
#pragma once

#include "sim/sim_state.hpp"
#include "sim/step/starter.hpp"
#include "sim/world/start_state.hpp"

namespace scree {

class Archiver {
 public:
  Archiver(SimState& state, ListKeeper& list_keeper, Starter& starter, Ledger& ledger)
      : state_(state), list_keeper_(list_keeper), starter_(starter), ledger_(ledger) {}

  Hash128 state_hash() const;      // archive/state_hash.cpp
  SimulationArchive save() const;  // archive/archive.cpp
  // Lists rebuilt for the current positions, with the contacts of the archive put in. False where
  // one of them has no room: the two that touched are far apart.
  bool put_lists(const SimulationArchive& from);  // archive/restore.cpp
  // The state of another run goes on in this world.
  void take_up(const StartState& from);  // archive/start_state.cpp

 private:
  void make_empty_lists();
  // As put_lists() with those that have room; the others are dropped.
  void put_known_contacts(const SimulationArchive& from);

  SimState& state_;
  ListKeeper& list_keeper_;
  Starter& starter_;
  Ledger& ledger_;
};

}  // namespace scree
