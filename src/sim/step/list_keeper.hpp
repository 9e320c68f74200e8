// Phase 3 of a step: lists are rebuilt when their certificates have run out.
#pragma once

#include "sim/sim_state.hpp"

namespace scree {

class ListKeeper {
 public:
  explicit ListKeeper(SimState& state) : state_(state) {}

  void detect();
  // New candidates, a new near list; the engine takes them up.
  void renew();

 private:
  // `fresh`: rows are new or in another order.
  ListInput list_input(bool fresh = false);
  bool others_make(const ListInput& in) const;
  void refine(const ListInput& in);
  void plan();

  SimState& state_;
};

}  // namespace scree
