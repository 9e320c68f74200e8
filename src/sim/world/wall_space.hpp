// The space that the walls of a world leave for its grains, as parts in the world: for cells of
// grains that walls cut (docs/theory/voronoi.md, containers).
#pragma once

#include <string>
#include <vector>

#include "sim/world/world.hpp"

namespace scree {

struct WallSpace {
  std::vector<SpacePart> parts;
  std::vector<std::uint32_t> wall;  // of each part
  std::string why_not;  // a wall holds the grains in a space that is not convex: which; empty: none
};

// Walls beside the grains (obstacles, plates that do not cover them) bound nothing and are left
// out. Which those are is asked of some hundred grains, chosen by their ids.
WallSpace wall_space(const World& world);

// The parts of one wall, from those in its own frame.
SpacePart placed(const SpacePart& part, const WallPose& pose);

}  // namespace scree
