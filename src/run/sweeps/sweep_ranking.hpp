// Which results of a sweep changed most, and with which parameter.
#pragma once

#include <string>
#include <vector>

#include "run/sweeps/sweep_results.hpp"

namespace scree::run {

struct RankedResult {
  std::string result;
  double least = 0, greatest = 0;  // of the means over seeds
  double change = 0;               // their difference over the greater of their sizes: 0 to 2
  std::size_t parameter = 0;       // that explains most of it
  double explained = 0;  // the share of the scatter of all runs that its values explain: 0 to 1
};

// By change * explained, the greatest first: a result that doubles with a parameter stands above
// one that differs as much between seeds, and above one that follows a parameter by a hair.
std::vector<RankedResult> ranked_results(const SweepResults& sweep);

}  // namespace scree::run
