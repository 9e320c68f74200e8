// Grains placed at random in an open box, the largest first, each off all that are there already.
#pragma once

#include <vector>

#include "peers/grains.hpp"

namespace scree::bench {

struct Placement {
  double width = 0;    // of the square base
  double height = 0;   // to begin with; grows where no place is found
  double overlap = 0;  // allowed, of the smaller radius
  double density = 2500;
  std::uint64_t seed = 1;
};

// Adds grains of these diameters to those that are there; equal ones in a row are quickest.
peers::State place_at_random(peers::State grains, const std::vector<double>& diameters,
                             const Placement& settings);

}  // namespace scree::bench
