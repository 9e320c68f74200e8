// A card that cannot go on: no memory, an error of its driver, a fault. Thrown by PluginCard within
// a step, caught where the run ends (sim/step/stepper.cpp); the state of a card that failed is
// lost.
#pragma once

#include <stdexcept>
#include <string>

#include "base/result.hpp"

namespace scree {

class CardFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  // Where no step was made yet.
  Error at_start() const {
    return {"E0538", std::string("the graphics card failed at the start: ") + what(), "",
            "`engine = \"auto\"` takes the processor, with the same bits",
            Subject::setting("engine")};
  }
};

}  // namespace scree
