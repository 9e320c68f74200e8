// The verdict: can this result be trusted? Each check says what it found, where the limit is and,
// when it fails, what to do.
#pragma once

#include <string>
#include <vector>

#include "sim/simulation.hpp"

namespace scree::app {

struct Check {
  std::string name;
  bool ok = false;
  double value = 0, limit = 0;
  std::string reason;
};

struct Verdict {
  bool ok = false;
  std::string word;  // "ok", "doubtful", "stopped", "failed"
  std::vector<Check> checks;
};

// Energy that changed its form: what a residual is compared with. The potential's zero is
// arbitrary, so it does not count by itself.
double energy_turned_over(const EnergyReport& e);

// Grains that went through a wall or are nowhere.
std::size_t grains_lost(const Simulation& sim, std::size_t grains_at_start);

Verdict judge(const Simulation& sim, std::size_t grains_at_start,
              const std::optional<Failure>& failure, int stopped_by);

}  // namespace scree::app
