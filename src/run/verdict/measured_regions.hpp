// Regions of measures that reach above the packing: a mean over them counts the empty space.
#pragma once

#include <string>
#include <vector>

#include "scene/build/measures.hpp"
#include "sim/simulation.hpp"

namespace scree::run {

// One sentence for each measure whose mean is over a volume (stress, density, mass) that ends more
// than a grain above the highest grains in it. Where gravity is oblique or space is periodic along
// it there is no top.
std::vector<std::string> regions_above_packing(const Simulation& sim,
                                               const std::vector<MeasureSpec>& measures);

}  // namespace scree::run
