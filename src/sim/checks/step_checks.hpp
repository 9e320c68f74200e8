// Whether a step may be followed by another.
#pragma once

#include "sim/sim_state.hpp"

namespace scree {

class StepChecker {
 public:
  explicit StepChecker(SimState& state) : state_(state) {}

  // Grains that went too far or overlap too much.
  std::optional<Failure> check_step();
  // A cell that is too narrow for its grains.
  std::optional<Failure> check_cell() const;
  // Numbers that are none.
  std::optional<Failure> check_finite() const;

 private:
  bool has_finite_motion(std::uint32_t row) const;
  Failure blow_up(const std::string& what) const;

  SimState& state_;
};

}  // namespace scree
