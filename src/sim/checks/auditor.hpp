// The current lists and depths against slow ways to find them.
#pragma once

#include "sim/sim_state.hpp"

namespace scree {

class Auditor {
 public:
  explicit Auditor(const SimState& state) : state_(state) {}

  std::optional<Failure> audit() const;

 private:
  std::optional<Failure> audit_walls() const;
  std::optional<Failure> audit_depths() const;  // checks/audit_depths.cpp
  Failure wrong_depth(std::uint32_t row, const std::string& other, double found,
                      double exact) const;
  Failure missed(const RowPair& pair) const;
  Failure missed(std::uint32_t row, const Wall& wall, const WallTouches& found) const;

  const SimState& state_;
};

}  // namespace scree
